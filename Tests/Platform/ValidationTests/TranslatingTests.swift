import Testing
import Validation

@Suite("Translation of failures")
struct TranslatingTests {
    private struct LowFailure: Error {
        let number: Int
    }

    private enum HighFailure: Error, Equatable {
        case low(Int)
    }

    private static func high(_ failure: LowFailure) -> HighFailure { .low(failure.number) }

    @Test("The result of successful work is returned")
    func result() async throws {
        #expect(try translating(Self.high) { () throws(LowFailure) in 1 } == 1)
        #expect(try await translating(Self.high) { () async throws(LowFailure) in await Task { 2 }.value } == 2)
    }

    @Test("A failure of the work is translated")
    func failure() async {
        #expect(throws: HighFailure.low(1)) {
            try translating(Self.high) { () throws(LowFailure) in throw LowFailure(number: 1) }
        }
        await #expect(throws: HighFailure.low(2)) {
            try await translating(Self.high) { () async throws(LowFailure) in
                throw LowFailure(number: await Task { 2 }.value)
            }
        }
    }

    private actor Counter {
        private var count = 0

        func next() async throws(HighFailure) -> Int {
            try await translating(TranslatingTests.high) { () async throws(LowFailure) in
                assertIsolated()
                count += 1
                return count
            }
        }
    }

    @Test("Asynchronous work stays on the actor of its caller")
    func isolation() async throws { #expect(try await Counter().next() == 1) }
}
