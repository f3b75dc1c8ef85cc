import Administration
import Authorizing
import Cards
import CardSecrets
import Issuing
import IssuingTestSupport
import Ledger
import NetworkServer
import Payments
import Postgres
import Sandbox
import SandboxServer
import SimulatedWallets
import Synchronization
import Testing
import TestSupport

/// For every cause of a decline, the test brings the issuer, the card or the phone into the state, and then pays.
@Suite("A decline has its true cause in each gateway's words", .timeLimit(.minutes(5)))
struct GatewayDeclineTests {
    @Test("The issuer's reason arrives at the merchant, and nothing is held", arguments: DeclineCause.allCases)
    func declined(cause: DeclineCause) async throws {
        let plain = try await IssuingFixture.make()
        let fixture = try await Self.fixture(for: cause, plain)
        let desk = SimulatedNetworkDesk(fixture.sandbox)
        try await withMarketplace(on: fixture, asking: desk) { place in
            let shop = try await Shop(place)
            let price = Money.euros(cause == .noMoney ? 5001 : 1234)
            var balances: [(gateway: String, shopper: Shopper, before: IssuingFixture.Balance)] = []
            for (index, gateway) in Tills.gateways.enumerated() {
                let shopper = try await Shopper(fixture)
                let key = try await shop.key(for: Tills.everyWallet, at: gateway)
                let before = try await shopper.balance()
                let token = try await Self.token(for: cause, shopper, price, key, place, neighbour: index + 2)
                let till = try await shop.till(at: gateway)
                let sale = try await till.sell(token, price, as: "order-1")
                #expect(sale.words == till.words(for: .declined(cause)), "\(gateway)")
                #expect(try await shopper.balance() == before, "\(gateway)")
                balances.append((gateway, shopper, before))
            }
            try await place.wait(days: 2)
            for (gateway, shopper, before) in balances {
                #expect(try await shopper.balance() == before, "\(gateway)")
            }
            #expect(try await fixture.ledgerFindings() == [])
            #expect(place.failures == 0)
        }
    }

    /// The brand's backend declines a lost and a stolen card, because it learns about the loss before the issuer.
    private static func fixture(for cause: DeclineCause, _ plain: IssuingFixture) async throws -> IssuingFixture {
        switch cause {
        case .lost: try await plain.asked { _ in .declined(.lostCard) }.fixture
        case .stolen: try await plain.asked { _ in .declined(.stolenCard) }.fixture
        default: plain
        }
    }

