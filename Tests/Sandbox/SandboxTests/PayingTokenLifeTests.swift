import Authorizing
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

@Suite("Changes of tokens that pay")
struct PayingTokenLifeTests {
    @Test("A phone pays only with an ACTIVE token, and the network knows the status of a payment's token")
    func status() async throws {
        let payer = try await PayingPhone(.shared())
        let (first, second) = (try await payer.pay(), try await payer.pay())
        _ = try await payer.fixture.sandbox.change(payer.token.reference, on: payer.phone.id, by: .suspend)
        #expect(await phoneRefusal { try await payer.pay() } == .tokenIsInState(.suspended, accepted: [.active]))
        let suspended = try await payer.present(first, in: "M1")
        #expect(suspended.status == .suspended && suspended.cryptogram == .valid)
        _ = try await payer.fixture.sandbox.change(payer.token.reference, on: payer.phone.id, by: .resume)
        #expect(try await payer.present(first, in: "N1").cryptogram == .replayed, "used while the token was suspended")
        #expect(try await payer.pay().cryptogram.counter == 3, "a refused payment does not count")
        _ = try await payer.fixture.sandbox.change(payer.token.reference, on: payer.phone.id, by: .delete)
        #expect(await phoneRefusal { try await payer.pay() } == .tokenIsInState(.deleted, accepted: [.active]))
        let deleted = try await payer.present(second, in: "M2")
        #expect(deleted.status == .deleted && deleted.cryptogram == .valid)
        #expect(deleted.pan.lastFour == payer.card.lastFour)
    }

    @Test("A token follows its card: it is suspended with it, and deleted with it")
    func cardStatus() async throws {
        let payer = try await PayingPhone(.shared())
        let (first, second) = (try await payer.pay(), try await payer.pay())
        let locked = try await payer.fixture.move(payer.card, to: .locked)
        #expect(try await payer.present(first, in: "M1").status == .suspended)
        #expect(await phoneRefusal { try await payer.pay() } == .tokenIsInState(.suspended, accepted: [.active]))
        _ = try await payer.fixture.move(locked, to: .active)
        #expect(try await payer.pay().cryptogram.counter == 3)
        _ = try await payer.fixture.move(payer.card, to: .cancelled)
        #expect(try await payer.present(second, in: "M2").status == .deleted)
    }

    @Test("A token that waits for its cardholder cannot pay until the code is entered")
    func waiting() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        let phone = try await fixture.sandbox.makePhone(.galaxy, of: card.customer)
        let token = try await fixture.sandbox.beginToken(of: card.id, on: phone.id)
        let amount = Money(minorUnits: 0, currency: .euro)
        #expect(
            await phoneRefusal {
                try await fixture.sandbox.makePayment(
                    with: token.reference, on: phone.id, of: amount, isInStore: false)
            } == .tokenIsInState(.needsIdentityVerification, accepted: [.active]))
        try await fixture.complete(card, as: token.reference, in: .samsung)
        let payment = try await fixture.sandbox.makePayment(
            with: token.reference, on: phone.id, of: amount, isInStore: false)
        #expect(payment.cryptogram.counter == 1 && payment.wallet == .samsung)
        let elsewhere = try await fixture.sandbox.makePhone(.galaxy, of: card.customer)
        #expect(
            await phoneRefusal {
                try await fixture.sandbox.makePayment(
                    with: token.reference, on: elsewhere.id, of: amount, isInStore: false)
            } == .tokenNotFound)
    }

    @Test("A token that moved to a replacement leads to the new card", arguments: Replacement.allCases)
    func replacedCard(reason: Replacement) async throws {
        let payer = try await PayingPhone(.shared())
        let (first, second) = (try await payer.pay(), try await payer.pay())
        #expect(
            try await payer.present(first, in: "M1").pan == payer.fixture.sandbox.plastic(of: payer.card.id).pan)
        let new = try await payer.fixture.replace(payer.card, reason)
        let found = try await payer.present(second, in: "M2")
        #expect(found.status == .active && found.cryptogram == .valid)
        #expect(try await found.pan == payer.fixture.sandbox.plastic(of: new.id).pan)
        #expect(try await payer.pay().dpan == first.dpan)
        #expect(try await payer.present(first, in: "N1").cryptogram == .replayed)
    }

    @Test("The token of a deleted phone is known as deleted, and its used counters stay", arguments: [true, false])
    func deletedPhone(isReported: Bool) async throws {
        let payer = try await PayingPhone(.shared(), isReported: isReported)
        let (first, second) = (try await payer.pay(), try await payer.pay())
        #expect(try await payer.present(first, in: "M1").status == .active)
        try await payer.fixture.sandbox.removePhone(payer.phone.id)
        let replayed = try await payer.present(first, in: "N1")
        #expect(replayed.status == .deleted && replayed.cryptogram == .replayed && replayed.wallet == .google)
        #expect(try await payer.present(second, in: "M2").cryptogram == .valid)
        #expect(await phoneRefusal { try await payer.pay() } == .notFound)
    }

    @Test("Simultaneous payments of a phone have different counters")
    func simultaneously() async throws {
        let fixture = try await IssuingFixture.make()
        let payer = try await PayingPhone(fixture)
        let counters = try await race(16, in: fixture) { server, _ in
            try await server.sandbox.makePayment(
                with: payer.token.reference, on: payer.phone.id, of: Money(minorUnits: 1, currency: .euro),
                isInStore: false
            ).cryptogram.counter
        }
        #expect(try counters.map { try $0.get() }.sorted() == Array(1...16))
    }

    @Test("A counter has two bytes, so a token makes 65535 payments and no more")
    func lastPayment() async throws {
        let fixture = try await IssuingFixture.make()
        let payer = try await PayingPhone(fixture)
        try await fixture.issuing.database.execute(
            script: "UPDATE sandbox.network_token SET phone_counter = 65534, highest_counter = 65533")
        let last = try await payer.pay()
        #expect(last.cryptogram.counter == 65_535)
        #expect(try await payer.present(last, in: "M1").cryptogram == .valid)
        #expect(await phoneRefusal { try await payer.pay() } == .paymentsUsedUp)
    }

    /// Both networks draw the same bytes, so the second one first draws what the first one has taken.
    @Test("A number and a reference that are taken are drawn again")
    func taken() async throws {
        let fixture = try await IssuingFixture.make()
        let first = try await PayingPhone(fixture, pushingTo: fixture.server(drawing: .seeded(77)))
        let second = try await PayingPhone(fixture, pushingTo: fixture.server(drawing: .seeded(77)))
        #expect(first.token.reference != second.token.reference)
        let payments = [try await first.pay(), try await second.pay()]
        #expect(payments[0].dpan != payments[1].dpan)
        #expect(try await first.present(payments[0], in: "M1").reference == first.token.reference)
        #expect(try await second.present(payments[1], in: "M2").reference == second.token.reference)
    }
}
