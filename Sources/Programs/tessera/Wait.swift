import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hosting
import HTTPContract
import NIOCore
import NIOHTTP1

struct Wait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Wait until a service and its sandbox are ready, or until an operation was called.",
        discussion: """
            Without --operation, waits until the service is ready and its sandbox answers. With --operation, waits \
            until the journal has so many requests for it; --where narrows them as in the operation verifyRequests. \
            Exits with 0 as soon as that is so, and with 1 when the time is over.

            For example: tessera wait --within 60s, or
            tessera wait --operation createCard --where '{"status": 201}'
            """)

    @Option(help: "How long to wait at most: 90s, 15m; a number alone is seconds. (default: 30s)")
    var within: TimeSpan?

    @Option(help: "The operation that must be called, such as createCard.")
    var operation: String?

    @Option(help: "The minimum number of calls.")
    var times = 1

    @Option(
        name: .customLong("where"), help: "Members of a recorded request and their values, as a JSON object.",
        transform: VerifiedRequests.pattern)
    var pattern: JSONValue?

    @Option(help: "The service. (default: http://127.0.0.1:8080)")
    var url: String?

    @OptionGroup var address: SandboxAddress

    private static let pause = Duration.milliseconds(100)
    /// The longest wait that one call of the sandbox accepts.
    private static let longestCall = Duration.seconds(20)

    func validate() throws {
        if operation == nil, times != 1 || pattern != nil {
            throw ValidationError("--times and --where go with --operation.")
        }
    }

    func run() async throws {
        let begin = ContinuousClock.now
        let limit = Duration.seconds(within?.seconds ?? 30)
        let sandbox = try address.sandbox()
        if let operation {
            let count = try await awaitCalls(of: operation, at: sandbox, until: begin + limit)
            print("\(operation) was called \(count) times.")
        } else {
            try await awaitReadiness(of: sandbox, until: begin + limit)
            print("The service and its sandbox are ready.")
        }
    }

    private func awaitReadiness(of sandbox: RunningSandbox, until end: ContinuousClock.Instant) async throws {
        let url = try Setting.address(url, "URL", default: "http://127.0.0.1:8080") + "/readyz"
        while true {
            let answer = try? await sandbox.http.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
            let isReady = answer?.status == .ok
            if isReady {
                let answer = try? await sandbox.answer("GET", "/clock")
                // A wrong token does not become right.
                if answer?.status == 401 { try answer?.requireSuccess() }
                if answer?.isSuccess == true { return }
            }
            guard ContinuousClock.now + Self.pause < end else {
                throw RunningService.Failure(
                    description: isReady
                        ? "The service at \(url) is ready, but no sandbox answers at \(sandbox.url)."
                        : "No service is ready at \(url). Start it first: tessera serve --demo")
            }
            try await Task.sleep(for: Self.pause)
        }
    }

    private func awaitCalls(
        of operation: String, at sandbox: RunningSandbox, until end: ContinuousClock.Instant
    ) async throws -> Int {
        while true {
            let patience = min(max(.zero, ContinuousClock.now.duration(to: end)), Self.longestCall)
            let milliseconds = Int(patience / .milliseconds(1))
            let members: [(String, JSONValue?)] = [
                ("operation", .string(operation)), ("atLeast", .number(String(times))), ("where", pattern),
                ("withinMilliseconds", .number(String(milliseconds))),
            ]
            let body = JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
            let verified: VerifiedRequests = try await sandbox.ask(
                "POST", "/requests/verify", .json(JSONValue.object(body).jsonText))
            if verified.holds { return verified.matches }
            guard ContinuousClock.now < end else {
                throw RunningService.Failure(
                    description: "\(operation) was called \(verified.matches) times, not \(times).\n"
                        + "What was called: \(sandbox.page("/requests?search=\(operation)"))")
            }
        }
    }
}