    /// Makes the phone's token for a payment that the issuer then declines with this cause.
    ///
    /// - Parameter number: the last digit of another shop's number.
    private static func token(
        for cause: DeclineCause, _ shopper: Shopper, _ price: Money, _ key: MerchantPublicKey, _ place: Marketplace,
        neighbour number: Int
    ) async throws -> WalletPaymentToken {
        let fixture = shopper.fixture
        let made = try await shopper.present(price)
        let business = NamedCustomer(shopper.card.customer, in: DemoUniverse.brand)
        func control(_ controls: CardControls) async throws {
            _ = try await fixture.issuing.setControls(controls, of: shopper.card.id, of: business)
        }
        switch cause {
        case .noMoney, .lost, .stolen: break
        case .lockedCard: _ = try await fixture.move(shopper.card, to: .locked)
        case .suspendedCard: _ = try await fixture.sandbox.administration.record(.suspend, on: shopper.card.id)
        case .closedCard: _ = try await fixture.move(shopper.card, to: .cancelled)
        case .expiredCard: _ = try await fixture.sandbox.administration.record(.expire, on: shopper.card.id)
        case .suspendedToken:
            _ = try await fixture.sandbox.change(shopper.token.reference, on: shopper.phone.id, by: .suspend)
        case .deletedToken:
            _ = try await fixture.sandbox.change(shopper.token.reference, on: shopper.phone.id, by: .delete)
        case .otherExpiry:
            let other = Expiry(month: made.expiry.month, year: made.expiry.year + 1)
            return try await shopper.seal(made, of: price, to: key, expiry: other)
        case .amountLimit: try await control(CardControls(limits: [try #require(Limit(.day, amount: 1000))]))
        case .countLimit: try await control(CardControls(limits: [try #require(Limit(.day, count: 0))]))
        case .category:
            let groceries = try #require(MerchantCategory("5411"))
            try await control(CardControls(categories: .init(blocked: [groceries])))
        case .country:
            let germany = try #require(CountryCode("DE"))
            try await control(CardControls(countries: .init(blocked: [germany])))
        case .otherCryptogram:
            let other = try await shopper.present(.euros(price.minorUnits + 1))
            return try await shopper.seal(made, of: price, to: key, cryptogram: other.cryptogram)
        case .replay:
            // Another shop has charged the same payment, and given the money back.
            let neighbour = try await Shop(place, "70000000000\(number)", named: "Next Door")
            let first = try await shopper.seal(made, of: price, to: neighbour.key(for: .google, at: "cardpointe"))
            let till = try neighbour.cardPointe
            let sale = try await till.sell(account: till.tokenize(first), price, as: "order-1", capture: false)
            #expect(sale.isApproved, "\(sale.words)")
            #expect(try await till.change("void", sale.id).words == "RPCT 000")
        }
        return try await shopper.seal(made, of: price, to: key)
    }

    @Test("A lost, cancelled, expired or locked card is declined with the code of its status", arguments: [
        (CardStatus.lost, "FNOR 60"), (.cancelled, "FNOR N3"), (.expired, "FNOR 54"), (.locked, "FNOR 57"),
    ])
    func endedCard(status: CardStatus, words: String) async throws {
        try await withMarketplace { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(place.fixture))
            let plastic = try await place.fixture.sandbox.plastic(of: shopper.card.id)
            switch status {
            case .lost: _ = try await place.fixture.replace(shopper.card, .lost)
            case .expired: _ = try await place.fixture.sandbox.administration.record(.expire, on: shopper.card.id)
            default: _ = try await place.fixture.move(shopper.card, to: status)
            }
            let price = Money.euros(1234)
            let number = plastic.pan.reveal { $0 }
            #expect(try await shop.cardPointe.sell(account: number, price, as: "order-1").words == words)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            // The token of a lost card moves to the replacement, so only a lost card's token still pays.
            guard status == .lost else { return }
            let token = try await shopper.pay(price, to: shop.key(for: .apple, at: "cardpointe"))
            #expect(try await shop.cardPointe.sell(token, price, as: "order-2").isApproved)
        }
    }

    @Test("Without an answer of the issuer the payment is taken back, also if the issuer has held the money",
        arguments: Tills.gateways, BrokenDesk.Break.allCases)
    func issuerDown(gateway: String, failure: BrokenDesk.Break) async throws {
        let fixture = try await IssuingFixture.make()
        let desk = BrokenDesk(SimulatedNetworkDesk(fixture.sandbox), failure)
        try await withMarketplace(on: fixture, asking: desk) { place in
            let (shop, shopper) = (try await Shop(place), try await Shopper(fixture))
            let till = try await shop.till(at: gateway)
            let price = Money.euros(1234)
            let key = try await shop.key(for: Tills.everyWallet, at: gateway)
            let sale = try await till.sell(shopper.pay(price, to: key), price, as: "order-1")
            #expect(sale.words == till.words(for: .noAnswer))

            desk.repair()
            // The pause before the next attempt is over.
            try await fixture.issuing.database.execute(
                script: "UPDATE merchants.unsent_step SET free_at = '2000-01-01Z' WHERE free_at IS NOT NULL")
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 5000, available: 5000))
            let again = try await shop.till(at: gateway).sell(shopper.pay(price, to: key), price, as: "order-2")
            #expect(again.isApproved, "\(again.words)")
            try await place.wait(days: 1)
            #expect(try await shopper.balance() == .init(posted: 3766, available: 3766))
            #expect(try await fixture.ledgerFindings() == [])
        }
    }
}

/// A network that loses messages until it is repaired.
final class BrokenDesk: NetworkDesk {
    enum Break: CaseIterable {
        /// The message does not reach the issuer.
        case requestLost
        /// The issuer handles the message, and its answer is lost.
        case answerLost
        /// The issuer handles the first message, and its answer is lost. Later messages do not reach the issuer.
        case answerLostAndLineDown
    }

    private let desk: SimulatedNetworkDesk
    private let failure: Mutex<Break?>

    init(_ desk: SimulatedNetworkDesk, _ failure: Break) {
        self.desk = desk
        self.failure = Mutex(failure)
    }

    func repair() { failure.withLock { $0 = nil } }

    func chargedCard(_ number: PAN, isToken: Bool) async throws(IssuingFailure) -> ChargedCard? {
        guard failure.withLock({ $0 }) == nil else { throw .overloaded }
        return try await desk.chargedCard(number, isToken: isToken)
    }

    func answer(_ incoming: IncomingMessage) async throws(IssuingFailure) -> AnsweredMessage {
        switch failure.withLock({ $0 }) {
        case nil: return try await desk.answer(incoming)
        case .requestLost: throw .overloaded
        case .answerLost:
            _ = try await desk.answer(incoming)
            throw .overloaded
        case .answerLostAndLineDown:
            failure.withLock { $0 = .requestLost }
            _ = try await desk.answer(incoming)
            throw .overloaded
        }
    }
}
