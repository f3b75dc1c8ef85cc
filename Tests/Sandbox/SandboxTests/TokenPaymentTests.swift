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

@Suite("Payments with tokens on simulated phones")
struct TokenPaymentTests {
    @Test("The network finds the card of a payment, and its cryptogram is valid for one message", arguments: [
        (DemoProgram.virtualVisa, "489537", "07"), (.virtualMastercard, "535375", "02"),
    ])
    func valid(program: DemoProgram, prefix: String, indicator: String) async throws {
        let payer = try await PayingPhone(.shared(), program)
        let payment = try await payer.pay()
        #expect(payment.dpan.bin == prefix && payment.dpan.lastFour == payer.token.dpanLastFour)
        #expect(payment.cryptogram.counter == 1 && payment.indicator == indicator && payment.wallet == .google)
        #expect(payment.expiry == Expiry(month: 3, year: 2030), "four years after the token was issued")

        let found = try await payer.present(payment, in: "M1")
        #expect(found.cryptogram == .valid && found.counter == 1 && found.status == .active)
        #expect(found.reference == payer.token.reference)
        #expect(try await found.pan == payer.fixture.sandbox.plastic(of: payer.card.id).pan)
        #expect(found.requestorID == "90000000002" && found.expiry == payment.expiry)
        #expect(found.isExpiryRight && found.isRequestorRight)

        #expect(try await payer.present(payment, in: "M2").cryptogram == .replayed)
        #expect(try await payer.present(payment, in: "M1").cryptogram == .valid, "the same message is repeated")
    }

    @Test("Payments of an app are accepted out of order, up to 16 counters late")
    func window() async throws {
        let payer = try await PayingPhone(.shared())
        let payments = try await payer.pay(times: 18)
        #expect(payments.map(\.cryptogram.counter) == Array(1...18))
        #expect(Set(payments.map(\.bytes)).count == 18)
        #expect(try await payer.present(payments[17], in: "M18").cryptogram == .valid)
        #expect(try await payer.present(payments[0], in: "M1").cryptogram == .replayed, "17 behind the highest")
        #expect(try await payer.present(payments[1], in: "M2").cryptogram == .valid, "16 behind the highest")
        #expect(try await payer.present(payments[9], in: "M10").cryptogram == .valid)
        #expect(try await payer.present(payments[9], in: "N10").cryptogram == .replayed)
        #expect(try await payer.present(payments[1], in: "N2").cryptogram == .replayed)
    }

    @Test("In a shop the counter only goes up")
    func inStore() async throws {
        let payer = try await PayingPhone(.shared())
        let payments = try await payer.pay(times: 3, isInStore: true)
        #expect(payments.allSatisfy { $0.indicator == nil })
        #expect(try await payer.present(payments[1], in: "M2", by: .contactless).cryptogram == .valid)
        #expect(try await payer.present(payments[0], in: "M1", by: .contactless).cryptogram == .replayed)
        #expect(try await payer.present(payments[2], in: "M3", by: .ecommerce).cryptogram == .wrong)
        #expect(try await payer.present(payments[2], in: "M3", by: .contactless).cryptogram == .valid)
    }

    @Test("A cryptogram is wrong for any other payment or token, and a wrong one uses no counter")
    func wrong() async throws {
        let (payer, other) = (try await PayingPhone(.shared()), try await PayingPhone(.shared()))
        let (payment, others) = (try await payer.pay(), try await other.pay())
        var changed = payment.bytes
        changed[19] ^= 1
        let zloty = try #require(Currency("PLN"))
        let wrong = [
            try await payer.present(payment, in: "M", amount: Money(minorUnits: 1251, currency: .euro)),
            try await payer.present(payment, in: "M", amount: Money(minorUnits: 1250, currency: zloty)),
            try await payer.present(payment, in: "M", by: .contactless),
            try await payer.present(payment, in: "M", as: others.dpan),
            try await payer.present(payment, in: "M", cryptogram: others.bytes),
            try await payer.present(payment, in: "M", cryptogram: changed),
            try await payer.present(payment, in: "M", cryptogram: payment.bytes.dropLast()),
            try await payer.present(payment, in: "M", cryptogram: []),
        ]
        #expect(wrong.map(\.cryptogram) == Array(repeating: .wrong, count: wrong.count))
        #expect(try await payer.present(payment, in: "M", cryptogram: .some(nil)).cryptogram == .notSent)
        #expect(try await payer.present(payment, in: "M").cryptogram == .valid)
        #expect(try await other.present(others, in: "M").cryptogram == .valid)
    }

