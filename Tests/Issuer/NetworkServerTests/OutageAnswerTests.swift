import Authorizing
import Issuing
import Postgres
import Testing

@testable import NetworkServer

@Suite("Answers to a card network when the database fails")
struct OutageAnswerTests {
    @Test("The answer is 91 if the message may succeed in a moment, and 96 if it would fail again", arguments: [
        (PostgresFailure(.unavailable), "91"), (PostgresFailure(.connectionLost, isSafeToRetry: true), "91"),
        (PostgresFailure(.rejected, sqlState: "25006"), "91"), (PostgresFailure(.rejected, sqlState: "57P03"), "91"),
        (PostgresFailure(.rejected, sqlState: "23514"), "96"),
    ])
    func code(_ failure: PostgresFailure, _ code: String) {
        #expect(AnsweredMessage.failed(by: .database(failure)).answer.code.rawValue == code)
    }
}
