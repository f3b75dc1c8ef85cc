import CardClient
import Foundation
import HTTPTypes
import PaysafeWallet
import Synchronization

/// CardSecure as an app reaches it: the part of Bolt's SDK for iOS that makes a token of an Apple Pay payment.
///
/// Source: CardPointe, "Apple Pay developer guide", with the names under which Swift sees Bolt's classes.
public final class CCCAPI: Sendable {
    private struct Settings {
        var endpoint: String?
        var enableLogging = false
    }

    private static let shared = CCCAPI()

    private let settings = Mutex(Settings())
    private let transport: any Transport
    private let write: @Sendable (String) -> Void

    /// The instance that the app and ``CCCPaymentController`` use.
    public static func instance() -> CCCAPI { shared }

    /// - Parameters:
    ///   - transport: sends the requests.
    ///   - write: gets each line of the debug log, if ``enableLogging`` is true.
    public init(
        transport: any Transport = URLSessionTransport.urlSession,
        log write: @escaping @Sendable (String) -> Void = { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    ) {
        self.transport = transport
        self.write = write
    }

    /// The host name of the merchant's site, such as `fts-uat.cardconnect.com`, which is called by HTTPS. For a local
    /// service also an address, such as `http://fts-uat.localhost:8082/cardpointe`. CardSecure finds the merchant by
    /// the first part of the host name.
    public var endpoint: String? {
        get { settings.withLock(\.endpoint) }
        set { settings.withLock { $0.endpoint = newValue } }
    }

    /// Whether debug messages are logged. They contain no payment data.
    public var enableLogging: Bool {
        get { settings.withLock(\.enableLogging) }
        set { settings.withLock { $0.enableLogging = newValue } }
    }

    func log(_ message: String) {
        if enableLogging { write(message) }
    }
}

extension CCCAPI {
    /// Makes a token of an Apple Pay payment, with which the merchant's backend authorizes once. The payment must be at
    /// most two minutes old. A failed call needs a new payment, because CardSecure takes each payment once.
    ///
    /// - Parameter paymentData: `token.paymentData` of PassKit's `PKPayment`.
    public func generateToken(forApplePay paymentData: Data) async throws(CCCError) -> String {
        guard let url = tokenizeURL else { throw .endpointNotSet }
        let deviceData = try ApplePayDeviceData(paymentData)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body = Tokenization(devicedata: deviceData.text)
        guard let bytes = try? encoder.encode(body) else { throw .notAnApplePayToken }
        let answer: TransportAnswer
        do {
            answer = try await transport.send(
                TransportRequest(method: .post, url: url, headers: [.contentType: "application/json"], body: bytes))
        } catch {
            throw .notAnswered(error)
        }
        guard let read = try? JSONDecoder().decode(TokenizationAnswer.self, from: answer.body) else {
            throw .notUnderstood(status: answer.status.code)
        }
        guard read.errorcode == 0, let token = read.token else {
            throw .refused(code: read.errorcode, message: read.message ?? "")
        }
        return token
    }

    /// The same for code without `await`. Bolt's `generateTokenForApplePay:completion:`.
    ///
    /// - Parameter completion: is called on the main actor.
    public func generateToken(
        forApplePay paymentData: Data, completion: @escaping @MainActor @Sendable (String?, (any Error)?) -> Void
    ) {
        Task {
            do throws(CCCError) {
                let token = try await generateToken(forApplePay: paymentData)
                await completion(token, nil)
            } catch {
                await completion(nil, error)
            }
        }
    }

    private var tokenizeURL: String? {
        guard let endpoint, !endpoint.isEmpty else { return nil }
        let address = endpoint.contains("://") ? endpoint : "https://\(endpoint)"
        return address + (address.hasSuffix("/") ? "" : "/") + "cardsecure/api/v1/ccn/tokenize"
    }
}

private struct Tokenization: Encodable {
    let encryptionhandler = "EC_APPLE_PAY"
    let devicedata: String

    enum CodingKeys: CodingKey {
        case encryptionhandler, devicedata
    }
}

private struct TokenizationAnswer: Decodable {
    let errorcode: Int
    let message: String?
    let token: String?
}