    @Test("A number that belongs to no token is unknown, even the number of the card itself")
    func unknown() async throws {
        let payer = try await PayingPhone(.shared())
        let payment = try await payer.pay()
        let numbers = [
            try await payer.fixture.sandbox.plastic(of: payer.card.id).pan, try #require(PAN("4895370000000007")),
        ]
        for number in numbers {
            let presented = PresentedToken(
                dpan: number, cryptogram: payment.bytes, amount: Money(minorUnits: 1250, currency: .euro),
                entryMode: .ecommerce, message: try #require(NetworkReference("M")))
            #expect(try await payer.fixture.sandbox.detokenize(presented) == nil)
        }
    }

    @Test("A payment with another expiry or requestor is noticed")
    func otherValues() async throws {
        let payer = try await PayingPhone(.shared())
        let payment = try await payer.pay()
        let found = try await payer.present(
            payment, in: "M", expiry: payer.card.expiry, requestorID: WalletType.apple.requestorID)
        #expect(!found.isExpiryRight && !found.isRequestorRight && found.cryptogram == .valid)
    }

    @Test("Of simultaneous messages with one cryptogram exactly one has a valid one", arguments: [true, false])
    func simultaneously(isInStore: Bool) async throws {
        let fixture = try await IssuingFixture.make()
        let payer = try await PayingPhone(fixture)
        for round in 1...5 {
            let payment = try await payer.pay(isInStore: isInStore)
            let answers = try await race(8, in: fixture) { server, number in
                try await payer.present(
                    payment, in: "M\(round)-\(number)", by: isInStore ? .contactless : .ecommerce, to: server
                ).cryptogram
            }
            let verdicts = try answers.map { try $0.get() }
            #expect(verdicts.count { $0 == .valid } == 1 && verdicts.count { $0 == .replayed } == 7)
        }
    }

    @Test("Another server on the same database knows tokens, counters and used cryptograms")
    func durable() async throws {
        let fixture = try await IssuingFixture.make()
        let payer = try await PayingPhone(fixture)
        let (first, second) = (try await payer.pay(), try await payer.pay())
        #expect(try await payer.present(first, in: "M1").cryptogram == .valid)
        let later = try await fixture.server()
        #expect(try await payer.present(first, in: "N1", to: later).cryptogram == .replayed)
        #expect(try await payer.present(first, in: "M1", to: later).cryptogram == .valid)
        #expect(try await payer.present(second, in: "M2", to: later).cryptogram == .valid)
        let third = try await later.sandbox.makePayment(
            with: payer.token.reference, on: payer.phone.id, of: Money(minorUnits: 1250, currency: .euro),
            isInStore: false)
        #expect(third.cryptogram.counter == 3 && third.dpan == first.dpan)
        #expect(try await payer.present(third, in: "M3").cryptogram == .valid)
    }

    @Test("A database's dump has neither the number nor the key of a token")
    func sealed() async throws {
        let fixture = try await IssuingFixture.make()
        let payer = try await PayingPhone(fixture)
        let payment = try await payer.pay()
        #expect(try await payer.present(payment, in: "M1").cryptogram == .valid)
        let dump = try await DatabaseDump.text(of: fixture.scratch)
        let digits = payment.dpan.reveal { $0 }
        #expect(dump.contains(payer.token.reference) && !dump.contains(digits))
        #expect(!dump.contains(EncodedBytes.hexadecimal(Array(digits.utf8))))
        #expect(!dump.contains(EncodedBytes.hexadecimal(payment.bytes)))
    }
}
