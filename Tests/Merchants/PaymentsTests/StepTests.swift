import Foundation
import GatewayTestSupport
import Identifiers
import Ledger
import Payments
import Testing
import TestSupport

@Suite("Captures, voids and refunds")
struct StepTests {
    @Test("A last capture of less gives the rest back at once")
    func lastCapture() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.authorized(10_000)
        let captured = try await fixture.payments.capture(payment.id, PaymentsFixture.euros(7000))
        #expect(captured.step.kind == .capture && captured.step.isFinal)
        #expect(captured.payment.status == .captured && captured.payment.voided == PaymentsFixture.euros(3000))
        #expect(fixture.issuer.held(for: payment) == 7000)
        let steps = try await fixture.payments.steps(of: payment.id)
        #expect(steps.map(\.kind) == [.capture, .void])
        #expect(Set(steps.map(\.reference) + [payment.reference]).count == 3)
    }

    @Test("A capture can be voided until it is cleared, and then only refunded")
    func voidAfterCapture() async throws {
        let fixture = try await PaymentsFixture.make()
        let early = try await fixture.captured()
        let part = try await fixture.payments.void(early.id, PaymentsFixture.euros(4000)).payment
        #expect(part.status == .captured && part.captured == PaymentsFixture.euros(6000))
        let late = try await fixture.captured()
        fixture.time.move(seconds: 24 * 3600)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.total(.capture) == 16_000)
        #expect(try await fixture.stored(late).settledAt != nil)
        let void = await refusal { try await fixture.payments.void(late.id) }
        #expect(void == .alreadySettled)
        #expect(try await fixture.payments.refund(late.id).payment.status == .refunded)
    }

    @Test("A capture that is voided completely is never cleared")
    func voidOfEverything() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        #expect(try await fixture.payments.void(payment.id).payment.status == .voided)
        #expect(fixture.issuer.held(for: payment) == 0)
        fixture.time.move(seconds: 48 * 3600)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0)
        #expect(fixture.house.ledger.presented.isEmpty)
    }

    @Test("A step's nonce is used once")
    func nonce() async throws {
        let fixture = try await PaymentsFixture.make()
        let (one, other) = (try await fixture.captured(), try await fixture.captured())
        _ = try await fixture.payments.refund(one.id, PaymentsFixture.euros(1), nonce: "r")
        for payment in [one, other] {
            let again = await refusal {
                try await fixture.payments.refund(payment.id, PaymentsFixture.euros(1), nonce: "r")
            }
            #expect(again == .duplicateNonce(one.id))
        }
        #expect(try await fixture.stored(one).refunded == PaymentsFixture.euros(1))
        #expect(try await fixture.stored(other).refunded.isZero)
    }

    @Test("A change with a reference is made once, and is found by the reference")
    func once() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        func refund(_ cents: Int64, under reference: String?) async throws -> OnceSteppedPayment {
            try await fixture.payments.once(.refund, of: payment.id, under: reference) { nonce throws(PaymentFailure) in
                try await fixture.payments.refund(payment.id, PaymentsFixture.euros(cents), nonce: nonce)
            }
        }
        let first = try await refund(1, under: "a b")
        let again = try await refund(2, under: "a b")
        #expect(!first.isRepeated && again.isRepeated)
        #expect(again.made.step == first.made.step && again.made.step.onceReference == "a b")
        #expect(again.made.payment.refunded == PaymentsFixture.euros(1))
        for reference in ["c", nil] { #expect(try await !refund(1, under: reference).isRepeated) }
        #expect(try await fixture.stored(payment).refunded == PaymentsFixture.euros(3))
    }

    @Test("A refused step changes nothing")
    func refusals() async throws {
        let fixture = try await PaymentsFixture.make()
        let unknown = PaymentID(rawValue: UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
        #expect(await refusal { try await fixture.payments.capture(unknown) } == .notFound)
        let payment = try await fixture.authorized(100)
        let dollars = Money(minorUnits: 1, currency: try #require(Currency("USD")))
        #expect(await refusal { try await fixture.payments.capture(payment.id, dollars) }
            == .otherCurrency(PaymentsFixture.euro))
        #expect(await refusal { try await fixture.payments.void(payment.id, PaymentsFixture.euros(101)) }
            == .moreThanAuthorized(left: PaymentsFixture.euros(100)))
        #expect(await refusal { try await fixture.payments.refund(payment.id) }
            == .wrongStatus(.authorized, accepted: [.captured]))
        #expect(try await fixture.stored(payment) == payment)
        #expect(try await fixture.payments.steps(of: payment.id) == [])
    }

    @Test("Fifty captures, voids and refunds at once never take more than there is", arguments: [1, 2, 3])
    func simultaneous(seed: Int) async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.authorized(1000)
        _ = try await fixture.payments.capture(payment.id, PaymentsFixture.euros(100), isFinal: false)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                let amount = PaymentsFixture.euros(Int64(20 + (number * 7 + seed * 13) % 60))
                group.addTask {
                    switch (number + seed) % 3 {
                    case 0: _ = try? await fixture.payments.capture(payment.id, amount, isFinal: false)
                    case 1: _ = try? await fixture.payments.void(payment.id, amount)
                    default: _ = try? await fixture.payments.refund(payment.id, amount)
                    }
                }
            }
        }
        let stored = try await fixture.stored(payment)
        #expect(stored.captured.minorUnits + stored.voided.minorUnits <= 1000)
        #expect(stored.refunded.minorUnits <= stored.captured.minorUnits)
        let steps = try await fixture.payments.steps(of: payment.id)
        func sum(_ kind: PaymentStep.Kind) -> Int64 {
            steps.filter { $0.kind == kind }.reduce(0) { $0 + $1.amount.minorUnits }
        }
        #expect(sum(.void) == stored.voided.minorUnits && sum(.refund) == stored.refunded.minorUnits)
        #expect(fixture.issuer.held(for: payment) == 1000 - stored.voided.minorUnits)
        fixture.time.move(seconds: 24 * 3600)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.total(.capture) == stored.captured.minorUnits)
        #expect(fixture.house.total(.refund) == stored.refunded.minorUnits)
    }

    @Test("Of fifty whole captures at once, one succeeds; so does one void and one refund")
    func oneWins() async throws {
        let fixture = try await PaymentsFixture.make()
        let (first, second) = (try await fixture.authorized(), try await fixture.authorized())
        func winners(_ body: @escaping @Sendable () async throws -> Void) async -> Int {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 { group.addTask { (try? await body()) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
        }
        #expect(await winners { _ = try await fixture.payments.capture(first.id) } == 1)
        #expect(await winners { _ = try await fixture.payments.refund(first.id) } == 1)
        #expect(await winners { _ = try await fixture.payments.void(second.id) } == 1)
    }
}
