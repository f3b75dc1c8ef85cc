import Authorizing
import Cards
import CardSecrets
import CardServer
import Foundation
import Gateways
import HTTPService
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Logging
import MerchantsHosting
import NetworkServer
import Payments
import Sandbox
import SandboxServer
import Testing
import TestSupport

@Suite("A phone pays a merchant", .timeLimit(.minutes(5)))
struct ClosedLoopTests {
    private static let gateway = Gateway("counter")
    private static let day = 86_400.0

    private struct Shop {
        let fixture: IssuingFixture
        let side: MerchantsServer
        let id: MerchantID

        var payments: Payments { side.payments }

        /// - Parameter desk: the card network; that of the fixture's sandbox if nil.
        init(_ fixture: IssuingFixture, asking desk: (any NetworkDesk)? = nil) async throws {
            self.fixture = fixture
            let settings = CardServerSettings(
                logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusRegistry())
            side = MerchantsServer(
                over: fixture.issuing, asking: desk ?? SimulatedNetworkDesk(fixture.sandbox), trusting: try .sandbox(),
                settings)
            id = try #require(MerchantID("700000000001"))
            let merchant = try #require(
                Merchant(
                    id: id, name: "Corner Shop", category: 5411, country: "DE", city: "Berlin", currency: .euro))
            try await side.payments.add(merchant)
        }

        func key(for wallet: WalletKind) async throws -> MerchantPublicKey {
            let walletID: String? =
                switch wallet {
                case .apple: "merchant.counter.700000000001"
                case .google: "gateway:counter"
                case .samsung: nil
                }
            return try await side.keys.makeKey(
                for: KeyOwner(merchant: id, gateway: ClosedLoopTests.gateway, wallet: wallet), walletID: walletID)
        }

        func charge(_ token: WalletPaymentToken, _ price: Money) async throws -> Payment {
            let instrument = try await side.keys.open(
                token, for: id, at: ClosedLoopTests.gateway, expecting: price, maximumAge: 120)
            return try await payments.pay(
                NewPayment(merchant: id, gateway: ClosedLoopTests.gateway, instrument: instrument, amount: price))
        }

