import AsyncHTTPClient
import Foundation
import NIOHTTP1
import Subprocess
import Testing

/// What the service keeps for its clients is counted outside of it: in the operating system's table of connections, and
/// in the memory of its process. Connections may also end by a limit of time on a slow machine; nothing waits for that.
@Suite("Many connections at once", .timeLimit(.minutes(20)))
struct ManyConnectionsTests {
    /// What `--connections-per-address` permits.
    private static let places = 1_000
    private static let clients = 2_000
    private static let cards = "/digitalwallets/v1/profile/prepaid/cards"

    @Test("2,000 connections from one address keep its places only, delay nobody else, and leave nothing behind")
    func crowd() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let arguments = ["--data-dir", directory.path, "--connections-per-address", "\(Self.places)"]
            let host = Unshared.host()
            let (_, ending) = try await Program.serve(arguments + ["--host", host], host: host) { service in
                let token = try await service.token(of: "10000001")
                let before = try Self.residentBytes(of: service)
                let crowd = try await Crowd.gather(Self.clients, from: Unshared.host(), at: service)
                let served = crowd.firstAnswers.allSatisfy { $0 == 200 }
                #expect(served, "a new connection takes the place of one that waits for its client")
                let open = try Self.states(of: crowd, at: service).count { Self.isOpen($0) }
                #expect(open <= Self.places)

                for _ in 1...20 {
                    var request = HTTPClientRequest(url: service.url + Self.cards)
                    request.headers.add(name: "Authorization", value: "Bearer \(token)")
                    let (list, health) = (try await Answer.to(request), try await service.get("/healthz"))
                    #expect(list.status == 200 && health.status == 200)
                }
                let answers = try await crowd.askAtOnce(
                    "GET \(Self.cards) HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \(token)\r\n\r\n")
                let known: Set<Int?> = [200, 429, 503, nil]
                #expect(known.isSuperset(of: answers) && answers.contains { $0 != nil }, "\(Set(answers))")
                let memory = try Self.residentBytes(of: service) - before
                #expect(memory < Self.clients * 64 * 1024, "\(memory) bytes for \(Self.clients) clients")

                crowd.leave()
                while try Self.states(of: crowd, at: service).contains(where: { $0 != Self.isForgotten }) {
                    #expect(try await service.get("/healthz").status == 200)
                }
            }
            #expect(ending.status == .exited(0), "\(ending.errors.suffix(2_000))")
        }
    }

    /// The service has closed the connection, and the operating system keeps its number from use for a minute.
    private static let isForgotten = "06"

    /// Neither side has closed the connection, or only the client.
    private static func isOpen(_ state: String) -> Bool { ["01", "08"].contains(state) }

    /// The states of the service's ends of a crowd's connections, as `/proc/net/tcp` numbers them.
    private static func states(of crowd: Crowd, at service: RunningService) throws -> [String] {
        let table = try String(contentsOfFile: "/proc/\(service.processIdentifier)/net/tcp", encoding: .utf8)
        let local = "\(hexadecimal(service.host)):\(hexadecimal(service.port >> 8))\(hexadecimal(service.port & 255))"
        return table.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 3, fields[1] == local, fields[2].hasPrefix("\(hexadecimal(crowd.address)):") else {
                return nil
            }
            return String(fields[3])
        }
    }

    /// The table has addresses with the last byte first.
    private static func hexadecimal(_ address: String) -> String {
        address.split(separator: ".").reversed().map { hexadecimal(Int($0) ?? 0) }.joined()
    }

    private static func hexadecimal(_ byte: Int) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func residentBytes(of service: RunningService) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(service.processIdentifier)/status", encoding: .utf8)
        let line = try #require(status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/))
        return try #require(Int(line.output.1)) * 1024
    }
}
