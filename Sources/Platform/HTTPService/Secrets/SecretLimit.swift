import HTTPTypes
import Logging
import Metrics
import Synchronization

/// Limits how fast secrets can be guessed. All doors of a program share one limit; each program counts for itself.
public final class SecretLimit: Sendable {
    private let perMinute: Int
    private let state: Mutex<WrongSecrets>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let logger: Logger
    private let wrong: Counter
    private let refused: [WrongSecrets.Subject: Counter]

    /// - Parameters:
    ///   - perMinute: the wrong secrets that an address may send in a minute; at least one.
    ///   - now: never goes back.
    public init(
        perMinute: Int, logger: Logger, metrics: any MetricsFactory,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        self.perMinute = max(1, perMinute)
        func counter(_ reason: String) -> Counter {
            Counter(label: "refused_secrets_total", dimensions: [("reason", reason)], factory: metrics)
        }
        state = Mutex(WrongSecrets(limit: self.perMinute))
        wrong = counter("wrong")
        refused = Dictionary(
            uniqueKeysWithValues: WrongSecrets.Subject.allCases.map { ($0, counter("\($0.rawValue)_paused")) })
        (self.now, self.logger) = (now, logger)
    }

    /// - Throws: if the caller is paused.
    func admit(_ caller: SecretCaller) throws(TooManyWrongSecrets) {
        try refuse(during: state.withLock { $0.pause(of: caller, at: now()) })
    }

    func addRight(of caller: SecretCaller) throws(TooManyWrongSecrets) {
        try refuse(during: state.withLock { $0.addRight(of: caller, at: now()) })
    }

    /// - Parameter address: the caller's, for the log.
    func addWrong(of caller: SecretCaller, at address: String) throws(TooManyWrongSecrets) {
        switch state.withLock({ $0.addWrong(of: caller, at: now()) }) {
        case .paused(let pause): try refuse(during: pause)
        case .counted(let begun):
            wrong.increment()
            for pause in begun { log(pause, of: caller, at: address) }
        }
    }

    private func refuse(during pause: WrongSecrets.Pause?) throws(TooManyWrongSecrets) {
        guard let pause else { return }
        refused[pause.subject]?.increment()
        throw TooManyWrongSecrets(pause, limit: perMinute)
    }

    /// Once for a pause; the requests that it refuses are only counted.
    private func log(_ pause: WrongSecrets.Pause, of caller: SecretCaller, at address: String) {
        var metadata: Logger.Metadata = [
            "address": .string(address), "paused": .string(pause.subject.rawValue),
            "seconds": .stringConvertible(pause.left.components.seconds),
        ]
        if pause.subject == .client, let client = caller.client {
            metadata["door"] = loggableID(client.door).map { .string($0) }
            metadata["clientId"] = loggableID(client.id).map { .string($0) }
        }
        logger.warning("too many wrong secrets; further attempts are refused for a time", metadata: metadata)
    }
}

/// A caller that has sent too many wrong secrets sends another one. It is not known whether this one is right.
package struct TooManyWrongSecrets: Error, Hashable {
    /// The time after which it may send the next one.
    package let retryAfterSeconds: Int
    private let limit: Int

    init(_ pause: WrongSecrets.Pause, limit: Int) {
        let (seconds, fraction) = pause.left.components
        retryAfterSeconds = Int(seconds) + (fraction > 0 ? 1 : 0)
        self.limit = limit
    }

    package static let message =
        "Too many wrong secrets came from this address or for this client. Wait as long as Retry-After says; until "
        + "then, a right one is refused, too."

    package var headers: HTTPFields {
        .usedUp("wrong-secrets", perMinute: limit, retryAfterSeconds: retryAfterSeconds)
    }
}

extension RequestContext {
    /// Checks a secret, unless too many wrong ones came from its caller.
    ///
    /// Requests that are checked at the same time as the last wrong secret within the limit are refused, too, whether
    /// their secrets are right or wrong. So whoever sends many at once learns no more than one who sends them in turn.
    ///
    /// - Parameters:
    ///   - client: the client that the caller claims to be; nil if the secret itself says who it is.
    ///   - check: finds what the secret proves; nil if it is wrong.
    /// - Returns: what the secret proves; nil if it is wrong.
    /// - Throws: ``TooManyWrongSecrets``, or what `check` throws, which does not count.
    package func proving<Proof>(_ client: ClaimedClient?, _ check: () async throws -> Proof?) async throws -> Proof? {
        guard let secretLimit else { return try await check() }
        let caller = SecretCaller(address: ClientAddress(remoteAddress), client: client)
        try secretLimit.admit(caller)
        guard let proof = try await check() else {
            try secretLimit.addWrong(of: caller, at: clientAddress)
            return nil
        }
        try secretLimit.addRight(of: caller)
        return proof
    }
}