        /// Moves the clock, and settles the days that end.
        func wait(days: Double) async throws {
            let later = fixture.sandbox.clock.now().addingTimeInterval(days * ClosedLoopTests.day)
            try await fixture.sandbox.setClock(.frozen(at: later))
            try await side.settleWhatIsDue()
        }
    }

    private static func euros(_ cents: Int64) -> Money { Money(minorUnits: cents, currency: .euro) }

    @Test("The money is held, captured, cleared at the end of the day, listed and refunded",
        arguments: WalletKind.allCases)
    func wholeLife(wallet: WalletKind) async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await Shop(fixture), try await Shopper(fixture))
        let price = Self.euros(1234)

        let token = try await shopper.pay(price, to: shop.key(for: wallet))
        let payment = try await shop.charge(token, price)
        #expect(payment.status == .authorized && payment.wallet == wallet && payment.authorized == price)
        #expect(try await shopper.balance() == .init(posted: 5000, available: 3766))

        // The rest of a final capture goes back at once.
        _ = try await shop.payments.capture(payment.id, Self.euros(1000))
        try await shop.side.settleWhatIsDue()
        #expect(try await shopper.balance() == .init(posted: 5000, available: 4000))

        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 4000, available: 4000))
        let authorization = try await fixture.authorization(of: shopper.card)
        #expect(authorization.state.status == .settled && authorization.payment.merchant.name == "Corner Shop")

        _ = try await shop.payments.refund(payment.id, Self.euros(300))
        #expect(try await shopper.balance() == .init(posted: 4000, available: 4000))
        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 4300, available: 4300))
        let amounts = try await fixture.transactions(of: shopper.card).map(\.amount.minorUnits)
        #expect(amounts == [300, 1000, 5000], "newest first")

        // A day later, nothing is cleared again.
        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 4300, available: 4300))
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("Of two rounds at once, each returns when the capture is cleared, whichever round has claimed it")
    func roundsAtOnce() async throws {
        let fixture = try await IssuingFixture.make()
        let shop = try await Shop(fixture, asking: SlowDesk(fixture))
        let shopper = try await Shopper(fixture)
        let payment = try await shop.charge(
            shopper.pay(Self.euros(1000), to: shop.key(for: .apple)), Self.euros(1000))
        _ = try await shop.payments.capture(payment.id, Self.euros(1000))
        try await fixture.sandbox.setClock(.frozen(at: fixture.sandbox.clock.now() + Self.day))
        try await withThrowingTaskGroup { group in
            for _ in 1...2 {
                group.addTask {
                    try await shop.side.settleWhatIsDue()
                    return try await shopper.balance()
                }
            }
            for try await balance in group { #expect(balance == .init(posted: 4000, available: 4000)) }
        }
    }

    /// A network that takes so long for a clearing that another round would find out meanwhile that none is left.
    private struct SlowDesk: NetworkDesk {
        let fixture: IssuingFixture
        let desk: SimulatedNetworkDesk

        init(_ fixture: IssuingFixture) {
            (self.fixture, desk) = (fixture, SimulatedNetworkDesk(fixture.sandbox))
        }

        func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
            if case .value(.clearing) = incoming.message.fields.kind {
                for _ in 1...200 { _ = try? await fixture.texts("SELECT 'later'") }
            }
            return try await desk.answer(incoming)
        }

        func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
            try await desk.chargedCard(number, isToken: isToken)
        }
    }

    @Test("Several captures clear one by one, and the last one ends the payment")
    func severalCaptures() async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await Shop(fixture), try await Shopper(fixture))
        let price = Self.euros(3000)
        let payment = try await shop.charge(shopper.pay(price, to: shop.key(for: .google)), price)
        _ = try await shop.payments.capture(payment.id, Self.euros(1000), isFinal: false)
        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 4000, available: 2000))
        _ = try await shop.payments.capture(payment.id, Self.euros(500), isFinal: true)
        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 3500, available: 3500))
        #expect(try await fixture.authorization(of: shopper.card).state.status == .settled)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A void gives the money back at once")
    func void() async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await Shop(fixture), try await Shopper(fixture))
        let price = Self.euros(1234)
        let payment = try await shop.charge(shopper.pay(price, to: shop.key(for: .google)), price)
        _ = try await shop.payments.void(payment.id)
        #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
        try await shop.wait(days: 1)
        #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
        #expect(try await fixture.authorization(of: shopper.card).state.status == .reversed)
    }

    @Test("A decline has its true cause")
    func declines() async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await Shop(fixture), try await Shopper(fixture))
        let key = try await shop.key(for: .apple)
        let tooMuch = Self.euros(5001)
        let poor = try await shop.charge(shopper.pay(tooMuch, to: key), tooMuch)
        #expect(poor.status == .declined && poor.declineReason == .insufficientFunds)

        let price = Self.euros(100)
        let once = try await shopper.present(price)
        _ = try await shop.charge(shopper.seal(once, of: price, to: key), price)
        let again = try await shop.charge(shopper.seal(once, of: price, to: key), price)
        #expect(again.declineReason == .cryptogramRefused)

        // The phone of a locked card makes no new payments.
        let sealedBefore = try await shopper.pay(price, to: key)
        _ = try await fixture.move(shopper.card, to: .locked)
        let locked = try await shop.charge(sealedBefore, price)
        #expect(locked.declineReason == .suspended)
        #expect(try await shopper.balance() == .init(posted: 5000, available: 4900))
    }

    @Test("A token opens once")
    func replay() async throws {
        let fixture = try await IssuingFixture.make()
        let (shop, shopper) = (try await Shop(fixture), try await Shopper(fixture))
        let price = Self.euros(100)
        let token = try await shopper.pay(price, to: shop.key(for: .apple))
        _ = try await shop.charge(token, price)
        await #expect(throws: WalletTokenFailure.self) { _ = try await shop.charge(token, price) }
        #expect(try await shopper.balance() == .init(posted: 5000, available: 4900))
    }
}
