import CardClient
import CardConnectConsumerSDK
import Foundation
import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Synchronization
import Testing
import TestSupport

@testable import CardPointe

@Suite("Bolt's SDK for iOS")
struct BoltTests {
    @Test("A custom flow makes a token of the phone's payment, and the backend authorizes with this token once")
    func customFlow() async throws {
        let fixture = try await CardPointeFixture.make()
        let api = fixture.bolt()
        let token = try await api.generateToken(forApplePay: Data(fixture.applePaymentData().utf8))
        #expect(token.wholeMatch(of: /9[0-9]{15}/) != nil)
        let answer = try await fixture.authorize([("account", .string(token)), ("expiry", nil)])
        #expect(answer.code == "RPCT 000 A Approve" && answer["entrymode"] == "Digital Wallet")
        #expect(try await fixture.authorize([("account", .string(token))]).code == "PPS 98 C Invalid token")
    }

    @Test("Without await, the completion gets the token or the error")
    func completion() async throws {
        let fixture = try await CardPointeFixture.make()
        let payment = Data(try await fixture.applePaymentData().utf8)
        var ended: [Bool] = []
        for _ in 1...2 {
            let hasToken = await withCheckedContinuation { waiting in
                fixture.bolt().generateToken(forApplePay: payment) { token, error in
                    waiting.resume(returning: token != nil && error == nil)
                }
            }
            ended.append(hasToken)
        }
        #expect(ended == [true, false], "a payment is tokenized once")
    }

    @Test("An integrated flow ends as the app's backend answers")
    @MainActor
    func integratedFlow() async throws {
        let fixture = try await CardPointeFixture.make()
        let (backend, screen) = (Backend(fixture), Screen())
        let controller = CCCPaymentController(apiBridge: backend, delegate: screen, api: fixture.bolt())
        let request = CCCPaymentRequest()
        request.applePayMerchantID = CardPointeFixture.appleMerchantID
        request.total = 10
        request.additionalData = Data("order 17".utf8)
        controller.paymentRequest = request
        #expect(controller.showsApplePayButton(deviceSupportsPayments: true))

        let approved = Data(try await fixture.applePaymentData(seed: 3).utf8)
        #expect(try await controller.pay(withApplePay: approved))
        fixture.issuer.answer(.declined(.insufficientFunds))
        let declined = Data(try await fixture.applePaymentData(seed: 4).utf8)
        #expect(try await !controller.pay(withApplePay: declined))
        #expect(screen.results == [true, false] && fixture.issuer.asked.count == 2)

        await #expect(throws: CCCError.self) { try await controller.pay(withApplePay: declined) }
        #expect(screen.results.count == 2, "no payment has ended")
    }

    @Test("A theme is a class, so an app can subclass it, and change it after the controller is made")
    @MainActor
    func theme() {
        final class ShopTheme: CCCTheme {
            override var applePayButtonDescription: String {
                get { "Pay the shop" }
                set {}
            }
        }
        let theme = CCCTheme()
        let controller = CCCPaymentController(apiBridge: Silent(), delegate: Screen(), theme: theme)
        theme.applePayButtonDescription = "Pay here"
        #expect(controller.theme.applePayButtonDescription == "Pay here")
        let own = CCCPaymentController(apiBridge: Silent(), delegate: Screen(), theme: ShopTheme())
        #expect(own.theme.applePayButtonDescription == "Pay the shop")
    }

