import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport

@Suite("A payment through the network")
struct NetworkPaymentTests {
    @Test("An approval holds money, and its clearing takes it")
    func approvalAndClearing() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let approved = try await fixture.pay("p1", with: card)
        #expect(approved.answer.code == .approved && approved.answer.approvalCode?.count == 6)
        #expect(approved.answer.approved?.minorUnits == 1234)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 3766))
        let held = try await fixture.authorization(of: card)
        #expect(held.id == approved.authorization && held.state.status == .approved && held.slip == nil)
        #expect(held.answer.approvalCode == approved.answer.approvalCode)
        #expect(try await fixture.transactions(of: card).count == 1)

        let cleared = try await fixture.follow("p1", .clearing, "c1", for: card)
        #expect(cleared.answer.code == .approved && cleared.authorization == held.id)
        #expect(try await fixture.balance(of: card) == .init(posted: 3766, available: 3766))
        let settled = try await fixture.authorization(of: card)
        let transaction = try #require(try await fixture.transactions(of: card).first)
        #expect(settled.state.status == .settled && settled.slip == transaction.slip && settled.changes == 2)
        #expect(transaction.kind == .payment && transaction.direction == .debit)
        #expect(transaction.amount.minorUnits == 1234 && transaction.instrument == PayingInstrumentID(card.id))
        #expect(transaction.balance?.minorUnits == 3766)

