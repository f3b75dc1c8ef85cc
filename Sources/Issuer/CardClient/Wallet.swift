import CardAPI
import HTTPContract
import Synchronization

/// A customer's wallet in an app. The app configures it once and gets its services from it wherever it needs them.
///
/// The names are those of Paysafe's SDK. ``CardService`` documents which calls are retried automatically, and ``Token``
/// how the token is renewed. There is no platform code such as views.
public struct Wallet: Sendable {
    let client: CardAPIClient
    private let surroundings: Surroundings
    private let tokens: AccessTokens

    /// The service's address, its brand, and the time limits.
    public struct Configuration: Sendable {
        /// Scheme and authority, without a path: `https://api.example.com`. A slash at the end changes nothing.
        public var baseURL: String
        public var brand: String
        /// The version of this client, its platform, and the version of the application it is part of, sent with every
        /// request.
        public var walletVersion = "1.0"
        public var walletPlatform = "Swift"
        public var partnerApplicationVersion: String?
        /// Further header fields of every request, by name: for example the device's fingerprint, if a gateway in front
        /// of the service asks for it. They do not replace the client's own fields.
        public var additionalHeaders: [String: String] = [:]
        /// The time limit for one try.
        public var timeout = Duration.seconds(30)
        /// The time limit for all tries of a call together, with their pauses. The time that the token provider takes
        /// does not count.
        public var totalTimeout = Duration.seconds(60)
        /// The maximum number of tries, including the first one.
        public var maximumTries = 4

        public init(baseURL: String, brand: String) {
            self.baseURL = baseURL
            self.brand = brand
        }
    }

    /// - Parameters:
    ///   - transport: sends the requests. In an app, the module `PaysafeWallet` has a default.
    ///   - tokenProvider: asks the app's own backend for the customer's access token, with scope `pci-dss-1` if details
    ///     and PIN will be shown. It is called when the first token is needed and whenever a token has expired, never
    ///     twice at once. It may take any time. Without it, the app calls ``authenticate(_:)``.
    public init(
        _ configuration: Configuration, transport: any Transport, surroundings: Surroundings = .system,
        tokenProvider: @escaping @Sendable () async throws -> Token = { throw NotAuthenticated() }
    ) {
        self.surroundings = surroundings
        client = CardAPIClient(
            configuration, transport: transport, makeIdempotencyKey: surroundings.makeIdempotencyKey)
        tokens = AccessTokens(now: surroundings.now, provider: tokenProvider)
    }

    /// Uses a token that the app has, instead of asking the token provider for one. Services that the app got earlier
    /// use it too. The token may be another customer's: a call that began before this is never sent with it, and throws
    /// ``SignInChanged`` if it needs a new token.
    ///
    /// When the service no longer accepts the token, the token provider is asked. Without one, calls throw
    /// ``WalletError/tokenNotProvided(_:idempotencyKey:)`` with ``NotAuthenticated`` until the next `authenticate`.
    public func authenticate(_ configuration: AuthenticationConfiguration) {
        tokens.use(Token(accessToken: configuration.accessToken))
    }

    public var cardService: CardService { CardService(wallet: self) }
    public var scaService: SCAService { SCAService(wallet: self) }
    public var transactionHistoryService: TransactionHistoryService { TransactionHistoryService(wallet: self) }
    public var authorizationHistoryService: AuthorizationHistoryService { AuthorizationHistoryService(wallet: self) }
    public var disputeService: DisputeService { DisputeService(wallet: self) }

    /// Sends a call until it has a response, or until no further try is allowed.
    func answer<Body: Decodable>(to call: Call) async throws(WalletError) -> Body {
        var token = try await tokens.token()
        var repetition = Repetition(of: call, within: client.configuration, from: surroundings.now())
        var isRenewed = false
        while true {
            let failure: WalletError
            do throws(WalletError) {
                let time = repetition.timeForOneTry(at: surroundings.now())
                return try await client.send(call, bearing: token.text, within: time)
            } catch {
                failure = error
            }
            if failure.isInvalidToken, !isRenewed {
                isRenewed = true
                let rejection = surroundings.now()
                do throws(WalletError) {
                    token = try await tokens.token(insteadOf: token)
                } catch {
                    // An earlier try may have been done.
                    throw error.keeping(call.idempotencyKey)
                }
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

    /// The app's only wallet. Before ``configure(_:)`` it does not exist, and its use is a programming
    /// error that ends the app.
    public static var instance: Wallet {
        guard let wallet = configured.withLock({ $0 }) else {
            preconditionFailure("No wallet is configured: call Wallet.configure when the app starts.")
        }
        return wallet
    }

    /// Makes this the app's only wallet. A second call replaces it, for example when another customer signs in. A
    /// service from the earlier wallet keeps the earlier configuration.
    public static func configure(_ wallet: Wallet) {
        configured.withLock { $0 = wallet }
    }
}

extension Wallet: CustomStringConvertible, CustomReflectable {
    /// Contains no token and nothing that provides one.
    public var description: String { "Wallet(\(client.configuration.brand) at \(client.configuration.baseURL))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
