import Foundation
import Subprocess
import Testing

/// Tests that wait for something that never happens.
@Suite("Limits of waits for other processes", .timeLimit(.minutes(20)))
struct DeadlineTests {
    @Test("A command that runs too long fails the test, which names the command and the limit")
    func command() async throws {
        let endless = Configuration(executable: .name("tail"), arguments: ["-f", "/dev/null"])
        let passed = await #expect(throws: Deadline.Passed.self) {
            _ = try await Command.run(endless, within: .milliseconds(500))
        }
        #expect(passed?.limit == .milliseconds(500))
        let beginning = #"the end of tail ["-f", "/dev/null"], whose process "#
        #expect(passed?.wait.hasPrefix(beginning) == true, "\(passed?.wait ?? "")")
    }

    @Test("A running process, a gone process and one that has not begun have different descriptions")
    func states() async throws {
        let process = Command.Process()
        #expect(process.description == "has not begun")
        process.began(getpid())
        #expect(process.description.contains(/^\d+ is in the state [RSD]$/))
        process.began(.max)
        #expect(process.description == "2147483647 is gone")
    }

    @Test("Work that ignores its cancellation is not waited for")
    func stubborn() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let passed = await #expect(throws: Deadline.Passed.self) {
            try await Deadline.within(.milliseconds(1), "an answer") {
                await Task { for await _ in ends {} }.value
            }
        }
        end.finish()
        #expect(passed?.wait == "an answer")
    }

    @Test("The outcome is what the work returns or throws before the limit")
    func inTime() async throws {
        #expect(try await Deadline.within(Deadline.usual, "a number") { 7 } == 7)
        await #expect(throws: CancellationError.self) {
            try await Deadline.within(Deadline.usual, "a failure") { throw CancellationError() }
        }
    }

    @Test("A line that a service never logs fails the test, which quotes the line")
    func line() async throws {
        let log = ServiceLog()
        let passed = await #expect(throws: Deadline.Passed.self) {
            try await log.entry("Server started", within: .milliseconds(1))
        }
        #expect(passed?.wait == "entry 1 of a service's log that begins with 'Server started'")
    }
}
