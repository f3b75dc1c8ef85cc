import CardAPI
import CardServer
import HTTPContract
import Issuing
import Postgres
import Testing

@Suite("Messages to callers when the database fails")
struct OutageProblemTests {
    private static let nothing = "nothing was done"
    private static let unknown =
        "it is unknown whether the request was done. Send it again with the same Idempotency-Key"

    @Test("The message says either that nothing was done or that the result is not known", arguments: [
        (PostgresFailure(.unavailable), nothing), (PostgresFailure(.rejected, sqlState: "53100"), nothing),
        (PostgresFailure(.rejected, sqlState: "40P01"), nothing),
        (PostgresFailure(.connectionLost, isSafeToRetry: true), nothing),
        (PostgresFailure(.connectionLost, isSafeToRetry: false), unknown),
    ])
    func outage(_ failure: PostgresFailure, _ sentence: String) {
        let problem = Problem(IssuingFailure.database(failure))
        #expect(problem.code == .serviceUnavailable && problem.message.contains(sentence), "\(problem.message)")
    }
}
