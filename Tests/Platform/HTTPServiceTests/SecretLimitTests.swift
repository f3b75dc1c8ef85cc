import HTTPContract
import HTTPTypes
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import TestSupport

@testable import HTTPService

@Suite("The limit for guessed secrets")
struct SecretLimitTests {
    /// The minute does not pass, however slow the machine is.
    private static let now = ContinuousClock.now

    @Test("A pause is logged once, with the address and an id that cannot be a secret; every refusal is counted")
    func observation() async throws {
        let (log, metrics) = (RecordedLog(), PrometheusRegistry())
        let limit = SecretLimit(perMinute: 4, logger: log.logger, metrics: metrics, now: { Self.now })
        let context = try Self.context(limit)
        for id in ["shop", "shop", "4761739012345678", "4761739012345678"] {
            let proof = try await context.proving(ClaimedClient(id, at: "door")) { Int?.none }
            #expect(proof == nil)
        }
        for _ in 0..<3 {
            await #expect(throws: TooManyWrongSecrets.self) { try await context.proving(nil) { 1 } }
        }
        let entries = log.lines.map(\.metadata)
        #expect(entries.map { $0["paused"] } == ["client", "address", "client"])
        #expect(entries.map { $0["clientId"] } == ["shop", nil, nil])
        #expect(entries.allSatisfy { $0["address"] == "192.0.2.1" && $0["seconds"] == "120" })
        let text = metrics.render()
        #expect(text.contains(#"refused_secrets_total{reason="wrong"} 4"#), "\(text)")
        #expect(text.contains(#"refused_secrets_total{reason="address_paused"} 3"#))
        #expect(text.contains(#"refused_secrets_total{reason="client_paused"} 0"#))
    }

    @Test("During a pause no secret is compared")
    func comparison() async throws {
        let context = try Self.context(Self.limit(2))
        var compared = 0
        for _ in 0..<5 {
            _ = try? await context.proving(nil) {
                compared += 1
                return Int?.none
            }
        }
        #expect(compared == 2)
    }

    @Test("A failure of the check counts neither as right nor as wrong")
    func failure() async throws {
        struct Failed: Error {}
        let context = try Self.context(Self.limit(1))
        for _ in 0..<3 {
            await #expect(throws: Failed.self) {
                try await context.proving(nil) { () throws -> Int? in throw Failed() }
            }
        }
        #expect(try await context.proving(nil) { 1 } == 1)
    }

    @Test("Of secrets that are compared at the same time, only those within the limit get an answer")
    func parallel() async throws {
        let context = try Self.context(Self.limit(20))
        let meeting = Meeting(size: 100)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        let proof = try await context.proving(nil) { () async -> Int? in
                            await meeting.join()
                            return number < 30 ? number : nil
                        }
                        return proof == nil ? "wrong" : "right"
                    } catch { return "paused" }
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == "wrong" } == 20)
        #expect(outcomes.count { $0 == "paused" } >= 50)
    }

    @Test("The fields say when to come back, and which limit was reached")
    func fields() throws {
        let pause = WrongSecrets.Pause(subject: .address, left: .milliseconds(119_001))
        let headers = TooManyWrongSecrets(pause, limit: 20).headers
        #expect(headers[.retryAfter] == "120")
        #expect(headers[.rateLimit] == #""wrong-secrets";r=0;t=120"#)
        #expect(headers[.rateLimitPolicy] == #""wrong-secrets";q=20;w=60"#)
    }

    /// Lets all its members go on when the last one has come, so all of them have passed the first check.
    private final class Meeting: Sendable {
        private let size: Int
        private let members = Mutex<[CheckedContinuation<Void, Never>]>([])

        init(size: Int) { self.size = size }

        func join() async {
            await withCheckedContinuation { member in
                let all = members.withLock { members in
                    members.append(member)
                    return members.count == size ? members : []
                }
                for member in all { member.resume() }
            }
        }
    }

    private static func limit(_ perMinute: Int) -> SecretLimit {
        SecretLimit(
            perMinute: perMinute, logger: RecordedLog().logger, metrics: PrometheusRegistry(), now: { Self.now })
    }

    private static func context(_ limit: SecretLimit) throws -> RequestContext {
        RequestContext(
            channel: EmbeddedChannel(), logger: RecordedLog().logger, limitingSecretsBy: limit,
            forwardedFor: try SocketAddress(ipAddress: "192.0.2.1", port: 1))
    }
}
