import Cards
import Foundation
import Issuing
import Postgres

/// A card of a crowd, with its history. Seven of ten cards are in use.
struct CrowdCard {
    private struct Move {
        let actor: TransitionMatrix.Actor
        let occasion: TransitionMatrix.Occasion
        let to: CardStatus
        let reason: String
    }

    private let new: NewCard
    private let moves: [Move]

    init(_ new: NewCard, number: Int) {
        self.new = new
        let activated = Move(actor: .customer, occasion: .activation, to: .active, reason: "Activated")
        let ending: [Move] =
            switch number % 10 {
            case 7: [Move(actor: .customer, occasion: .update, to: .locked, reason: "Mislaid")]
            case 8: [Move(actor: .customer, occasion: .update, to: .cancelled, reason: "No longer needed")]
            case 9: [Move(actor: .issuer, occasion: .event, to: .suspended, reason: "Suspended by customer service")]
            default: []
            }
        moves = (new.card.cardType == .physical ? [activated] : []) + ending
    }

    /// Changes are one hour apart.
    private func time(of change: Int) -> Date {
        new.card.createdAt + 3600 * Double(change)
    }

    /// The card's row, in the order of ``CrowdStatements/cards``.
    var row: [SQLValue] {
        let card = new.card
        let isPhysical = card.cardType == .physical
        let standing = moves.reduce(card.standing) { $0.moved(to: $1.to) }
        let written = CardStatements.New(new, as: card.at(standing))
        return CardStatements.issued.values(of: written) + [
            .integer(1 + moves.count), .text(standing.returnsTo?.rawValue),
            .timestamp(isPhysical ? time(of: 1) : nil), .timestamp(isPhysical ? time(of: 0) : nil),
            .timestamp(isPhysical ? time(of: 1) : nil),
        ]
    }

    /// The rows of its history, in the order of ``CrowdStatements/history``.
    var history: [[SQLValue]] {
        let card = new.card
        let issue = Move(actor: .issuer, occasion: .event, to: card.standing.status, reason: "")
        var from: CardStatus?
        return ([issue] + moves).enumerated().map { index, move in
            defer { from = move.to }
            return [
                .id(card.customer), .id(card.id), .integer(index + 1),
                .text(move.actor.rawValue), .text(move.occasion.rawValue), .text(from?.rawValue),
                .text(move.to.rawValue), .text(index == 0 ? nil : move.reason), .timestamp(time(of: index)),
            ]
        }
    }
}
