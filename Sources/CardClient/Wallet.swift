import AsyncHTTPClient
import CardAPI
import HTTPContract
import Synchronization

/// A customer's wallet, as an app has it: configured once, and asked for its services wherever they are needed.
///
/// The names are those of Paysafe's SDK. What it sends again by itself and how it keeps its token fresh is in
/// ``CardService``'s and ``Token``'s documentation; platform code such as views is not in it.
public struct Wallet: Sendable {
    let client: CardAPIClient
    private let surroundings: Surroundings
    private let tokens: AccessTokens

    /// Where the service is, who asks, and how patiently.
    public struct Configuration: Sendable {
        /// Scheme and authority, without a path: `https://api.example.com`.
        public var baseURL: String
        public var brand: String
        /// The version of this client, its platform, and the version of the application it is part of, sent with every
        /// request.
        public var walletVersion = "1.0"
        public var walletPlatform = "Swift"
        public var partnerApplicationVersion: String?
        /// For one try.
        public var timeout = Duration.seconds(30)
        /// For all tries of a call together, pauses included; how long the token takes is the token provider's affair.
        public var totalTimeout = Duration.seconds(60)
        /// At most, the first one included.
        public var maximumTries = 4

        public init(baseURL: String, brand: String) {
            self.baseURL = baseURL
            self.brand = brand
        }
    }

    /// - Parameters:
    ///   - http: stays the caller's. Its own retries must be off, as the default's are.
    ///   - tokenProvider: asks the app's own backend for the customer's access token, with scope `pci-dss-1` where
    ///     details and PIN are to be shown. Asked when the first token is needed and whenever one has served its time,
    ///     never twice at once; how long it may take is its own affair.
    public init(
        _ configuration: Configuration, http: HTTPClient = .walletDefault, surroundings: Surroundings = .system,
        tokenProvider: @escaping @Sendable () async throws -> Token
    ) {
        self.surroundings = surroundings
        client = CardAPIClient(configuration, http: http, makeIdempotencyKey: surroundings.makeIdempotencyKey)
        tokens = AccessTokens(now: surroundings.now, provider: tokenProvider)
    }

    public var cardService: CardService { CardService(wallet: self) }
    public var scaService: SCAService { SCAService(wallet: self) }

    /// Sends a call until it has an answer, or until there is none to be had.
    func answer<Body: Decodable>(to call: Call) async throws(WalletError) -> Body {
        var token = try await tokens.token()
        var repetition = Repetition(of: call, within: client.configuration, from: surroundings.now())
        var isRenewed = false
        while true {
            let failure: WalletError
            do throws(WalletError) {
                let time = repetition.timeForOneTry(at: surroundings.now())
                return try await client.send(call, bearing: token, within: time)
            } catch {
                failure = error
            }
            if failure.isInvalidToken, !isRenewed {
                isRenewed = true
                let rejection = surroundings.now()
                token = try await tokens.token(insteadOf: token)
                repetition.extend(by: surroundings.now() - rejection)
                continue
            }
            guard !Task.isCancelled,
                let pause = repetition.pause(after: failure, at: surroundings.now(), chance: surroundings.chance())
            else { throw failure }
            guard (try? await surroundings.sleep(pause)) != nil else { throw failure }
        }
    }
}

extension Wallet {
    private static let configured = Mutex<Wallet?>(nil)

    /// The app's one wallet. There is none before ``configure(_:tokenProvider:)``, and asking for it then is a mistake
    /// of the app's that ends it.
    public static var instance: Wallet {
        guard let wallet = configured.withLock({ $0 }) else {
            preconditionFailure("There is no wallet yet: call Wallet.configure(_:tokenProvider:) when the app starts.")
        }
        return wallet
    }

    /// Makes the app's one wallet. A second call replaces it, as when another customer signs in; a service taken from
    /// the wallet before goes on with what it was made with.
    public static func configure(
        _ configuration: Configuration, tokenProvider: @escaping @Sendable () async throws -> Token
    ) {
        configure(Wallet(configuration, tokenProvider: tokenProvider))
    }

    /// The same with a wallet that was made with an HTTP client of its own.
    public static func configure(_ wallet: Wallet) {
        configured.withLock { $0 = wallet }
    }
}

extension Wallet: CustomStringConvertible, CustomReflectable {
    /// No token, and nothing that gives one.
    public var description: String { "Wallet(\(client.configuration.brand) at \(client.configuration.baseURL))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
