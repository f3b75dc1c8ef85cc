import Cards

/// The steps that lead a card to its target status. They also happen to real cards, so the card has a real history.
public struct CardWalk: Sendable, Equatable {
    public enum Step: Sendable, Equatable {
        case event(CardEvent)
        /// The cardholder reads the plastic and activates the card.
        case activate
        /// The customer requests the status.
        case move(to: CardStatus)
        /// The card ends as lost or damaged, and another card is issued instead.
        case replace(Replacement)
    }

    /// The steps before the card's tokens are created.
    public let beginning: [Step]
    /// The steps after the card's tokens were created.
    public let end: [Step]

    /// Nil if no card of the program can reach the status.
    public init?(of program: Program, to status: CardStatus) {
        guard Self.statuses(of: program).contains(status) else { return nil }
        let approval: [Step] = program.requiresApproval ? [.event(.review), .event(.approve)] : []
        let activation: [Step] =
            program.cardType == .physical ? [.event(.dispatched), .event(.delivered), .activate] : []
        beginning =
            switch status {
            case .applied: []
            case .pending: [.event(.review)]
            case .rejected: [.event(.review), .event(.reject)]
            case .issued, .digital: approval
            case .active, .locked, .suspended, .expired, .cancelled, .damaged, .lost: approval + activation
            }
        end =
            switch status {
            case .locked, .cancelled: [.move(to: status)]
            case .suspended: [.event(.suspend)]
            case .expired: [.event(.expire)]
            case .damaged: [.replace(.damaged)]
            case .lost: [.replace(.lost)]
            case .active, .issued, .digital, .pending, .applied, .rejected: []
            }
    }

    /// The statuses that a card of the program can have.
    public static func statuses(of program: Program) -> [CardStatus] {
        CardStatus.allCases.filter { status in
            switch status {
            case .applied, .pending, .rejected: program.requiresApproval
            case .issued, .digital: status == program.issuedStatus
            case .active, .locked, .suspended, .expired, .cancelled, .damaged, .lost: true
            }
        }
    }
}

/// The status that a tokenization ends with.
public enum TokenWalk: String, CaseIterable, Sendable {
    case initiated = "INITIATED"
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    case deleted = "DELETED"

    /// The possible statuses of a token whose card ends in this status; none if the card could never be used. The
    /// tokens of a replaced card go to its replacement.
    public static func possible(on card: CardStatus) -> [TokenWalk] {
        guard ![.applied, .pending, .rejected, .issued].contains(card) else { return [] }
        return switch card == .lost ? .active : card.tokenStatus {
        case .active: allCases
        case .suspended: [.initiated, .suspended, .deleted]
        case .deleted: [.initiated, .deleted]
        }
    }

    /// The network's event for the token, once the token exists.
    public var event: TokenEvent? {
        switch self {
        case .initiated, .active: nil
        case .suspended: .suspend
        case .deleted: .delete
        }
    }
}
