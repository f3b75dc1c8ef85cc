import Synchronization

extension Wallet {
    /// An access token, as the app's backend passes it to the app.
    ///
    /// A new one is requested shortly before it expires, and once if the service says that it is not valid.
    public struct Token: Sendable, CustomStringConvertible, CustomReflectable {
        public let accessToken: String
        /// Seconds from now, `expires_in` of the token call; nil if unknown.
        public let expiresIn: Int?

        public init(accessToken: String, expiresIn: Int? = nil) {
            self.accessToken = accessToken
            self.expiresIn = expiresIn
        }

        public var description: String { "Token(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }
}

extension Wallet {
    /// The credentials for ``authenticate(_:)``.
    public struct AuthenticationConfiguration: Sendable, CustomStringConvertible, CustomReflectable {
        public let accessToken: String

        /// - Parameter accessToken: the customer's token, with scope `pci-dss-1` if details and PIN will be shown.
        public init(accessToken: String) {
            self.accessToken = accessToken
        }

        public var description: String { "AuthenticationConfiguration(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }

    /// The wallet has no token that the service accepts, and no token provider to ask.
    public struct NotAuthenticated: Error, CustomStringConvertible {
        public init() {}

        public var description: String { "The wallet has no valid token: call authenticate with a new one." }
    }

    /// The app called ``authenticate(_:)`` after the call had begun. The new token may be another customer's, so the
    /// call is not sent with it.
    public struct SignInChanged: Error, CustomStringConvertible {
        public init() {}

        public var description: String { "The app called authenticate while the call needed another token." }
    }
}

/// A token, and the sign-in that it is of.
struct SignedInToken: Sendable {
    let text: String
    /// The number of calls of ``AccessTokens/use(_:)`` before it.
    fileprivate let signIn: Int
}

/// The current token and its renewal. All calls that need it wait for the same renewal.
///
/// A sign-in begins when the app passes a token, which may be another customer's. A call stays with the sign-in in
/// which it began, and so does a renewal: if it ends later, it changes nothing.
final class AccessTokens: Sendable {
    private typealias Renewal = Task<Result<SignedInToken, WalletError>, Never>

    private struct State {
        var signIn = 0
        var token: String?
        /// The time from which it is no longer used.
        var end: ContinuousClock.Instant?
        var renewal: Renewal?
    }

    private enum Step {
        case use(SignedInToken)
        case wait(Renewal)
        case fail
    }

    private let now: @Sendable () -> ContinuousClock.Instant
    private let provider: @Sendable () async throws -> Wallet.Token
    private let state = Mutex(State())

    /// A request takes time, so a token is no longer used this long before it expires, or after half its life if that
    /// is shorter.
    static let marginSeconds = 30

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        provider: @escaping @Sendable () async throws -> Wallet.Token
    ) {
        self.now = now
        self.provider = provider
    }

    /// - Parameter rejected: a token that the service refused. If its sign-in has a newer one already, that is
    ///   returned: if many calls are refused at once, only the first renews the token.
    func token(insteadOf rejected: SignedInToken? = nil) async throws(WalletError) -> SignedInToken {
        let now = now()
        let step: Step = state.withLock { state in
            let signIn = state.signIn
            if let rejected, rejected.signIn != signIn { return .fail }
            if let token = state.token, token != rejected?.text, state.end.map({ now < $0 }) ?? true {
                return .use(SignedInToken(text: token, signIn: signIn))
            }
            let renewal = state.renewal ?? Task { await renew(in: signIn) }
            state.renewal = renewal
            return .wait(renewal)
        }
        switch step {
        case .use(let token): return token
        case .wait(let renewal):
            let outcome = await renewal.valueUnlessCancelled() ?? .failure(.tokenNotProvided(CancellationError()))
            return try outcome.get()
        case .fail: throw .tokenNotProvided(Wallet.SignInChanged())
        }
    }

    /// Begins a new sign-in with this token. It is used until the service refuses it.
    func use(_ token: Wallet.Token) {
        state.withLock { state in
            state = State(signIn: state.signIn + 1, token: token.accessToken, end: end(of: token))
        }
    }

    private func end(of token: Wallet.Token) -> ContinuousClock.Instant? {
        token.expiresIn.map { now() + .seconds($0 - min(Self.marginSeconds, $0 / 2)) }
    }

    /// - Returns: the new token. A failure is not stored, so the next call that needs a token tries again.
    private func renew(in signIn: Int) async -> Result<SignedInToken, WalletError> {
        let outcome: Result<Wallet.Token, WalletError>
        do {
            outcome = .success(try await provider())
        } catch {
            outcome = .failure(.tokenNotProvided(error))
        }
        return state.withLock { state in
            guard state.signIn == signIn else { return .failure(.tokenNotProvided(Wallet.SignInChanged())) }
            state.renewal = nil
            return outcome.map { token in
                (state.token, state.end) = (token.accessToken, end(of: token))
                return SignedInToken(text: token.accessToken, signIn: signIn)
            }
        }
    }
}

extension Task where Failure == Never {
    /// The value of the task, or nil as soon as the waiting caller is cancelled. The task itself continues for the
    /// other callers.
    fileprivate func valueUnlessCancelled() async -> Success? {
        let (values, tell) = AsyncStream.makeStream(of: Success.self)
        Task<Void, Never> { tell.yield(await value) }
        return await values.first { _ in true }
    }
}