    @Test("The debug log says why the button is not shown")
    @MainActor
    func button() async throws {
        let log = Lines()
        let api = CCCAPI(transport: NoAnswer(), log: log.add)
        let controller = CCCPaymentController(apiBridge: Silent(), delegate: Screen(), api: api)
        #expect(!controller.showsApplePayButton(deviceSupportsPayments: false))
        #expect(log.all == [], "logging is off")
        api.enableLogging = true
        #expect(!controller.showsApplePayButton(deviceSupportsPayments: false))
        #expect(
            log.all == [
                "applePayMerchantID not set.", "total not set or <= $0.", "Device doesn’t support payments.",
            ])
        let request = CCCPaymentRequest()
        (request.applePayMerchantID, request.total) = ("merchant.example.shop", 0)
        controller.paymentRequest = request
        #expect(!controller.showsApplePayButton(deviceSupportsPayments: true))
        #expect(log.all.count == 4 && log.all.last == "total not set or <= $0.")
        request.total = 1
        #expect(controller.showsApplePayButton(deviceSupportsPayments: true) && log.all.count == 4)
    }

    @Test("The messages of the debug log are those that CardPointe's guide prints", Page.cardPointe.needed)
    @MainActor
    func messages() throws {
        let printed = try Page.cardPointe.text.matches(of: /•\s+“([^”]+)”/).map { String($0.1) }
        let log = Lines()
        let api = CCCAPI(transport: NoAnswer(), log: log.add)
        api.enableLogging = true
        let controller = CCCPaymentController(apiBridge: Silent(), delegate: Screen(), api: api)
        #expect(!controller.showsApplePayButton(deviceSupportsPayments: false))
        #expect(log.all == printed && printed.count == 3)
    }

    @Test("CardSecure's refusal is an error with its code and message")
    func refused() async throws {
        let fixture = try await CardPointeFixture.make()
        let payment = Data(try await fixture.applePaymentData().utf8)
        fixture.clock.move(seconds: 121)
        let error = await #expect(throws: CCCError.self) {
            try await fixture.bolt().generateToken(forApplePay: payment)
        }
        guard case .refused(24, let message)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(message.hasPrefix("Decryption failure"))
    }

    @Test("A malformed payment is refused before it is sent, and the error names a missing endpoint")
    func notSent() async throws {
        let api = CCCAPI(transport: NoAnswer())
        #expect(await Self.failure(of: api, on: "{}") == "endpointNotSet")
        api.endpoint = "fts-uat.cardconnect.com"
        for text in ["", "{}", "[1]", #"{"version":"RSA_v1","data":"","signature":"","header":{}}"#] {
            #expect(await Self.failure(of: api, on: text) == "notAnApplePayToken", "\(text)")
        }
        let payment = try await CardPointeFixture.make().applePaymentData()
        #expect(await Self.failure(of: api, on: payment) == "notAnswered")
    }

    @Test("The device data has the members that the guide names, in its order", arguments: [
        (
            #""applicationData":"ab","publicKeyHash":"h=","#,
            "D&ectype=apple&ecsig=S&eckey=K&ectid=T&echash=ab&ecpublickeyhash=h="
        ),
        (#""publicKeyHash":"h=","#, "D&ectype=apple&ecsig=S&eckey=K&ectid=T&echash=&ecpublickeyhash=h="),
        ("", "D&ectype=apple&ecsig=S&eckey=K&ectid=T"),
    ])
    func deviceData(further: String, expected: String) async throws {
        let sent = Lines()
        let api = CCCAPI(transport: Recorder(bodies: sent))
        api.endpoint = "http://fts-uat.localhost:8082/cardpointe"
        let payment = #"{"version":"EC_v1","data":"D","signature":"S","header":{"#
            + further + #""ephemeralPublicKey":"K","transactionId":"T"}}"#
        #expect(try await api.generateToken(forApplePay: Data(payment.utf8)) == "9000000000000001")
        let body = try JSONValue(parsing: Array(try #require(sent.all.last).utf8))
        #expect(body == ["devicedata": .string(expected), "encryptionhandler": "EC_APPLE_PAY"])
        #expect(sent.all.first == "http://fts-uat.localhost:8082/cardpointe/cardsecure/api/v1/ccn/tokenize")
    }

    /// The name of the API's error.
    private static func failure(of api: CCCAPI, on paymentData: String) async -> String? {
        do throws(CCCError) {
            _ = try await api.generateToken(forApplePay: Data(paymentData.utf8))
            return nil
        } catch {
            return "\(error)".prefix { $0 != "(" }.description
        }
    }
}

extension CardPointeFixture {
    /// The SDK in an app, whose requests reach this gateway at its own host.
    fileprivate func bolt() -> CCCAPI {
        let api = CCCAPI(transport: DirectTransport(fixture: self))
        api.endpoint = "fts-uat.cardconnect.com"
        return api
    }
}

/// Hands requests to the gateway, as its listener does.
private struct DirectTransport: Transport {
    let fixture: CardPointeFixture

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        let url = try #require(URL(string: request.url))
        let body = try JSONValue(parsing: Array(request.body ?? Data()))
        let answer = try await fixture.send(request.method, url.path, body, login: nil, host: url.host ?? "")
        return TransportAnswer(
            status: HTTPResponse.Status(code: answer.status), headers: answer.headers, body: Data(answer.body.utf8))
    }
}

private struct NoAnswer: Transport {
    struct Unreachable: Error {}

    func send(_ request: TransportRequest) async throws -> TransportAnswer { throw Unreachable() }
}

/// Records the URL and the body, and answers with a token.
private struct Recorder: Transport {
    let bodies: Lines

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        bodies.add(request.url)
        bodies.add(String(decoding: request.body ?? Data(), as: UTF8.self))
        let answer = #"{"message":"No Error","errorcode":0,"token":"9000000000000001"}"#
        return TransportAnswer(status: .ok, headers: [:], body: Data(answer.utf8))
    }
}

private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// The merchant's backend. It has the login, which an app must not have.
@MainActor
private final class Backend: CCCAPIBridgeProtocol {
    private let fixture: CardPointeFixture

    init(_ fixture: CardPointeFixture) { self.fixture = fixture }

    func ccc_authApplePayTransaction(
        withToken token: String, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        Task {
            do {
                let answer = try await fixture.authorize([("account", .string(token)), ("expiry", nil)])
                completion(answer["respstat"] == "A", nil)
            } catch {
                completion(false, error)
            }
        }
    }
}

/// A backend that must not be called.
@MainActor
private final class Silent: CCCAPIBridgeProtocol {
    func ccc_authApplePayTransaction(
        withToken token: String, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {}
}

@MainActor
private final class Screen: CCCPaymentControllerDelegate {
    private(set) var results: [Bool] = []

    func paymentController(_ controller: CCCPaymentController, finishedApplePayWithResult result: Bool) {
        results.append(result)
    }
}
