import Cards
import CardSecrets
import Gateways
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Payments
import Provisioning
import Sandbox
import SimulatedWallets
import Testing
import TestSupport

/// A customer with 50 EUR, whose phone pays in a merchant's app.
struct Shopper {
    let fixture: IssuingFixture
    let card: Card
    let phone: SandboxPhone
    let token: PhoneToken

    init(_ fixture: IssuingFixture, _ program: DemoProgram = .virtualVisa) async throws {
        self.fixture = fixture
        card = try await fixture.loadedCard(program, with: 5000)
        phone = try await fixture.sandbox.makePhone(.pixel, of: card.customer)
        let sealed = try await fixture.tokenize(card, .google(device: phone.hardwareID, profile: phone.walletID))
        let network: TokenNetwork = card.scheme == .visa ? .visa : .mastercard
        let message = WalletMessage.opaque(try #require(sealed.value?.opaque), network: network)
        token = try #require(try await fixture.sandbox.push(message, to: phone.id).token)
        try await fixture.complete(card, as: token.reference, walletID: phone.walletID)
    }

    /// The token that the phone's wallet gives to the app. Only the merchant can open it.
    func pay(_ price: Money, to key: MerchantPublicKey) async throws -> WalletPaymentToken {
        let made = try await fixture.sandbox.makePayment(
            with: token.reference, on: phone.id, of: price, isInStore: false)
        return try await seal(made, of: price, to: key)
    }

    /// Seals a payment as the wallet does. Unlike in a real wallet, a payment can be sealed twice.
    ///
    /// - Parameters:
    ///   - cryptogram: nil for the payment's cryptogram.
    ///   - expiry: nil for the token's expiry.
    func seal(
        _ made: TokenPayment, of price: Money, to key: MerchantPublicKey, cryptogram: PaymentCryptogram? = nil,
        expiry: Expiry? = nil
    ) async throws -> WalletPaymentToken {
        let expiry = expiry ?? made.expiry
        let payment = try #require(
            WalletPayment(
                of: .init(
                    minorUnits: price.minorUnits, currencyCode: price.currency.code,
                    currencyDigits: price.currency.digits),
                dpan: made.dpan, expiryMonth: expiry.month, expiryYear: expiry.year,
                cryptogram: cryptogram ?? made.cryptogram, indicator: made.indicator ?? "", cardLastFour: "0000"))
        let id = key.walletID ?? ""
        let recipient: PaymentRecipient =
            switch key.owner.wallet {
            case .apple: .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: id))
            case .google:
                .google(publicKeySPKI: key.spki, id: id, gatewayMerchantID: key.owner.merchant.rawValue)
            case .samsung: .samsung(publicKeySPKI: key.spki)
            }
        let now = fixture.sandbox.clock.now()
        let text = try payment.token(for: recipient, at: now, using: fixture.issuing.entropy)
        switch key.owner.wallet {
        case .apple: return .apple(Array(text.utf8))
        case .google: return .google(Array(text.utf8))
        case .samsung: return .samsung(text)
        }
    }

    /// Makes a payment on the phone, without a merchant.
    func present(_ price: Money) async throws -> TokenPayment {
        try await fixture.sandbox.makePayment(with: token.reference, on: phone.id, of: price, isInStore: false)
    }

    func balance() async throws -> IssuingFixture.Balance { try await fixture.balance(of: card) }
}
