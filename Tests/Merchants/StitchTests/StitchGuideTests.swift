import CardSecrets
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Payments
import PaymentTokens
import SimulatedWallets
import Testing
import TestSupport
import Validation

@testable import Stitch

/// Each sample of Stitch's guide to wallets, played as it is printed there. The guide prints no request and no answer:
/// its samples are handlers that call Stitch's SDK, whose one call is `initiateTransaction`. GatewayClientTests runs
/// those in Python with this SDK.
@Suite("The samples of Stitch's guide", Page.stitch.needed)
struct StitchGuideTests {
    private static let accepted = [
        Accepted(35, because: "is Swift with Stitch's SDK for iOS, which only Stitch gives out"),
        Accepted(65, because: "is Swift of an app that sends nothing; AppleFrameworkTests compiles it"),
        Accepted(79, because: "is Swift of an app that sends nothing; AppleFrameworkTests compiles it"),
        Accepted(151, because: "is Kotlin of an app; what Google answers to it is sent with the other values"),
        Accepted(184, because: "installs Stitch's SDK from PyPI, which GatewayClientTests runs"),
        Accepted(276, because: "installs Stitch's SDK from npm; its one call is sent"),
        Accepted(279, because: "starts that SDK and sends nothing"),
        Accepted(458, "reason", because: "authorizationFailure is no value of Stitch's published schema"),
    ]
    private static let initiating = """
        mutation($input: TransactionInitiateInput!) {
          initiateTransaction(input: $input) {
            id interactionUrl
            state { __typename ... on TransactionFailure { reason } }
          }
        }
        """

