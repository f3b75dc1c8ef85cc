import CardSecrets
import Foundation
import Subprocess
import Synchronization
import SystemPackage

/// A program that prints the key-encryption key, such as the tool of a key store. It is run once, without a shell.
///
/// It gets the environment of this program and no standard input. It is the leader of a process group, which is killed
/// when the time is over.
package actor KeyCommand {
    /// In bytes. A key has 64 digits and the end of the line.
    private static let outputLimit = 256
    private static let errorLimit = 64 << 10

    /// The first word. The others are in no message, because they may be secret.
    package nonisolated let program: String
    private let arguments: [String]
    private let limit: Duration
    private var running: Task<KeyEncryptionKey, any Error>?

    /// - Parameters:
    ///   - line: the program and its arguments. Spaces separate them, and no character quotes another. Nil if there
    ///     is no word.
    ///   - limit: the time that the program may take.
    package init?(_ line: String, limit: Duration = .seconds(30)) {
        let words = line.split { $0 == " " || $0 == "\t" }.map(String.init)
        guard let program = words.first else { return nil }
        (self.program, self.limit) = (program, limit)
        arguments = Array(words.dropFirst())
    }

    package func key() async throws -> KeyEncryptionKey {
        if let running { return try await running.value }
        let task = Task { try await read() }
        running = task
        return try await task.value
    }

    private func read() async throws -> KeyEncryptionKey {
        let child = Child()
        let timer = Task { [limit] in
            try await Task.sleep(for: limit)
            child.kill()
        }
        defer { timer.cancel() }
        var configuration = Configuration(
            executable: program.contains("/") ? .path(FilePath(program)) : .name(program),
            arguments: Arguments(arguments))
        configuration.platformOptions.processGroupID = 0
        do {
            let result = try await Subprocess.run(
                configuration, input: .none, output: .bytes(limit: Self.outputLimit),
                error: .string(limit: Self.errorLimit)
            ) { child.began($0.processIdentifier.value) }
            guard !child.isKilled else { throw Failure.tooSlow(program, limit) }
            guard result.terminationStatus.isSuccess else {
                throw Failure.failed(program, result.terminationStatus, Self.lastLine(of: result.standardError))
            }
            var output = result.standardOutput
            defer { output.wipe() }
            return try KeyEncryptionKey(
                text: String(decoding: output, as: UTF8.self), source: "The output of --key-command \(program)")
        } catch let error as SubprocessError {
            guard !child.isKilled else { throw Failure.tooSlow(program, limit) }
            child.kill()
            throw error.code == .outputLimitExceeded ? Failure.tooLong(program) : Failure.notRun(program)
        }
    }

    /// Without control characters, which could lead a terminal astray.
    private static func lastLine(of errors: String) -> String? {
        let lines = errors.split { $0.isNewline }.map { line in
            String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
        }
        return lines.last { $0.contains { !$0.isWhitespace } }.map { String($0.prefix(200)) }
    }

    package enum Failure: Error, Equatable, CustomStringConvertible {
        case notRun(String)
        case failed(String, TerminationStatus, String?)
        case tooSlow(String, Duration)
        case tooLong(String)

        package var description: String {
            switch self {
            case .notRun(let program):
                "--key-command \(program) cannot be run: name a program that this account may execute."
            case .failed(let program, let status, let line):
                "--key-command \(program) \(Self.words(status)), so there is no key-encryption key. "
                    + (line.map { "Its last line of errors: \($0)" } ?? "It printed no error.")
            case .tooSlow(let program, let limit):
                "--key-command \(program) did not end within \(limit.components.seconds) seconds, and was killed."
            case .tooLong(let program):
                "--key-command \(program) printed more than \(outputLimit) bytes, or more than "
                    + "\(errorLimit >> 10) KiB of errors. It must print the key-encryption key in one line."
            }
        }

        private static func words(_ status: TerminationStatus) -> String {
            switch status {
            case .exited(let code): "ended with status \(code)"
            case .signaled(let signal): "was ended by signal \(signal)"
            }
        }
    }
}

/// The process group of the program. It is killed at most once.
private final class Child: Sendable {
    private enum State {
        case waiting, running(pid_t), killed
    }

    private let state = Mutex(State.waiting)

    func began(_ process: pid_t) {
        let isLate = state.withLock { state in
            if case .killed = state { return true }
            state = .running(process)
            return false
        }
        if isLate { Self.kill(process) }
    }

    func kill() {
        let process = state.withLock { state -> pid_t? in
            defer { state = .killed }
            if case .running(let process) = state { return process }
            return nil
        }
        if let process { Self.kill(process) }
    }

    var isKilled: Bool { state.withLock { if case .killed = $0 { true } else { false } } }

    private static func kill(_ process: pid_t) { _ = Foundation.kill(-process, SIGKILL) }
}
