import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Testing
import TestSupport

/// What the service does where stored money contradicts itself, which no message can cause.
@Suite("A damaged account")
struct PaymentDamageTests {
    @Test("A payment whose hold is gone changes nothing, and is not answered", arguments: [
        MessageKind.partialReversal, .reversal, .incremental,
    ])
    func hold(_ kind: MessageKind) async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("p1", with: card)
        let before = try await fixture.authorization(of: card)
        try await fixture.breakHolds(of: card)
        let failure = await #expect(throws: IssuingFailure.self) {
            try await fixture.follow("p1", kind, "m1", for: card, amount: 234)
        }
        #expect(failure?.postgresFailure?.constraint == "account_changes_as_decided")
        #expect(try await fixture.authorization(of: card) == before)
        #expect(try await fixture.texts("SELECT reference FROM money.network_message") == ["p1"])
    }
}

extension IssuingFixture {
    /// Ends the holds of an account, and leaves their authorizations.
    fileprivate func breakHolds(of card: Card) async throws {
        try await issuing.database.execute(
            script: """
                UPDATE money.hold SET status = 'VOIDED', held = 0, ended_at = placed_at
                WHERE customer_id = \(card.customer);
                UPDATE money.account SET held = 0 WHERE customer_id = \(card.customer);
                """)
    }
}
