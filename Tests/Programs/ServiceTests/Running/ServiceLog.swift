import Foundation
import Subprocess
import Synchronization

/// The standard error of a running service: one JSON object on each line, and at the end a plain message if the service
/// failed. Other programs write plain lines.
final class ServiceLog: Sendable {
    struct EndedBeforeItServed: Error {
        let errors: String
    }

    private struct State {
        var lines: [String] = []
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var lines: [String] { state.withLock { $0.lines } }
    var isOver: Bool { state.withLock { $0.isOver } }

    func read(_ standardError: SubprocessOutputSequence) async throws {
        defer { change { $0.isOver = true } }
        for try await line in standardError.strings() { change { $0.lines.append(line) } }
    }

    /// Waits for the `count`-th entry whose message begins with `message`, and returns it; nil if the service ends
    /// first.
    func entry(
        _ message: String, count: Int = 1, within limit: Duration = Deadline.usual
    ) async throws -> [String: String]? {
        try await Deadline.within(limit, "entry \(count) of a service's log that begins with '\(message)'") {
            await self.next(count) { line in
                Self.entry(line).flatMap { $0["message"]?.hasPrefix(message) == true ? $0 : nil }
            }
        }
    }

    /// Waits for the `count`-th line that contains a text, for a program that does not write JSON, and returns it; nil
    /// if the program ends first.
    func line(containing text: String, count: Int = 1) async throws -> String? {
        try await Deadline.within(Deadline.usual, "line \(count) of a program's log that contains '\(text)'") {
            await self.next(count) { $0.contains(text) ? $0 : nil }
        }
    }

    private func next<Match: Sendable>(
        _ count: Int, _ match: @Sendable (String) -> Match?
    ) async -> Match? {
        var (seen, found) = (0, 0)
        while !Task.isCancelled {
            let (lines, isOver) = state.withLock { ($0.lines, $0.isOver) }
            for line in lines[seen...] {
                guard let matched = match(line) else { continue }
                found += 1
                if found == count { return matched }
            }
            if isOver { return nil }
            seen = lines.count
            await more(than: seen)
        }
        return nil
    }

    /// Waits until the service has closed its standard error, which it does when it ends.
    func end() async throws {
        try await Deadline.within(Deadline.usual, "the end of a service's log") {
            while case let (count, isOver) = self.state.withLock({ ($0.lines.count, $0.isOver) }),
                !isOver, !Task.isCancelled
            {
                await self.more(than: count)
            }
        }
    }

    func port(at host: String) async throws -> Int {
        let announcement = "Server started and listening on \(host):"
        guard let message = try await entry(announcement)?["message"],
            let port = Int(message.dropFirst(announcement.count))
        else { throw EndedBeforeItServed(errors: lines.joined(separator: "\n")) }
        return port
    }

    /// The members of a log entry as text; nil if the line is no JSON object.
    static func entry(_ line: String) -> [String: String]? {
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return object?.mapValues { "\($0)" }
    }

    /// Waits for the next line, or for the end, or until the task is cancelled.
    private func more(than count: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isThereAlready = state.withLock { state in
                    if state.lines.count > count || state.isOver || Task.isCancelled { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isThereAlready { continuation.resume() }
            }
        } onCancel: {
            change { _ in }
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            body(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
