import CardSecrets
import Crypto
import CryptoExtras
import Foundation
import Gateways
import HTTPContract
import Identifiers
import Payments
import Testing

@testable import Stitch

@Suite("Sessions of wallets through Stitch")
struct WalletSessionTests {
    private static let apple = """
        mutation($input: ValidateApplePayMerchantInput!) { validateApplePayMerchant(input: $input) { sessionData } }
        """
    private static let samsung = """
        mutation($input: VerifySamsungPayInput!) {
          verifySamsungPay(input: $input) { merchantSession { id href encInfo { keyId mod exp } } }
        }
        """
    private static let host = "https://apple-pay-gateway.apple.com/paymentservices/startSession"

    private static func stitch() async throws -> StitchFixture {
        let stitch = try await StitchFixture.make { $0.walletSessions = EchoingApple() }
        _ = try await stitch.appleToken(1)
        return stitch
    }

    private static func input(
        merchant: String = "merchant.money.stitch", url: String = host, initiative: String = "web",
        name: String = "Shop", context: String = "shop.example"
    ) -> JSONValue {
        [
            "input": [
                "merchantIdentifier": .string(merchant), "validationUrl": .string(url), "displayName": .string(name),
                "initiative": .string(initiative), "initiativeContext": .string(context),
            ]
        ]
    }

    @Test("Apple's answer comes as JSON in a string")
    func session() async throws {
        let answer = try await Self.stitch().ask(Self.apple, Self.input())
        let text = try #require(answer["data"]?["validateApplePayMerchant"]?["sessionData"]?.text, "\(answer.jsonText)")
        #expect(try JSONValue(parsing: Array(text.utf8)) == ["domainName": "shop.example"])
    }

    @Test("Apple is asked only with a certificate of the client, and only at Apple's hosts")
    func refused() async throws {
        let stitch = try await Self.stitch()
        let inputs = [
            Self.input(merchant: "merchant.of.somebody.else"), Self.input(url: "https://shop.example/x"),
            Self.input(url: "https://apple-pay-gateway.apple.com.evil.example/x"), Self.input(initiative: "in_app"),
            Self.input(name: ""), Self.input(name: String(repeating: "n", count: 65)), Self.input(context: ""),
            Self.input(context: "shop.example\r\nx"),
        ]
        for input in inputs {
            let answer = try await stitch.ask(Self.apple, input)
            #expect(answer["data"] == .null && answer.firstMessage != nil, "\(input.jsonText)")
        }
    }

    @Test(
        "The hosts that Apple names are accepted, and no others",
        arguments: [
            ("https://apple-pay-gateway.apple.com/paymentservices/startSession", true),
            ("https://cn-apple-pay-gateway-sh-pod2-dr.apple.com/paymentservices/startSession", true),
            ("https://apple-pay-gateway-cert.apple.com/paymentservices/startSession", true),
            ("http://apple-pay-gateway.apple.com/paymentservices/startSession", false),
            ("https://apple-pay-gateway.apple.com@evil.example/", false),
            ("https://apple-pay-gateway.apple.com:444/", false), ("https://apple-pay-gateway.apple.com", false),
            ("https://apple-pay-gateway-nc-pod10.apple.com/", false), ("https://www.apple.com/", false),
        ])
    func hosts(_ url: String, _ isAccepted: Bool) {
        #expect(AppleSessionRequest.isApples(url) == isAccepted)
    }

    @Test("A payment that is sealed to Samsung's session opens with the merchant's key")
    func samsungKey() async throws {
        let stitch = try await Self.stitch()
        let merchant = try #require(StitchFixture.shop)
        let owner = KeyOwner(merchant: merchant, gateway: .stitch, wallet: .samsung)
        let input: JSONValue = [
            "input": [
                "amount": ["quantity": 1, "currency": "ZAR"], "callbackUrl": "https://shop.example/back",
                "displayName": "Shop", "initiativeContext": "shop.example",
            ]
        ]
        #expect(try await stitch.ask(Self.samsung, input).firstMessage == "The client has no key for Samsung Pay.")
        let key = try await stitch.keys.makeKey(for: owner)
        let answer = try await stitch.ask(Self.samsung, input)
        let session = try #require(answer["data"]?["verifySamsungPay"]?["merchantSession"], "\(answer.jsonText)")
        let modulus = try #require(EncodedBytes.hexadecimal(session["encInfo"]?["mod"]?.text ?? ""))
        let exponent = try #require(EncodedBytes.hexadecimal(session["encInfo"]?["exp"]?.text ?? ""))
        #expect(session["encInfo"]?["keyId"]?.text == key.id.description)
        let sealedTo = try _RSA.Encryption.PublicKey(n: modulus, e: exponent)
        #expect(Array(sealedTo.derRepresentation) == key.spki)
    }
}

private struct EchoingApple: WalletSessions {
    func appleSession(_ request: AppleSessionRequest) async -> String? {
        #"{"domainName":"\#(request.initiativeContext)"}"#
    }
}
