import AsyncHTTPClient
import CardClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing
import TestSupport

@Suite("serve with --seed", .timeLimit(.minutes(20)))
struct SeedTests {
    @Test("Two runs of the same requests give the same answers and webhooks, byte for byte")
    func twoRuns() async throws {
        try await withWebhookReceiver { receiver, port in
            var runs: [[String]] = []
            let sandbox = Sandbox()
            for _ in 1...2 {
                try await DataDirectory.with { directory in
                    let scratch = try await ScratchDatabase.make()
                    let options = [
                        "--demo", "--seed", "7", "--data-dir", directory.path, "--database-url", scratch.url,
                    ]
                    let (run, _) = try await Program.serve(options, sandbox) { service in
                        var story = Story(service: service.url, sandbox: "http://\(sandbox.host):\(sandbox.port)")
                        try await story.tell(receivingAt: port)
                        let told = try await receiver.receivedInTime((runs.count + 1) * 2).suffix(2)
                        return story.answers + told.map { "\($0["Signature"] ?? "unsigned") \($0.text)" }
                    }
                    runs.append(run)
                }
            }
            #expect(runs[0].count == 11)
            #expect(runs[0] == runs[1])
        }
    }

    @Test("--seed is refused on a used database and without a sandbox")
    func refusals() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let used = try await Program.run(
                ["serve", "--seed", "7", "--data-dir", directory.path, "--port", "0"] + Sandbox().arguments)
            #expect(used.status == .exited(1))
            #expect(used.errors.contains("--seed 7 needs a database that was never used"), "\(used.errors)")
        }
        let open = try await Program.run(["serve", "--seed", "7", "--sandbox-port", "0"])
        #expect(open.status == .exited(64))
        #expect(open.errors.contains("--seed needs the sandbox"), "\(open.errors)")
    }
}

/// Requests from a card's life, and the answers to them.
private struct Story {
    let service: String
    let sandbox: String
    private(set) var answers: [String] = []

    init(service: String, sandbox: String) {
        self.service = service
        self.sandbox = sandbox
    }

    mutating func tell(receivingAt port: Int) async throws {
        let api = service + "/digitalwallets/v1"
        let form = "application/x-www-form-urlencoded"
        let backend = "Basic " + Data("demo-backend:demo-backend-secret".utf8).base64EncodedString()
        let app = "Basic " + Data("demo-app:demo-secret".utf8).base64EncodedString()
        let business = try await member(
            "access_token",
            of: ask(.POST, api + "/auth/brands/demo/token", "grant_type=client_credentials", form, backend))
        try await ask(
            .POST, api + "/webhooks/subscriptions",
            #"{"eventType": "/prepaid/card/status/events", "url": "http://127.0.0.1:\#(port)/"}"#,
            authorization: "Bearer " + business)
        let token = try await member(
            "access_token",
            of: ask(
                .POST, api + "/auth/brands/demo/token",
                "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=10000001"
                    + "&subject_token_type=urn:tessera:token-type:customer-id", form, app))
        let customer = "Bearer " + token
        let cards = api + "/profile/prepaid/cards"
        let card = try await member(
            "cardId",
            of: ask(
                .POST, cards, #"{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR"}"#, authorization: customer))
        try await ask(.GET, sandbox + "/sandbox/cards/\(card)/plastic")
        try await ask(
            .PATCH, cards + "/\(card)", #"{"status": "LOCKED", "statusReason": "Mislaid"}"#, authorization: customer)
        try await ask(.POST, sandbox + "/sandbox/cards/\(card)/events", #"{"type": "SUSPEND"}"#)
        try await ask(.POST, sandbox + "/sandbox/cards/\(card)/events", #"{"type": "RESUME"}"#)
        try await ask(.GET, cards + "?include=AVAILABLE_ACTIONS", authorization: customer)
    }

    /// Sends a request and records its answer, without the `Date` header, which shows the real time.
    @discardableResult
    private mutating func ask(
        _ method: HTTPMethod, _ url: String, _ body: String? = nil, _ type: String = "application/json",
        _ basic: String? = nil, authorization: String? = nil
    ) async throws -> String {
        var request = HTTPClientRequest(url: url)
        request.method = method
        if let authorization = basic ?? authorization {
            request.headers.add(name: "Authorization", value: authorization)
        }
        if let body {
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await HTTPClient.patient.execute(request, timeout: .seconds(120))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
        let head = response.headers.filter { $0.name.lowercased() != "date" }.map { "\($0.name): \($0.value)" }
        answers.append("\(response.status.code)\n\(head.joined(separator: "\n"))\n\n\(text)")
        return text
    }

    private func member(_ name: String, of body: String) throws -> String {
        try Answer(status: 200, body: body).member(name)
    }
}
