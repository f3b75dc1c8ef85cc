import CardSecrets
import Foundation
import GatewayTestSupport
import Identifiers
import Ledger
import Payments
import Testing
import TestSupport

@Suite("Paying")
struct PayTests {
    @Test("An approved payment is stored as the issuer approved it")
    func approval() async throws {
        let fixture = try await PaymentsFixture.make()
        var order = try fixture.order(1234, nonce: "n-1")
        (order.externalReference, order.metadata) = ("order 7", #"{"a":1}"#)
        let payment = try await fixture.payments.pay(order)
        #expect(payment.status == .authorized && payment.authorized == PaymentsFixture.euros(1234))
        #expect(payment.approvalCode == "A1B2C3" && payment.lastFour == "1111" && payment.scheme == .visa)
        #expect(payment.reference.count == 12 && payment.expiresAt == PaymentsFixture.start + 6 * 24 * 3600)
        #expect(try await fixture.stored(payment) == payment)
        #expect(try await fixture.payments.payment(reference: payment.reference) == payment)
        let asked = try #require(fixture.issuer.ledger.asked.first)
        #expect(asked.reference == payment.reference && asked.merchant.name == "Corner Shop")
        guard case .card(let code) = asked.instrument.kind else { return #expect(Bool(false), "not a card") }
        #expect(code == Secret(digits: "123"), "The issuer gets the security code.")
    }

    @Test("A declined payment has its reason", arguments: DeclineReason.allCases)
    func decline(reason: DeclineReason) async throws {
        let fixture = try await PaymentsFixture.make()
        fixture.issuer.answer { _ in .declined(reason) }
        let payment = try await fixture.authorized()
        #expect(payment.status == .declined && payment.declineReason == reason && payment.authorized.isZero)
        #expect(try await fixture.stored(payment) == payment)
    }

    @Test("A text with what looks like the number of a card is refused, and a long identifier is not")
    func cardNumbers() async throws {
        let fixture = try await PaymentsFixture.make()
        for (name, set) in Self.texts {
            var order = try fixture.order(500)
            set(&order, "order 4111111111111111")
            let refusal = await #expect(throws: PaymentFailure.self) { try await fixture.payments.pay(order) }
            guard case .refused(.cardNumber(in: name))? = refusal else {
                Issue.record("\(name): \(String(describing: refusal))")
                continue
            }
            set(&order, "20261123225512345")
            #expect(try await fixture.payments.pay(order).status == .authorized)
        }
    }

    private static let texts: [(String, @Sendable (inout NewPayment, String) -> Void)] = [
        ("nonce", { $0.nonce = $1 }), ("external reference", { $0.externalReference = $1 }),
        ("metadata", { $0.metadata = $1 }),
    ]

    @Test("A payment may capture everything at once")
    func sale() async throws {
        let fixture = try await PaymentsFixture.make()
        var order = try fixture.order(500)
        order.capturesAtOnce = true
        let payment = try await fixture.payments.pay(order)
        #expect(payment.status == .captured && payment.captured == PaymentsFixture.euros(500))
        let steps = try await fixture.payments.steps(of: payment.id)
        #expect(steps.map(\.kind) == [.capture] && steps[0].isFinal)
        #expect(try await fixture.payments.step(reference: steps[0].reference)?.step == steps[0])
        #expect(try await fixture.payments.payment(reference: steps[0].reference) == nil)
    }

    @Test("A partial approval is given back unless the merchant accepts it")
    func partialApproval() async throws {
        let fixture = try await PaymentsFixture.make()
        fixture.issuer.answer { _ in .approved(amount: PaymentsFixture.euros(300), code: "P") }
        var order = try fixture.order(500)
        let refused = try await fixture.payments.pay(order)
        #expect(refused.status == .declined && refused.declineReason == .malfunction)
        #expect(fixture.issuer.held(for: refused) == 0)
        order.canApproveInPart = true
        let taken = try await fixture.payments.pay(order)
        #expect(taken.status == .authorized && taken.authorized == PaymentsFixture.euros(300))
    }

    @Test("Zero verifies an account and leaves nothing to capture")
    func verification() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.authorized(0)
        #expect(payment.status == .authorized)
        let capture = await refusal { try await fixture.payments.capture(payment.id) }
        #expect(capture == .moreThanAuthorized(left: PaymentsFixture.euros(0)))
    }

    @Test("A merchant uses a nonce once at a gateway, even in simultaneous requests")
    func nonce() async throws {
        let fixture = try await PaymentsFixture.make()
        let outcomes = await withTaskGroup(of: PaymentID?.self) { group in
            for _ in 0..<10 {
                group.addTask { try? await fixture.payments.pay(fixture.order(nonce: "once")).id }
            }
            return await group.reduce(into: [PaymentID]()) { ids, id in if let id { ids.append(id) } }
        }
        #expect(outcomes.count == 1)
        let again = await refusal { try await fixture.payments.pay(fixture.order(nonce: "once")) }
        #expect(again == .duplicateNonce(outcomes[0]))
        #expect(fixture.issuer.ledger.asked.count == 1)
        var elsewhere = NewPayment(
            merchant: PaymentsFixture.shop, gateway: Gateway("other"),
            instrument: try PaymentsFixture.instrument(), amount: PaymentsFixture.euros(1))
        elsewhere.nonce = "once"
        #expect(try await fixture.payments.pay(elsewhere).status == .authorized)
    }

    @Test("An invalid request is refused before the issuer is asked")
    func refusals() async throws {
        let fixture = try await PaymentsFixture.make()
        let limit = PaymentsFixture.euros(Payments.amountLimit)
        let tooMuch = await refusal { try await fixture.payments.pay(fixture.order(Payments.amountLimit + 1)) }
        #expect(tooMuch == .amountNotAccepted(limit: limit))
        let negative = await refusal { try await fixture.payments.pay(fixture.order(-1)) }
        #expect(negative == .amountNotAccepted(limit: limit))
        let long = await refusal {
            try await fixture.payments.pay(fixture.order(nonce: String(repeating: "n", count: 4097)))
        }
        #expect(long == .tooLong("nonce", limit: 4096))
        let stranger = await refusal {
            try await fixture.payments.pay(
                NewPayment(
                    merchant: #require(MerchantID("1")), gateway: PaymentsFixture.gateway,
                    instrument: PaymentsFixture.instrument(), amount: PaymentsFixture.euros(1)))
        }
        #expect(stranger == .merchantNotFound)
        var instrument = try PaymentsFixture.instrument()
        instrument.agreedAmount = PaymentsFixture.euros(99)
        let other = await refusal {
            try await fixture.payments.pay(
                NewPayment(
                    merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, instrument: instrument,
                    amount: PaymentsFixture.euros(100)))
        }
        #expect(other == .otherAmountAgreed(PaymentsFixture.euros(99)))
        #expect(fixture.issuer.ledger.asked.isEmpty)
        #expect(try await fixture.texts("SELECT count(*)::text FROM merchants.payment") == ["0"])
    }

    @Test("A nonce as long as allowed is accepted")
    func longestNonce() async throws {
        let fixture = try await PaymentsFixture.make()
        // Random digits, because Postgres compresses repeated ones.
        let nonce = Entropy.seeded(3).digits(4096)
        let payment = try await fixture.payments.pay(try fixture.order(nonce: nonce))
        let found = try await fixture.payments.payments(
            PaymentFilter(merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, .nonces([nonce])))
        #expect(found == [payment])
    }

    @Test("The issuer is asked after the customer has authenticated, with the cryptogram, which is kept no longer")
    func authentication() async throws {
        let fixture = try await PaymentsFixture.make()
        var order = NewPayment(
            merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway,
            instrument: PaymentInstrument(
                pan: try PaymentsFixture.instrument().pan, expiry: nil,
                kind: .token(.apple, cryptogram: Secret([1, 2, 3]), eci: "07")),
            amount: PaymentsFixture.euros(100))
        order.needsAuthentication = true
        let waiting = try await fixture.payments.pay(order)
        #expect(waiting.status == .pendingAuthentication && fixture.issuer.ledger.asked.isEmpty)
        let paid = try await fixture.authenticate(waiting)
        #expect(paid.status == .authorized && paid.wallet == .apple)
        #expect(waiting.eci == "07" && paid.eci == "05" && paid.authentication == .authenticated)
        #expect(try await fixture.stored(paid) == paid && fixture.issuer.ledger.asked[0].isAuthenticated)
        guard case .token(.apple, let cryptogram, "07") = fixture.issuer.ledger.asked[0].instrument.kind else {
            return #expect(Bool(false), "another instrument")
        }
        #expect(cryptogram == Secret([1, 2, 3]))
        #expect(try await fixture.authenticate(waiting) == paid && fixture.issuer.ledger.asked.count == 1)
        _ = try await fixture.payments.void(paid.id)
        let reversal = try #require(fixture.issuer.ledger.reversals.values.first)
        guard case .token(.apple, let kept, "07") = reversal.instrument.kind else {
            return #expect(Bool(false), "another instrument")
        }
        #expect(kept == nil)

        let failed = try await fixture.payments.pay(order)
        let declined = try await fixture.payments.cancelAuthentication(of: failed.id)
        #expect(declined.status == .declined && declined.declineReason == .notAuthenticated)
        #expect(declined.authentication == .notCompleted && fixture.issuer.ledger.asked.count == 1)
    }

    @Test("No number, code or cryptogram is in a table in clear")
    func secrecy() async throws {
        let fixture = try await PaymentsFixture.make()
        _ = try await fixture.captured()
        let rows = try await fixture.texts("SELECT p::text FROM merchants.payment p")
        #expect(rows.count == 1)
        let number = Data("4111111111111111".utf8).map { String($0, radix: 16) }.joined()
        #expect(!rows[0].contains("4111111111111111") && !rows[0].contains(number))
        #expect("\(try PaymentsFixture.instrument())" == "••••")
    }

    @Test("Lists have pages, newest first, of the selected payments")
    func lists() async throws {
        let fixture = try await PaymentsFixture.make()
        var all: [Payment] = []
        for number in 1...5 {
            fixture.time.move(seconds: 1)
            var order = try fixture.order(Int64(number))
            order.externalReference = number.isMultiple(of: 2) ? "even" : "odd"
            all.insert(try await fixture.payments.pay(order), at: 0)
        }
        func list(
            _ selection: PaymentFilter.Selection, after: Payment? = nil, limit: Int = 100
        ) async throws -> [Payment] {
            try await fixture.payments.payments(
                PaymentFilter(
                    merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, selection, after: after,
                    limit: limit))
        }
        #expect(try await list(.all) == all)
        #expect(try await list(.all, limit: 2) == Array(all[0..<2]))
        #expect(try await list(.all, after: all[1], limit: 2) == Array(all[2..<4]))
        #expect(try await list(.externalReference("even")) == [all[1], all[3]])
        let shop = PaymentsFixture.shop
        let newest = try await fixture.payments.payments(
            under: [(shop, "odd"), (shop, "even"), (shop, "none")], at: PaymentsFixture.gateway, limit: 2)
        #expect(Set(newest) == Set(all[0..<4]))
        let elsewhere = try await fixture.payments.payments(
            under: [(shop, "odd")], at: Gateway("elsewhere"), limit: 2)
        #expect(elsewhere == [])
        #expect(try await list(.status(.authorized)) == all)
        #expect(try await list(.status(.declined)) == [])
    }

    @Test("Payments of one moment are listed newest first, page by page, by any selection", arguments: [1, 2, 3, 7])
    func listed(limit: Int) async throws {
        let fixture = try await PaymentsFixture.make()
        var made: [PaymentID] = []
        for _ in 1...6 {
            var order = try fixture.order()
            order.externalReference = "order-1"
            made.append(try await fixture.payments.pay(order).id)
        }
        for selection in [PaymentFilter.Selection.all, .status(.authorized), .externalReference("order-1")] {
            var (paged, last) = ([PaymentID](), Payment?.none)
            for _ in 1...7 {
                var filter = PaymentFilter(
                    merchant: PaymentsFixture.shop, gateway: PaymentsFixture.gateway, selection)
                (filter.after, filter.limit) = (last, limit)
                let page = try await fixture.payments.payments(filter)
                guard let end = page.last else { break }
                paged += page.map(\.id)
                last = end
            }
            #expect(paged == made.reversed())
        }
    }
}
