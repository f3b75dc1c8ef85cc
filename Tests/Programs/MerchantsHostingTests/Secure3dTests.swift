import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Gateways
import HTTPTypes
import Issuing
import IssuingTestSupport
import Ledger
import NetworkServer
import Payments
import Sandbox
import Stitch
import Testing
import TestSupport

@Suite("3-D Secure at the issuer", .timeLimit(.minutes(5)))
struct Secure3dTests {
    private typealias Scene = (fixture: IssuingFixture, shop: SecureShop, shopper: Shopper)

    private static func scene() async throws -> Scene {
        let fixture = try await IssuingFixture.make()
        return (fixture, try await SecureShop(fixture), try await Shopper(fixture))
    }

    @Test("The code in a message that names the payment confirms it, and the issuer learns how")
    func code() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        #expect(payment.status == .pendingAuthentication)
        #expect(try await shopper.balance().available == 5000)

        let page = try await shop.page(of: payment)
        #expect(page.status == .ok && page.html.contains("Bread &amp; &lt;b&gt;Butter&lt;/b&gt;"))
        #expect(page.html.contains("12.34 EUR") && page.html.contains("ending in \(shopper.card.lastFour)<"))
        #expect(try await fixture.sandbox.messages(to: shopper.card.customer).allSatisfy { $0.about == nil })

        let sent = try await shop.answer(payment, "sms")
        let message = try #require(try await fixture.sandbox.messages(to: shopper.card.customer).first)
        #expect(message.about == "12.34 EUR to Bread & <b>Butter</b>" && message.channel == .smsCode)
        let code = try #require(message.code)
        #expect(sent.html.contains("The code that we sent to +") && !sent.html.contains(message.target))

        let done = try await shop.answer(payment, "code", code: code)
        #expect(done.status == .seeOther && done.location == "\(SecureShop.done)?transactionId=\(payment.id)")
        let paid = try await shop.stored(payment)
        #expect(paid.status == .captured && paid.authentication == .authenticated && paid.eci == "05")
        #expect(try await fixture.authorization(of: shopper.card).payment.challenge == .threeDSecure)
        #expect(try await shopper.balance().available == 3766)

        // The same form again, also many times at once, leads back and pays nothing.
        try await withThrowingTaskGroup(of: SecureShop.Page.self) { group in
            for _ in 1...5 { group.addTask { try await shop.answer(payment, "code", code: code) } }
            for try await page in group { #expect(page.status == .seeOther) }
        }
        #expect(try await shop.stored(payment) == paid)
        #expect(try await shop.page(of: payment).status == .notFound)
        #expect(try await fixture.authorizations(of: shopper.card).count == 1)
    }

    @Test("Of many right codes at once, one pays")
    func doubleSubmit() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        _ = try await shop.answer(payment, "sms")
        let code = try await shop.code(for: shopper)
        try await withThrowingTaskGroup(of: SecureShop.Page.self) { group in
            for _ in 1...4 { group.addTask { try await shop.answer(payment, "code", code: code) } }
            for try await page in group { #expect(page.status == .seeOther) }
        }
        #expect(try await shop.stored(payment).status == .captured)
        #expect(try await fixture.authorizations(of: shopper.card).count == 1)
    }

    @Test("Wrong codes are counted, and the last one declines the payment for good")
    func wrongCodes() async throws {
        let (_, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        _ = try await shop.answer(payment, "sms")
        let code = try await shop.code(for: shopper)
        let wrong = code == "000000" ? "000001" : "000000"
        for left in [4, 3, 2, 1] {
            let page = try await shop.answer(payment, "code", code: wrong)
            #expect(page.status == .ok && page.html.contains("The code is wrong. Attempts left: \(left)."))
        }
        #expect(try await shop.answer(payment, "code", code: wrong).status == .seeOther)
        _ = try await shop.answer(payment, "code", code: code)
        let declined = try await shop.stored(payment)
        #expect(declined.status == .declined && declined.declineReason == .notAuthenticated)
        #expect(declined.authentication == .declined)
        #expect(try await shopper.balance().available == 5000)
    }

    @Test("New codes do not make guessing easier: the customer's own limit declines the payment")
    func guessing() async throws {
        let (_, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        var page = try await shop.answer(payment, "sms")
        var guesses = 0
        while page.status == .ok, guesses < 25 {
            if guesses % 4 == 0 { page = try await shop.answer(payment, "sms") }
            let right = try await shop.code(for: shopper)
            page = try await shop.answer(payment, "code", code: right == "000000" ? "000001" : "000000")
            guesses += 1
        }
        #expect(guesses <= 11)
        #expect(try await shop.stored(payment).authentication == .declined)
    }

    @Test("A code confirms the payment that its message names, and no other")
    func dynamicLinking() async throws {
        let (_, shop, shopper) = try await Self.scene()
        let cheap = try await shop.pay(with: shopper, Money(minorUnits: 1, currency: .euro))
        let dear = try await shop.pay(with: shopper, Money(minorUnits: 4000, currency: .euro))
        _ = try await shop.answer(dear, "sms")
        _ = try await shop.answer(cheap, "sms")
        let code = try await shop.code(for: shopper)
        #expect(try await shop.answer(dear, "code", code: code).html.contains("The code is wrong."))
        #expect(try await shop.stored(dear).status == .pendingAuthentication)
        #expect(try await shop.answer(cheap, "code", code: code).status == .seeOther)
        #expect(try await shop.stored(cheap).status == .captured)
    }

    @Test("The issuer's app can confirm a payment, too", arguments: [true, false])
    func app(isApproved: Bool) async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        #expect(try await shop.answer(payment, "app").html.contains("Open your app"))
        #expect(try await shop.answer(payment, "confirm").html.contains("Your app has not answered yet."))
        let message = try #require(try await fixture.sandbox.messages(to: shopper.card.customer).first)
        #expect(message.about?.hasPrefix("12.34 EUR to ") == true && message.code == nil)
        _ = try await fixture.sandbox.answerPush(message.id, approving: isApproved)
        #expect(try await shop.answer(payment, "confirm").status == .seeOther)
        let ended = try await shop.stored(payment)
        #expect(ended.authentication == (isApproved ? .authenticated : .declined))
        #expect(ended.status == (isApproved ? .captured : .declined))
    }

    @Test("A payment that has waited too long is not confirmed, even with the right code")
    func expiry() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        _ = try await shop.answer(payment, "sms")
        let code = try await shop.code(for: shopper)
        try await fixture.sandbox.setClock(.frozen(at: IssuingFixture.now.addingTimeInterval(15 * 60)))
        #expect(try await shop.answer(payment, "code", code: code).status == .notFound)
        try await shop.side.settleWhatIsDue()
        let expired = try await shop.stored(payment)
        #expect(expired.status == .expired && expired.authentication == .notCompleted)
        #expect(try await shop.answer(payment, "code", code: code).status == .seeOther)
        #expect(try await shopper.balance().available == 5000)
    }

