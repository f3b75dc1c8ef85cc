import HTTPContract
import Testing
import TestSupport

/// An intended difference between this project and a page.
package struct Accepted: Sendable {
    let line: Int
    /// Empty if the whole sample cannot be sent.
    let members: [String]
    let reason: String

    /// - Parameters:
    ///   - line: where the sample or the printed answer begins.
    ///   - members: those that are different; each also stands for what is inside it. `status` is the answer's status,
    ///     and `a.(order)` the order of the members of `a`.
    package init(_ line: Int, _ members: String..., because reason: String) {
        (self.line, self.members, self.reason) = (line, members, reason)
    }
}

/// Follows a test through the samples of a page, and collects the differences of the answers. These are failures: a
/// difference that is not accepted, an accepted difference that does not exist, and a sample that is left out.
package struct SampleCheck {
    private let samples: [Sample]
    private let accepted: [Accepted]
    private var done: Set<Int> = []
    /// Lines with members that were found to be different.
    private var found: Set<[String]> = []

    package struct NoSample: Error {
        let line: Int
    }

    package init(_ page: Page, accepting accepted: [Accepted]) throws {
        self.init(of: try page.text, accepting: accepted)
    }

    package init(of page: String, accepting accepted: [Accepted]) {
        (samples, self.accepted) = (Sample.all(in: page), accepted)
    }

    /// The sample that begins on a line. Marks the sample as used.
    ///
    /// - Parameter values: placeholders for values that only the service or the merchant knows, each with its value.
    package mutating func sample(_ line: Int, _ values: [(String, String)] = []) throws -> String {
        guard let sample = samples.first(where: { $0.lines.lowerBound == line }) else { throw NoSample(line: line) }
        done.insert(line)
        return values.reduce(sample.text) { $0.replacing($1.0, with: $1.1) }
    }

    package mutating func request(_ line: Int, _ values: [(String, String)] = []) throws -> PrintedRequest {
        try PrintedRequest(sample(line, values))
    }

    /// Expects that a request succeeded.
    package mutating func succeeded(_ answer: Answer, _ line: Int, at location: SourceLocation = #_sourceLocation) {
        guard !(200..<300).contains(answer.status) else { return }
        note("status", "is \(answer.status): \(answer.body)", line, location)
    }

    /// Expects the answer that the page prints.
    package mutating func compare(
        _ answer: JSONValue?, with line: Int, _ values: [(String, String)] = [],
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let printed = try JSONValue(parsing: Array(sample(line, values).utf8))
        for difference in PrintedAnswer.differences(printed, answer ?? .null) {
            note(difference.member, difference.what, line, location)
        }
    }

    /// Expects the value that the page prints outside a sample.
    package mutating func compare(
        _ value: String, with printed: String, _ line: Int, _ member: String,
        at location: SourceLocation = #_sourceLocation
    ) {
        if value != printed { note(member, "is \(value), not \(printed)", line, location) }
    }

    private mutating func note(_ member: String, _ what: String, _ line: Int, _ location: SourceLocation) {
        let covering = accepted.filter { $0.line == line }.flatMap(\.members).filter { name in
            member == name || member.hasPrefix(name + ".") || member.hasPrefix(name + "[")
        }
        for name in covering { found.insert([String(line), name]) }
        if covering.isEmpty {
            Issue.record("line \(line): \(member) \(what)", sourceLocation: location)
        }
    }

    /// Expects that nothing was left out.
    package func end(at location: SourceLocation = #_sourceLocation) {
        let unsent = Set(accepted.filter(\.members.isEmpty).map(\.line))
        for sample in samples {
            let line = sample.lines.lowerBound
            if done.contains(line) == unsent.contains(line) {
                let fault = done.contains(line) ? "accepted as not sent, and is sent" : "neither sent nor accepted"
                Issue.record("The sample on line \(line) is \(fault).", sourceLocation: location)
            }
        }
        for line in unsent where !samples.contains(where: { $0.lines.lowerBound == line }) {
            Issue.record("No sample begins on line \(line).", sourceLocation: location)
        }
        for difference in accepted {
            for member in difference.members where !found.contains([String(difference.line), member]) {
                Issue.record(
                    "line \(difference.line): \(member) is accepted as different, and is as printed.",
                    sourceLocation: location)
            }
        }
    }
}
