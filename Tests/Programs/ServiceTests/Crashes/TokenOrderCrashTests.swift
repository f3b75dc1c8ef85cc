import CardAPI
import CardClient
import Foundation
import Subprocess
import Testing
import TestSupport

@Suite("An order to a token service survives a crash", .timeLimit(.minutes(20)))
struct TokenOrderCrashTests {
    private struct Order: Decodable {
        let reference, tokenReference, action: String
    }

    @Test("A card is suspended and the service is killed before the network answers: the network counts one order")
    func killedMeanwhile() async throws {
        try await withWebhookReceiver([.hang]) { receiver, port in
            try await DataDirectory.with(seeded: true) { directory in
                let set = try await Program.run(
                    [
                        "token-service", "set", "--network", "MC", "--url", "http://127.0.0.1:\(port)/",
                        "--webhooks-anywhere", "--data-dir", directory.path,
                    ])
                #expect(set.status == .exited(0), "\(set.errors)")
                let sandbox = Sandbox()
                let arguments = ["--data-dir", directory.path, "--webhooks-anywhere"]
                let (_, ending) = try await Program.serve(arguments, sandbox) { service in
                    let card = try await service.cards(of: "10000001").create(.virtual())
                    let phone = try await sandbox.send(
                        "POST", "/sandbox/cards/\(card.cardId)/token-requests",
                        #"{"walletType": "GOOGLE_PAY", "deviceScore": 3, "identifies": true}"#)
                    #expect(phone.status == 200, "\(phone.body)")
                    let event = try await sandbox.send(
                        "POST", "/sandbox/cards/\(card.cardId)/events", #"{"type": "SUSPEND"}"#)
                    #expect(event.status == 200)
                    _ = try await receiver.receivedInTime(1)
                    service.signal(SIGKILL)
                }
                #expect(ending.status == .signaled(SIGKILL))
                _ = try await Program.serve(arguments, sandbox) { _ in
                    let received = try await receiver.receivedInTime(2)
                    #expect(received[0].body == received[1].body)
                    // The clock answers only when no delivery is in progress.
                    _ = try await sandbox.send("PUT", "/sandbox/clock", #"{"advanceSeconds": 0}"#)
                    let orders = try receiver.received.map {
                        try JSONDecoder().decode(Order.self, from: Data($0.body))
                    }
                    #expect(Set(orders.map(\.reference)).count == 1)
                    #expect(orders.first?.action == "SUSPEND")
                }
            }
        }
    }
}
