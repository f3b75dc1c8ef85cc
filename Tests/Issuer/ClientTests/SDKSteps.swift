import CardAPI
import CardClient
import CardSecrets
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import NIOTransport
import Synchronization
import Testing
import TestSupport

/// A clock that moves only when a task waits. Waiting takes no real time.
final class TestTime: Sendable {
    private let begin = ContinuousClock.now
    private let waited = Mutex<[Duration]>([])

    var pauses: [Duration] { waited.withLock { $0 } }

    func pass(_ duration: Duration) {
        waited.withLock { $0.append(duration) }
    }

    func surroundings(_ service: LiveService) -> Surroundings {
        Surroundings(
            now: { self.begin + self.pauses.reduce(.zero, +) }, sleep: { self.pass($0) },
            chance: { [entropy = service.fixture.issuing.entropy] in
                entropy.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
            })
    }
}

extension LiveService {
    /// A customer's wallet on the customer's device.
    ///
    /// - Parameters:
    ///   - port: the port at which the wallet expects the service.
    ///   - transport: sends the requests.
    ///   - timeout: for one try. A busy machine makes tests slow; it must not make them fail.
    ///   - provider: provides the token; the brand's own backend by default.
    func sdk(
        of person: Person = .ivana, scope: String? = nil, port: Int? = nil, time: TestTime = TestTime(),
        transport: any Transport = .asyncHTTP, timeout: Duration = .seconds(60),
        provider: (@Sendable () async throws -> Wallet.Token)? = nil
    ) -> Wallet {
        var configuration = Wallet.Configuration(baseURL: "http://127.0.0.1:\(port ?? publicPort)\(base)", brand: brand)
        configuration.timeout = timeout
        return Wallet(
            configuration, transport: transport, surroundings: time.surroundings(self),
            tokenProvider: provider ?? { Wallet.Token(accessToken: try await token(of: person, scope: scope)) })
    }
}

extension Wallet {
    /// Authenticates the customer with the code in the inbox, and returns the event to present.
    func verify(_ error: WalletError, as app: App) async throws -> Wallet.SCAAuthenticationEventRequest {
        guard case .scaRequired(let event, let errorID) = error else { throw error }
        #expect(errorID?.isEmpty == false && event.authenticationMode == .embedded)
        let sms = try #require(event.availableVerifications.first { $0.method == .otp && $0.channel == .sms })
        let challenge = try await scaService.sendChallenge(event: event.scaDetails, verification: sms)
        #expect(challenge.currentChallenges == 1 && challenge.verification.target == sms.target)
        let code = try await app.code()
        let wrong = try await scaService.attempt(
            event: event.scaDetails, verification: sms, answer: .otp(code.wrong))
        #expect(wrong.status == .rejected && wrong.currentAttempts == 1)
        let right = try await scaService.attempt(event: event.scaDetails, verification: sms, answer: .otp(code.right))
        #expect(right.status == .verified)
        return event.scaDetails
    }
}

/// The error with which a call fails.
func failure<Answer: Sendable>(
    of call: () async throws(WalletError) -> Answer, at sourceLocation: SourceLocation = #_sourceLocation
) async throws -> WalletError {
    let answer: Answer
    do throws(WalletError) {
        answer = try await call()
    } catch {
        return error
    }
    return try #require(nil as WalletError?, "the answer was \(answer)", sourceLocation: sourceLocation)
}

/// The result that a completion receives. The completion's type proves that it runs on the main actor.
func told<Value: Sendable>(_ call: (@escaping Wallet.Completion<Value>) -> Void) async throws -> Value {
    try await withCheckedContinuation { continuation in
        call { continuation.resume(returning: $0) }
    }.get()
}
