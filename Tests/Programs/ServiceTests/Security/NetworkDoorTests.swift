import AsyncHTTPClient
import CardAPI
import CardClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Synchronization
import Testing

/// The ports of a service's listeners for a card network.
struct NetworkDoorPorts: Sendable {
    let json = Unshared.port()
    let iso8583 = Unshared.port()

    var arguments: [String] { ["--network-port", "\(json)", "--iso8583-port", "\(iso8583)"] }

    /// Waits until the listener for JSON is open, which may be later than the card service.
    func open(on service: RunningService) async throws {
        let opened = try await service.log.entry("Server started and listening on 127.0.0.1:\(json)")
        #expect(opened != nil, "The service ended before it opened the door.")
    }
}

@Suite("The card network's listeners", .timeLimit(.minutes(20)))
struct NetworkDoorTests {
    @Test("A client of pyiso8583 pays, repeats, inquires and reverses; invalid bytes end its connection")
    func pyiso8583() async throws {
        let (sandbox, host, doors) = (Sandbox(), Unshared.host(), NetworkDoorPorts())
        let arguments = ["--demo", "--host", host] + doors.arguments
        let (_, ending) = try await DataDirectory.with(seeded: true) { directory in
            try await Program.serve(arguments + ["--data-dir", directory.path], sandbox, host: host) { service in
                let customer = try await sandbox.newCustomer()
                let card = try await service.cards(of: customer).create(.virtual())
                let pan = try await Answer.plastic(of: card.cardId, at: sandbox)
                let load = #"{"amount": 5000, "currencyCode": "EUR"}"#
                #expect(try await sandbox.send("POST", "/sandbox/customers/\(customer)/load", load).status == 201)
                let purchase = [
                    "t": "0100", "2": pan, "3": "000000", "4": "000000001234", "7": "1123064500", "11": "000001",
                    "18": "5812", "22": "812", "25": "59", "32": "123456", "37": "RRN000000001", "41": "TERM0001",
                    "42": "MERCHANT0000001", "43": "Cafe Central             Wien         AT", "49": "978",
                ]
                var (again, inquiry, reversal, wrong, unknown) = (purchase, purchase, purchase, purchase, purchase)
                again["t"] = "0101"
                (inquiry["3"], inquiry["4"], inquiry["11"]) = ("310000", "000000000000", "000002")
                (reversal["t"], reversal["11"]) = ("0400", "000003")
                reversal["90"] = "0100" + "000001" + "1123064500" + "00000123456" + "00000000000"
                (wrong["49"], wrong["11"]) = ("999", "000004")
                (unknown["2"], unknown["11"]) = ("4000000000000002", "000005")
                let echo = ["t": "0800", "7": "1123064500", "11": "000009", "70": "301"]
                // A bitmap that ends early, a length of 4097 after a length of 0, and half a message.
                let broken = [["raw": "000830313030FFFFFFFF"], ["raw": "00001001"], ["raw": "00403031"]]
                let all = [echo, purchase, again, inquiry, reversal, wrong, unknown] + broken
                let json = String(decoding: try JSONEncoder().encode(all), as: UTF8.self)
                let script = Tester.folder.appending(path: "iso8583_client.py").path
                let run = try await Tester.run("python", [script, "127.0.0.1", "\(doors.iso8583)", json])
                #expect(run.status == .exited(0), "\(run.errors)")
                let answers = try run.output.split(separator: "\n").map { line in
                    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
                }
                try #require(answers.count == all.count)
                let types = answers.prefix(7).map { "\($0["t"] ?? "") \($0["39"] ?? "")" }
                #expect(types == ["0810 00", "0110 00", "0110 00", "0110 00", "0410 00", "0110 12", "0110 14"])
                #expect("\(answers[1]["38"] ?? 1)" == "\(answers[2]["38"] ?? 2)", "the same approval code")
                #expect("\(answers[3]["54"] ?? "")" == "0002978C000000003766")
                #expect(answers.suffix(3).allSatisfy { $0["ended"] as? Bool == true })
                #expect(try await service.log.entry("connection closed", count: 3) != nil)
            }
        }
        #expect(ending.status == .exited(0))
    }

    @Test("After kill -9 between payments, every acknowledged answer stands, and the ledger adds up")
    func crash() async throws {
        let (sandbox, host, doors) = (Sandbox(), Unshared.host(), NetworkDoorPorts())
        try await DataDirectory.with(seeded: true) { directory in
            let arguments = ["--demo", "--host", host, "--data-dir", directory.path] + doors.arguments
            let promised = Promised()
            for round in 1...2 {
                _ = try await Program.serve(arguments, sandbox, host: host) { service in
                    try await doors.open(on: service)
                    if round == 1 { try await promised.begin(on: service, sandbox) }
                    await withTaskGroup(of: Void.self) { group in
                        for lane in 0..<4 {
                            group.addTask {
                                await promised.pay("\(round)-\(lane)", at: doors.json, until: round * 60) {
                                    service.signal(SIGKILL)
                                }
                            }
                        }
                    }
                }
            }
            #expect(promised.answers.count >= 120)
            _ = try await Program.serve(arguments, sandbox, host: host) { service in
                try await doors.open(on: service)
                for (reference, body) in promised.answers {
                    let again = try await promised.pay(reference, at: doors.json)
                    #expect(again.body == body, "\(reference)")
                }
            }
            let check = try await Program.run(["ledger", "check", "--data-dir", directory.path])
            #expect(check.status == .exited(0) && check.output.contains("The ledger adds up"))
        }
    }
}

/// Payments with one card, and the answers that the service has acknowledged.
private final class Promised: Sendable {
    private struct State {
        var pan = ""
        var answers: [String: String] = [:]
    }

    private let state = Mutex(State())

    var answers: [String: String] { state.withLock(\.answers) }

    /// A card with money.
    func begin(on service: RunningService, _ sandbox: Sandbox) async throws {
        let card = try await service.cards(of: "10000001").create(.virtual())
        let pan = try await Answer.plastic(of: card.cardId, at: sandbox)
        state.withLock { $0.pan = pan }
        let load = #"{"amount": 100000, "currencyCode": "EUR"}"#
        #expect(try await sandbox.send("POST", "/sandbox/customers/10000001/load", load).status == 201)
    }

    /// Pays repeatedly until the service ends.
    ///
    /// - Parameter disaster: called after `count` answered payments.
    func pay(_ prefix: String, at port: Int, until count: Int, _ disaster: () -> Void) async {
        for number in 1... {
            let reference = "\(prefix)-\(number)"
            guard let sent = try? await pay(reference, at: port), sent.status == 200 else { return }
            let answered = state.withLock { state in
                state.answers[reference] = sent.body
                return state.answers.count
            }
            if answered == count { disaster() }
        }
    }

    func pay(_ reference: String, at port: Int) async throws -> Answer {
        try await Answer.network("""
            {"networkReference":"\(reference)","kind":"AUTHORIZATION","pan":"\(state.withLock(\.pan))","amount":100,\
            "currencyCode":"EUR","merchant":{"name":"Shop","mcc":"5411","country":"DE"},"panEntryMethod":"ECOMMERCE"}
            """, at: port)
    }
}

extension Answer {
    /// Sends a message of the network to the listener for JSON, and returns the answer.
    static func network(_ message: String, at port: Int) async throws -> Answer {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/network/messages")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(string: message))
        return try await to(request)
    }

    /// The number of a card.
    static func plastic(of card: String, at sandbox: Sandbox) async throws -> String {
        try await sandbox.get("/sandbox/cards/\(card)/plastic").member("pan")
    }
}