    @Test("An old code is no longer right, and a new one can be sent")
    func oldCode() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let payment = try await shop.pay(with: shopper)
        _ = try await shop.answer(payment, "sms")
        let code = try await shop.code(for: shopper)
        try await fixture.sandbox.setClock(.frozen(at: IssuingFixture.now.addingTimeInterval(5 * 60)))
        #expect(try await shop.answer(payment, "code", code: code).html.contains("Send a text message"))
        _ = try await shop.answer(payment, "sms")
        let next = try await shop.code(for: shopper)
        #expect(try await shop.answer(payment, "code", code: next).status == .seeOther)
        #expect(try await shop.stored(payment).authentication == .authenticated)
    }

    @Test("A page belongs to a payment at its own gateway that waits for its cardholder")
    func otherPayments() async throws {
        let (_, shop, shopper) = try await Self.scene()
        let elsewhere = try await shop.pay(with: shopper, at: Gateway("counter"))
        #expect(elsewhere.status == .pendingAuthentication)
        #expect(try await shop.page(of: elsewhere).status == .notFound)
        #expect(try await shop.answer(elsewhere, "cancel").status == .notFound)
        #expect(try await shop.stored(elsewhere).status == .pendingAuthentication)
    }

    @Test("The lookup fails for a card that the issuer does not have, and for a brand whose partner authenticates")
    func lookups() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        for kind in [PaymentInstrument.Kind.card(cvv2: nil), .token(.apple, cryptogram: Secret([1]), eci: "07")] {
            let pan = try #require(PAN("4111111111111111"))
            let unknown = try await shop.pay(with: PaymentInstrument(pan: pan, expiry: nil, kind: kind))
            #expect(unknown.status == .declined && unknown.authentication == .lookupFailed)
        }
        var policy = try await fixture.issuing.authenticationPolicy(of: DemoUniverse.brand)
        policy.mode = .outsourced
        try await fixture.issuing.setAuthenticationPolicy(policy, of: DemoUniverse.brand)
        #expect(try await shop.pay(with: shopper).authentication == .lookupFailed)
    }

    @Test("A typed number pays with a card that requires authentication on the internet")
    func typedNumber() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        var terms = PaymentTerms.standard
        terms.needsAuthentication = true
        try await fixture.sandbox.administration.set(terms, of: shopper.card.program)
        let number = PaymentInstrument(
            pan: try await fixture.sandbox.plastic(of: shopper.card.id).pan,
            expiry: .init(year: shopper.card.expiry.year, month: shopper.card.expiry.month), kind: .card(cvv2: nil))
        let without = try await shop.payments.pay(
            NewPayment(merchant: shop.id, gateway: .stitch, instrument: number, amount: SecureShop.price))
        #expect(without.declineReason == .notPermitted)
        let payment = try await shop.pay(with: number)
        _ = try await shop.answer(payment, "sms")
        _ = try await shop.answer(payment, "code", code: shop.code(for: shopper))
        #expect(try await shop.stored(payment).status == .captured)
    }

    @Test("Without an answer of the issuer the payment fails, and the page says so")
    func issuerDown() async throws {
        let (fixture, shop, shopper) = try await Self.scene()
        let cut = try await SecureShop(fixture, asking: CutDesk())
        let payment = try await shop.pay(with: shopper)
        #expect(try await cut.page(of: payment).status == .serviceUnavailable)
        #expect(try await cut.stored(payment).status == .pendingAuthentication)
        let lost = try await cut.pay(with: shopper)
        #expect(lost.status == .declined && lost.declineReason == .malfunction && lost.authentication == nil)
    }
}

/// A network that reaches no issuer.
private struct CutDesk: NetworkDesk {
    func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage { throw .overloaded }

    func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? { throw .overloaded }
}