    @Test("Each handler's payment succeeds, each amount of the table decides, and 3-D Secure has the printed address")
    func samples() async throws {
        let stitch = try await StitchFixture.make()
        var guide = try SampleCheck(.stitch, accepting: Self.accepted)
        let appleID = try #require(try guide.sample(187).firstMatch(of: /secret, '([\w.]+)'/)?.1)
        let gateway = try #require(try guide.sample(146).firstMatch(of: /"gateway": "(\w+)"/)?.1)
        for (index, line) in [203, 225, 247, 289, 305, 321].enumerated() {
            let handler = try guide.sample(line)
            let name = try Self.word(handler, /(?:Wallet\.|")([A-Z]+)_PAY/)
            let wallet = try #require(WalletKind(rawValue: name))
            let id: String? = switch wallet {
            case .apple: String(appleID)
            case .google: "gateway:\(gateway)"
            case .samsung: nil
            }
            let token = try await Self.token(of: wallet, id, for: stitch, seed: UInt64(index))
            let made = try await Self.pay(
                Self.word(handler, /quantity = (\d+)/), in: Self.word(handler, /currency = (?:Currency\.|")(\w+)/),
                with: wallet, token, as: "nonce-\(index)", Self.word(handler, /reference = "(\w+)"/), at: stitch)
            #expect(made["state"] == ["__typename": "TransactionSuccess"], "line \(line): \(made.jsonText)")
        }
        try await Self.checkAmounts(of: &guide, at: stitch)
        try await Self.followAddress(in: &guide, at: stitch)
        guide.end()
    }

    /// The table of amounts, each sent with the token that the guide prints for tests.
    private static func checkAmounts(of guide: inout SampleCheck, at stitch: StitchFixture) async throws {
        let text = try Page.stitch.text
        let token = try word(text, /specify (\w+) as the paymentToken/)
        let rows = text.matches(of: /\n([\d.]+|Other) \| (FAILURE|SUCCESS) \| (\S+) \|/)
        #expect(rows.count == 3)
        for row in rows {
            let line = text[..<row.1.startIndex].count { $0 == "\n" } + 1
            let quantity = row.1 == "Other" ? "1.02" : String(row.1)
            let made = try await pay(
                quantity, in: "ZAR", with: .apple, token, as: "row \(line)", "REF", at: stitch, client: "trial")
            let state = made["state"]
            #expect(state?["__typename"]?.text?.lowercased() == "transaction\(row.2.lowercased())")
            guide.compare(state?["reason"]?.text ?? "-", with: String(row.3), line, "reason")
        }
    }

    /// Makes a payment with 3-D Secure, whose page must be at the printed URL.
    private static func followAddress(in guide: inout SampleCheck, at stitch: StitchFixture) async throws {
        let shop = try #require(StitchFixture.shop)
        let client = try #require(
            StitchClient(
                id: "guide", merchant: shop, scopes: [.transactionInitiate],
                redirectURIs: ["https://example.payment"], isTest: false))
        try await stitch.clients.set(client, secret: StitchFixture.secret)
        let token = try await token(of: .apple, "merchant.money.stitch", for: stitch, seed: 9)
        let made = try await pay(
            "1", in: "ZAR", with: .apple, token, as: "secure", "REF", at: stitch, client: "guide",
            ["requireSecure3d": true])
        #expect(made["state"] == ["__typename": "TransactionPending"])
        let id = try #require(made["id"]?.text)
        let printed = try guide.sample(392, [("02fa5c7f-3aea-4545-b4e9-5af7e128ff47", id)])
        let parts = try #require(URLComponents(string: printed))
        #expect(made["interactionUrl"]?.text == printed.prefix { $0 != "?" }.description)
        // The routing knows the host, and adds the path.
        let page = try await stitch.send(.get, "/3ds\(parts.path)?\(try #require(parts.percentEncodedQuery))")
        #expect(page.status == .ok)
    }

    // MARK: The parts of a payment

    private static func pay(
        _ quantity: String, in currency: String, with wallet: WalletKind, _ token: String, as nonce: String,
        _ reference: String, at stitch: StitchFixture, client: String = "shop", _ method: JSONValue = [:]
    ) async throws -> JSONValue {
        let name = "\(wallet.rawValue.lowercased())Pay"
        let input: JSONValue = [
            "input": .object(JSONObject([
                ("amount", ["quantity": .number(quantity), "currency": .string(currency)]),
                ("nonce", .string(nonce)), ("externalReference", .string(reference)), ("token", .string(token)),
                ("paymentMethods", .object(JSONObject([(name, method)]))),
                ("deviceInformation", ["fingerprint": "of the device"]),
            ]))
        ]
        let answer = try await stitch.ask(initiating, input, as: client, scope: "transaction_initiate")
        return try #require(answer["data"]?["initiateTransaction"], "\(answer.jsonText)")
    }

    /// The token that a phone gives for a payment of 1.00 to the shop, in Base64.
    private static func token(
        of wallet: WalletKind, _ id: String?, for stitch: StitchFixture, seed: UInt64
    ) async throws -> String {
        let shop = try #require(StitchFixture.shop)
        let key = try await stitch.keys.makeKey(
            for: KeyOwner(merchant: shop, gateway: .stitch, wallet: wallet), walletID: id)
        let entropy = Entropy.seeded(seed)
        let cryptogram = try #require(PaymentCryptogram([1] + entropy.bytes(19)))
        let payment = try #require(
            WalletPayment(
                of: .init(minorUnits: 100, currencyCode: "ZAR", currencyDigits: "710"),
                dpan: PAN.generate(prefix: "489537", using: entropy), expiryMonth: 12, expiryYear: 2029,
                cryptogram: cryptogram, indicator: "07", cardLastFour: "1111"))
        let recipient: PaymentRecipient = switch wallet {
        case .apple: .apple(.ellipticCurve(publicKeySPKI: key.spki, merchantID: id ?? ""))
        case .google: .google(publicKeySPKI: key.spki, id: id ?? "", gatewayMerchantID: shop.rawValue)
        case .samsung: .samsung(publicKeySPKI: key.spki)
        }
        let text = try payment.token(for: recipient, at: StitchFixture.start, using: entropy)
        return Data(text.utf8).base64EncodedString()
    }

    private static func word(_ text: String, _ pattern: Regex<(Substring, Substring)>) throws -> String {
        String(try #require(text.firstMatch(of: pattern)?.1))
    }
}
