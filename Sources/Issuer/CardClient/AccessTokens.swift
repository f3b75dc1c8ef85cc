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
    /// What ``authenticate(_:)`` needs.
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
}

/// The current token and its renewal. All calls that need it wait for the same renewal.
final class AccessTokens: Sendable {
    private struct State {
        var token: String?
        /// The time from which it is no longer used.
        var end: ContinuousClock.Instant?
        var renewal: Task<Result<String, WalletError>, Never>?
    }

    private enum Step {
        case use(String)
        case wait(Task<Result<String, WalletError>, Never>)
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

    /// - Parameter rejected: a token that the service refused. If there is a newer one already, that is returned: if
    ///   many calls are refused at once, only the first renews the token.
    func token(insteadOf rejected: String? = nil) async throws(WalletError) -> String {
        let now = now()
        let step: Step = state.withLock { state in
            if let token = state.token, token != rejected, state.end.map({ now < $0 }) ?? true { return .use(token) }
            let renewal = state.renewal ?? Task { await renew() }
            state.renewal = renewal
            return .wait(renewal)
        }
        switch step {
        case .use(let token): return token
        case .wait(let renewal):
            let outcome = await renewal.valueUnlessCancelled() ?? .failure(.tokenNotProvided(CancellationError()))
            return try outcome.get()
        }
    }

    /// Replaces the current token. It is used until the service refuses it.
    func use(_ token: Wallet.Token) {
        state.withLock { state in (state.token, state.end) = (token.accessToken, end(of: token)) }
    }

    private func end(of token: Wallet.Token) -> ContinuousClock.Instant? {
        token.expiresIn.map { now() + .seconds($0 - min(Self.marginSeconds, $0 / 2)) }
    }

    /// - Returns: the new token. A failure is not stored, so the next call that needs a token tries again.
    private func renew() async -> Result<String, WalletError> {
        let outcome: Result<Wallet.Token, WalletError>
        do {
            outcome = .success(try await provider())
        } catch {
            outcome = .failure(.tokenNotProvided(error))
        }
        state.withLock { state in
            state.renewal = nil
            guard case .success(let token) = outcome else { return }
            (state.token, state.end) = (token.accessToken, end(of: token))
        }
        return outcome.map(\.accessToken)
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