        let refunded = try await fixture.follow("p1", .refund, "r1", for: card)
        #expect(refunded.answer.code == .approved)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 5000))
        #expect(try await fixture.transactions(of: card).first?.direction == .credit)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A repeated message gets the same answer and has one effect")
    func repeated() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let first = try await fixture.pay("p1", with: card)
        let second = try await fixture.pay("p1", with: card)
        #expect(second.isRepeated && second.answer == first.answer && second.lines == first.lines)
        #expect(second.authorization == first.authorization)
        let other = try await fixture.pay("p1", with: card) { $0.fields.amount = 1235 }
        #expect(other.answer == NetworkAnswer(code: .duplicate) && other.authorization == nil)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 3766))
        _ = try await fixture.authorization(of: card)
    }

    @Test("A declined reference stays declined")
    func stickyDecline() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 1233)
        #expect(try await fixture.pay("p1", with: card).answer.code == .insufficientFunds)
        try await fixture.load(5000, on: card)
        #expect(try await fixture.pay("p1", with: card).answer.code == .insufficientFunds)
        #expect(try await fixture.pay("p2", with: card).answer.code == .approved)
        let declined = try #require(try await fixture.authorizations(of: card).last)
        #expect(declined.state.status == .declined && declined.answer.code == .insufficientFunds)
        #expect(declined.price?.total.minorUnits == 1234 && declined.answer.approvalCode == nil)
    }

    @Test("A message with an unknown card or a malformed value is declined, and its answer is kept")
    func unreadable() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let unknown = try await fixture.pay("p1", with: card) { $0.pan = PAN("4000000000000002") }
        #expect(unknown.answer.code == .noSuchCard && unknown.authorization == nil)
        #expect(try await fixture.pay("p1", with: card) { $0.pan = PAN("4000000000000002") }.isRepeated)
        #expect(try await fixture.pay("p1", with: card).answer.code == .duplicate)
        let malformed = try await fixture.pay("p2", with: card) { $0.fields.currency = "XXX" }
        #expect(malformed.answer.code == .invalidTransaction)
        #expect(try await fixture.pay("p2", with: card) { $0.fields.currency = "XXX" }.isRepeated)
        #expect(try await fixture.pay("p2", with: card).answer.code == .duplicate)
        #expect(try await fixture.pay("p 3", with: card).answer.code == .formatError)
        #expect(try await fixture.pay("p4", with: card) { $0.pan = nil }.answer.code == .noSuchCard)
        #expect(try await fixture.authorizations(of: card).isEmpty)
    }

    @Test("A card number in the place of a reference is declined, and not stored")
    func numberAsReference() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let number = try await fixture.sandbox.plastic(of: card.id).pan.reveal { $0 }
        #expect(try await fixture.pay(number, with: card).answer.code == .formatError)
        let named = try await fixture.pay("p1", with: card) { $0.fields.lifecycle = Sent(number) }
        #expect(named.answer.code == .formatError)
        #expect(try await fixture.texts("SELECT reference FROM network_message") == ["p1"])
        #expect(try await fixture.authorizations(of: card).isEmpty)
    }

    @Test("A right security code matches, and a wrong one is declined")
    func securityCode() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        let right = try await fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        let wrong = try await fixture.wrongCVV(of: card)
        #expect(try await fixture.pay("p1", with: card) { $0.securityCode = right }.answer.securityCode == .match)
        let declined = try await fixture.pay("p2", with: card) { $0.securityCode = wrong }
        #expect(declined.answer.code == .wrongSecurityCode && declined.answer.securityCode == .noMatch)
    }

    @Test("Three wrong PINs block the PIN, and a right one before that clears the count")
    func wrongPINs() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(pin: "1234")
        func withdraw(_ reference: String, _ pin: String) async throws -> ResponseCode {
            try await fixture.pay(reference, with: card) {
                ($0.fields.kind, $0.fields.type, $0.fields.entryMode) = ("FINANCIAL", "ATM_WITHDRAWAL", "CHIP")
                $0.fields.cardPresence = "PRESENT"
                $0.fields.amount = 100
                $0.fields.verification.cryptogram = .valid
                $0.pinBlock = try fixture.zoneBlock(pin, of: $0.pan)
            }.answer.code
        }
        #expect(try await withdraw("w1", "4321") == .wrongPIN)
        #expect(try await withdraw("w2", "4321") == .wrongPIN)
        #expect(try await withdraw("w2", "4321") == .wrongPIN)
        #expect(try await fixture.reread(card).wrongPINs == 2)
        #expect(try await withdraw("w3", "1234") == .approved)
        #expect(try await fixture.reread(card).wrongPINs == 0)
        for reference in ["w4", "w5"] { #expect(try await withdraw(reference, "4321") == .wrongPIN) }
        #expect(try await withdraw("w6", "4321") == .pinTriesUsedUp)
        #expect(try await withdraw("w7", "1234") == .pinTriesUsedUp)
        #expect(try await fixture.reread(card).wrongPINs == 3)
        #expect(try await fixture.balance(of: card) == .init(posted: 4900, available: 4900))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("The first payment by chip and PIN activates a DIGITAL card")
    func activation() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(.digitalVisa, pin: "1234")
        #expect(card.standing.status == .digital)
        let paid = try await fixture.pay("p1", with: card) {
            ($0.fields.entryMode, $0.fields.cardPresence) = ("CHIP", "PRESENT")
            $0.fields.verification.cryptogram = .valid
            $0.pinBlock = try fixture.zoneBlock("1234", of: $0.pan)
        }
        #expect(paid.answer.code == .approved)
        #expect(try await fixture.reread(card).standing.status == .active)
    }

    @Test("A reversal frees the money, and a payment whose reversal came first is declined")
    func reversals() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("p1", with: card)
        _ = try await fixture.follow("p1", .partialReversal, "v1", for: card, amount: 234)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 4000))
        let left = try await fixture.authorization(of: card)
        #expect(left.state.status == .approved && left.amount.minorUnits == 1000)
        _ = try await fixture.follow("p1", .reversal, "v2", for: card, amount: 0)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 5000))
        #expect(try await fixture.authorization(of: card).state.status == .reversed)

        #expect(try await fixture.follow("p2", .reversal, "v3", for: card).answer.code == .approved)
        let late = try await fixture.pay("p2", with: card)
        #expect(late.answer.code == .doNotHonor)
        #expect(late.lines.first { $0.outcome == .failed }?.reason == .originalAlreadyReversed)
        #expect(try await fixture.balance(of: card) == .init(posted: 5000, available: 5000))
    }

    @Test("An increment adds to a hold, and needs money")
    func increments() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard()
        _ = try await fixture.pay("p1", with: card)
        #expect(try await fixture.follow("p1", .incremental, "i1", for: card, amount: 1000).answer.code == .approved)
        #expect(try await fixture.balance(of: card).available == 2766)
        let declined = try await fixture.follow("p1", .incremental, "i2", for: card, amount: 2767)
        #expect(declined.answer.code == .insufficientFunds)
        #expect(try await fixture.follow("p9", .incremental, "i3", for: card).answer.code == .invalidTransaction)
        let grown = try await fixture.authorization(of: card)
        #expect(grown.amount.minorUnits == 2234 && grown.state.approved.minorUnits == 2234)
    }

    @Test("Clearings are booked in parts, above the hold, and without a hold")
    func clearings() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 2000)
        _ = try await fixture.pay("p1", with: card)
        _ = try await fixture.follow("p1", .clearing, "c1", for: card, amount: 234, isLast: false)
        #expect(try await fixture.balance(of: card) == .init(posted: 1766, available: 766))
        #expect(try await fixture.authorization(of: card).state.status == .settledInPart)
        _ = try await fixture.follow("p1", .clearing, "c2", for: card, amount: 1500)
        #expect(try await fixture.balance(of: card) == .init(posted: 266, available: 266))
        #expect(try await fixture.authorization(of: card).state.status == .settled)
        _ = try await fixture.follow("p7", .clearing, "c3", for: card, amount: 500)
        #expect(try await fixture.balance(of: card) == .init(posted: -234, available: -234))
        #expect(try await fixture.authorizations(of: card).count == 2)
        #expect(try await fixture.ledgerFindings() == [])
    }
}

extension IssuingFixture {
    /// A PIN in a terminal's form: encrypted in a block with the zone key.
    func zoneBlock(_ pin: String, of pan: PAN?) throws -> [UInt8] {
        try issuing.vault.zoneBlock(#require(PIN(pin)), of: #require(pan))
    }
}
