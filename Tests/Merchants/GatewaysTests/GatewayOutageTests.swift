import HTTPService
import HTTPTypes
import Logging
import Postgres
import Testing

@testable import Gateways

@Suite("Gateways' answers when the database fails")
struct GatewayOutageTests {
    private static let messages = GatewayMessages(
        codes: [], codesIn: { _ in [] }, outage: { Response(status: $0) })

    @Test("If the database is unreachable, the answer is 503 with Retry-After, even if a write was done", arguments: [
        PostgresFailure(.unavailable), PostgresFailure(.connectionLost, isSafeToRetry: true),
        PostgresFailure(.connectionLost, isSafeToRetry: false), PostgresFailure(.rejected, sqlState: "25006"),
        PostgresFailure(.rejected, sqlState: "57P01"),
    ])
    func away(_ failure: PostgresFailure) {
        let response = Self.messages.failed(failure, Self.quiet)
        #expect(response.status == .serviceUnavailable && response.headers[.retryAfter] == "1")
    }

    @Test("If the same request would fail again, the answer is 500")
    func damaged() {
        let failure = PostgresFailure(.rejected, sqlState: "23514")
        #expect(Self.messages.failed(failure, Self.quiet).status == .internalServerError)
    }

    private static let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
