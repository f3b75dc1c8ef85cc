import Synchronization

extension Wallet {
    /// An access token as the app's backend hands it to the app.
    ///
    /// It is asked for again shortly before it expires, and once where the service says that it is not valid.
    public struct Token: Sendable, CustomStringConvertible, CustomReflectable {
        public let accessToken: String
        /// Seconds from now on, `expires_in` of the token call; nil where nobody knows.
        public let expiresIn: Int?

        public init(accessToken: String, expiresIn: Int? = nil) {
            self.accessToken = accessToken
            self.expiresIn = expiresIn
        }

        public var description: String { "Token(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }
}

/// The token in use, and its renewal, which all who need it wait for together.
final class AccessTokens: Sendable {
    private struct State {
        var token: String?
        /// From when on it is not used any more.
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

    /// A request is under way for a while: a token is given up so long before it expires, and at half its life where
    /// that is shorter.
    static let marginSeconds = 30

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        provider: @escaping @Sendable () async throws -> Wallet.Token
    ) {
        self.now = now
        self.provider = provider
    }

    /// - Parameter rejected: a token that the service did not take. Where another is there already, that is the answer:
    ///   of many who were rejected at once only the first has it renewed.
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

    /// - Returns: the new token; a failure is kept by nobody, so that the next who needs a token asks again.
    private func renew() async -> Result<String, WalletError> {
        let outcome: Result<Wallet.Token, WalletError>
        do {
            outcome = .success(try await provider())
        } catch {
            outcome = .failure(.tokenNotProvided(error))
        }
        let now = now()
        state.withLock { state in
            state.renewal = nil
            guard case .success(let token) = outcome else { return }
            state.token = token.accessToken
            state.end = token.expiresIn.map { now + .seconds($0 - min(Self.marginSeconds, $0 / 2)) }
        }
        return outcome.map(\.accessToken)
    }
}

extension Task where Failure == Never {
    /// Its value, or nil as soon as whoever waits for it here is cancelled; the task itself goes on for all others.
    fileprivate func valueUnlessCancelled() async -> Success? {
        let (values, tell) = AsyncStream.makeStream(of: Success.self)
        Task<Void, Never> { tell.yield(await value) }
        return await values.first { _ in true }
    }
}
