import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1
import Subprocess
import Testing
import TestSupport

@Suite("A webhook event survives a crash of the server that sends it", .timeLimit(.minutes(20)))
struct WebhookCrashTests {
    @Test("After kill -9 before the receiver answers, the next server sends the event again")
    func killedMeanwhile() async throws {
        try await withWebhookReceiver([.hang]) { receiver, port in
            try await DataDirectory.with(seeded: true) { directory in
                let sandbox = Sandbox()
                let arguments = ["--data-dir", directory.path, "--webhooks-anywhere"]
                let (_, ending) = try await Program.serve(arguments, sandbox) { service in
                    let answer = try await service.askAsBusiness(
                        .POST, "/webhooks/subscriptions",
                        #"{"eventType": "/prepaid/card/status/events", "url": "http://127.0.0.1:\#(port)/"}"#)
                    #expect(answer.status == 201, "\(answer.body)")
                    let card = try await service.cards(of: "10000001").create(.virtual())
                    let event = try await sandbox.send(
                        "POST", "/sandbox/cards/\(card.cardId)/events", #"{"type": "SUSPEND"}"#)
                    #expect(event.status == 200)
                    _ = try await receiver.receivedInTime(1)
                    service.signal(SIGKILL)
                }
                #expect(ending.status == .signaled(SIGKILL))
                _ = try await Program.serve(arguments, sandbox) { service in
                    let received = try await receiver.receivedInTime(2)
                    #expect(received.map { $0["Webhook-Attempt"] } == ["1", "2"])
                    #expect(received[0].body == received[1].body)
                    #expect(received[0]["Signature"] == received[1]["Signature"])
                    // The clock answers only when no delivery is in progress.
                    _ = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 0}"#)
                    let log = try await service.askAsBusiness(.GET, "/webhooks/deliveries?status=DELIVERED")
                    #expect(log.body.contains(#""attempts":[{"number":2,"#), "\(log.body)")
                    #expect(receiver.received.count == 2)
                }
            }
        }
    }

    @Test("Without --webhooks-anywhere, a subscription with a URL on this machine is refused")
    func guarded() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let (_, ending) = try await Program.serve(["--data-dir", directory.path]) { service in
                for url in ["http://127.0.0.1:9/", "https://127.0.0.1:9/"] {
                    let answer = try await service.askAsBusiness(
                        .POST, "/webhooks/subscriptions",
                        #"{"eventType": "/prepaid/card/status/events", "url": "\#(url)"}"#)
                    #expect(answer.status == 400 && answer.body.contains(#""field":"url""#), "\(answer.body)")
                }
            }
            #expect(ending.status == .exited(0))
        }
    }
}

extension RunningService {
    /// Sends a request with a token of the demo's backend.
    func askAsBusiness(
        _ method: HTTPMethod, _ path: String, _ json: String? = nil
    ) async throws -> Answer {
        let base = url + "/digitalwallets/v1"
        var grant = HTTPClientRequest(url: base + "/auth/brands/demo/token")
        grant.method = .POST
        grant.setBasicAuth(username: "demo-backend", password: "demo-backend-secret")
        grant.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        grant.body = .bytes(ByteBuffer(string: "grant_type=client_credentials"))
        let token = try await Answer.to(grant).member("access_token")
        var request = HTTPClientRequest(url: base + path)
        request.method = method
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        if let json {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: json))
        }
        return try await Answer.to(request)
    }
}
