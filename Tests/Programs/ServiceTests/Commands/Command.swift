import Foundation
import Subprocess
import Synchronization
import TestSupport

/// A program that a test runs to its end.
enum Command {
    /// Runs it with all that it prints, up to 4 MiB of output and 1 MiB of errors.
    ///
    /// - Throws: ``Deadline/Passed`` if it runs longer than the limit; it is then killed.
    static func run<Input: InputProtocol>(
        _ configuration: Configuration, input: Input = .none, within limit: Duration = Deadline.usual
    ) async throws -> Program.Ending {
        RunningTest.hasBegun()
        let process = Process()
        return try await Deadline.within(
            limit, "the end of \(name(of: configuration)), whose process \(process.description)"
        ) {
            let result = try await Subprocess.run(
                configuration, input: input, output: .string(limit: 1 << 22), error: .string(limit: 1 << 20)
            ) { process.began($0.processIdentifier.value) }
            return Program.Ending(
                status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
        }
    }

    /// The beginning of the command line. The rest may be a whole script.
    private static func name(of configuration: Configuration) -> String {
        String("\(configuration.executable) \(configuration.arguments)".prefix(200))
    }

    /// Describes a process that a test waits for.
    final class Process: Sendable, CustomStringConvertible {
        private let identifier = Mutex<Int32?>(nil)

        func began(_ process: Int32) { identifier.withLock { $0 = process } }

        /// Distinguishes three faults: a process that has not begun, one that has ended without notice, and one that
        /// still runs.
        var description: String {
            guard let process = identifier.withLock({ $0 }) else { return "has not begun" }
            guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
                let state = status.split(separator: ") ").last?.first
            else { return "\(process) is gone" }
            return "\(process) is in the state \(state)"
        }
    }
}
