import Cards
import Foundation
import IssuingTestSupport
import Postgres
import Testing
import TestSupport
import Webhooks

@testable import Issuing

/// The statuses of tokens that follow their card: the rule is in Swift, the database has a copy, and the network must
/// do the same.
@Suite("The status of a token follows from its card's")
struct TokenStatusTests {
    enum Way: CaseIterable { case one, oneOnCluster, several }

    private struct Order: Decodable {
        let action: String
    }

    private func follow(
        _ card: Card, to status: CardStatus, by way: Way, in fixture: IssuingFixture
    ) async throws -> [TokenChange] {
        let isHeld = status == .locked || status == .suspended
        try await fixture.place(card, at: Standing(status, returnsTo: isHeld ? .active : nil))
        return try await fixture.issuing.database.write(
            way == .several
                ? TokenLifeStatements.follow([(card.customer, card.id)], at: IssuingFixture.now)
                : TokenLifeStatements.follow(card.id, of: card.customer, at: IssuingFixture.now))
    }

    @Test(
        "Each statement gives a token the status that the rule has, and the network the order to do the same",
        arguments: CardStatus.allCases, Way.allCases)
    func everyStatus(status: CardStatus, way: Way) async throws {
        let fixture = try await IssuingFixture.make(onCluster: way == .oneOnCluster)
        for before: TokenStatus in [.active, .suspended] {
            let card = try await fixture.issue(.physicalMastercard, to: fixture.enrol())
            try await fixture.place(card, at: Standing(.active))
            try await fixture.token("\(before)", for: card)
            if before == .suspended { _ = try await follow(card, to: .locked, by: way, in: fixture) }
            #expect(try await fixture.tokens(of: card) == ["\(before) \(before.rawValue)"])

            let changes = try await follow(card, to: status, by: way, in: fixture)
            #expect(try await fixture.tokens(of: card) == ["\(before) \(status.tokenStatus.rawValue)"])
            let event = TokenEvent.allCases.filter { $0.leaves == status.tokenStatus && before != status.tokenStatus }
            #expect(changes.map(\.word) == event.map(\.change))
            let orders = try changes.compactMap { TokenOrder($0.told(as: .token)) }.map { order in
                try JSONDecoder().decode(Order.self, from: Data(order.webhookEvent.body.utf8)).action
            }
            #expect(orders == event.map(\.rawValue))
        }
    }
}
