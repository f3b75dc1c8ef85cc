import ArgumentParser
import Foundation
import HTTPContract

struct Verify: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Verify that an operation of a running service was called as expected.",
        discussion: """
            Compares the journal with the expectation, as the operation verifyRequests does. Exits with 0 if it holds; \
            otherwise, exits with 1 and prints the most similar requests and how they differ.

            For example: tessera verify createCard --times 1 --where '{"status": 201}'
            """)

    @Argument(help: "The operation, such as createCard.")
    var operation: String

    @Option(help: "The exact number of calls. (default: at least one)")
    var times: Int?

    @Option(help: "The minimum number of calls.")
    var atLeast: Int?

    @Option(help: "The maximum number of calls.")
    var atMost: Int?

    @Option(
        name: .customLong("where"), help: "Members of a recorded request and their values, as a JSON object.",
        transform: VerifiedRequests.pattern)
    var pattern: JSONValue?

    @Option(help: "How long to wait for further requests, at most 30 seconds. (default: 0s)")
    var within: TimeSpan?

    @OptionGroup var address: SandboxAddress

    func validate() throws {
        guard times == nil || atLeast == nil && atMost == nil else {
            throw ValidationError("Use --times, or --at-least and --at-most, but not both.")
        }
        guard (within?.seconds ?? 0) <= 30 else { throw ValidationError("--within must be at most 30s.") }
    }

    func run() async throws {
        let numbers = [
            ("times", times), ("atLeast", atLeast), ("atMost", atMost),
            ("withinMilliseconds", within.map { $0.seconds * 1000 }),
        ]
        let body = JSONValue.members(
            [("operation", .string(operation)), ("where", pattern)]
                + numbers.map { ($0, $1.map { .number(String($0)) }) })
        let answer = try await address.sandbox().answer(
            "POST", "/requests/verify", .json(body.jsonText))
        let verified = try answer.decoded(as: VerifiedRequests.self)
        guard !verified.holds else { return print("\(operation) was called \(verified.matches) times, as expected.") }
        let misses = (try? JSONValue(parsing: Array(answer.body)))?["nearMisses"]?.elements ?? []
        throw RunningService.Failure(
            description: ([headline(verified.matches)] + misses.flatMap(Self.lines)).joined(separator: "\n"))
    }

    private func headline(_ matches: Int) -> String {
        let wanted = switch (times, atLeast, atMost) {
        case (let times?, _, _): "\(times) times"
        case (_, let least?, let most?): "\(least) to \(most) times"
        case (_, nil, let most?): "at most \(most) times"
        case (_, let least, nil): "at least \(least ?? 1) times"
        }
        return "\(operation) was called \(matches) times, not \(wanted)."
    }

    /// A similar request, and each difference.
    private static func lines(of miss: JSONValue) -> [String] {
        let request = miss["request"]
        let call = [request?["number"], request?["method"], request?["path"]].map { $0?.shown ?? "" }
        let status = request?["status"]?.shown ?? "not at all"
        return ["  request \(call.joined(separator: " ")) was answered \(status)"]
            + (miss["differences"]?.elements ?? []).map { difference in
                let (wanted, found) = (difference["wanted"]?.jsonText, difference["found"]?.jsonText)
                return "    \(difference["criterion"]?.shown ?? ""): wanted \(wanted ?? "nothing"), "
                    + "found \(found ?? "nothing")"
            }
    }
}
