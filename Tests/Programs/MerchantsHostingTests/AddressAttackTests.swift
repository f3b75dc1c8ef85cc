import ContractTestSupport
import Foundation
import HTTPContract
import HTTPService
import NIOCore
import Payments
import Testing
import TestSupport

@Suite("Hosts, paths, header fields and slow clients on the merchants' listener", .timeLimit(.minutes(5)))
struct AddressAttackTests {
    @Test("No spelling of a host or a path leads to another gateway, or to a failure of the service")
    func addresses() async throws {
        try await withMarketplace { place in
            let till = try await Shop(place).cardPointe
            let path = "/cardconnect/rest/inquireMerchant/\(till.merchant)"
            let hosts = [
                "evilcardconnect.com", "a.b.cardconnect.com", "cardconnect.com", ".cardconnect.com",
                "fts.cardconnect.com.evil.example", "fts.cardconnect.com@evil.example", "evil.example#.cardconnect.com",
                "evil.example?.cardconnect.com", "fts.cardconnect.com:99999", "fts.cardconnect.com:", "",
                "api.stitch.money", "[::1]", "[cardconnect.com]", "fts.cardconnect.com, api.stitch.money",
                String(repeating: "a", count: 5000) + ".cardconnect.com", "%66ts.cardconnect.com",
            ]
            for host in hosts {
                let status = try await Self.status(place, path, of: till, hosts: [host])
                #expect(status == 404 || status == 400, "\(host.prefix(60))")
            }
            for hosts in [["fts.cardconnect.com", "api.stitch.money"], ["fts.cardconnect.com", "fts.cardconnect.com"]] {
                #expect(try await Self.status(place, path, of: till, hosts: hosts) == 400, "\(hosts)")
            }
            for host in ["fts.cardconnect.com", "FTS.CardConnect.COM:6443", "fts.cardconnect.com."] {
                #expect(try await Self.status(place, path, of: till, hosts: [host]) == 200, "\(host)")
            }
            #expect(place.failures == 0)
        }
    }

    @Test("A path has one spelling")
    func paths() async throws {
        try await withMarketplace { place in
            let till = try await Shop(place).cardPointe
            let rest = "/cardconnect/rest/inquireMerchant/\(till.merchant)"
            for path in [
                "/cardpointe/", "/cardpointe", "/", "//cardpointe\(rest)", "/cardpointe/\(rest)", "/CARDPOINTE\(rest)",
                "/stitch/../cardpointe\(rest)", "/stitch/..%2fcardpointe\(rest)", "/stitch/%2e%2e/cardpointe\(rest)",
                "/./cardpointe\(rest)", "/cardpointe/.\(rest)", "/cardpointe%2F\(rest.dropFirst())",
                "/cardpointe;x\(rest)", "/cardpointe\\\(rest.dropFirst())", "/%63ardpointe\(rest)",
                "/cardpointe/cardpointe\(rest)", "/cardpointe\(rest)/..",
                "/cardpointe\(rest)//",
                "/cardpointe" + String(repeating: "/x", count: 20_000), "/cardpointe/%ff%fe", "/stitch/graphql/",
                "/stitch\(rest)", "cardpointe\(rest)", "*",
            ] {
                let status = try await Self.status(place, path, of: till, hosts: ["localhost"])
                #expect([400, 401, 404, 405, 414, 431].contains(status ?? 400), "\(path.prefix(80))")
            }
            #expect(try await Self.status(place, "/cardpointe\(rest)", of: till, hosts: ["localhost"]) == 200)
            for path in ["inquireMerchant/\(till.merchant)%00", "inquireMerchant/%00", "settlestat?merchid=%00"] {
                let words = try await till.get("/cardconnect/rest/" + path).words
                #expect(["PPS 21", "401 401"].contains(words), "\(path)")
            }
            #expect(place.failures == 0)
        }
    }

    /// The status of the answer; nil if the service ended the connection without one.
    private static func status(
        _ place: Marketplace, _ target: String, of till: CardPointeTill, hosts: [String]
    ) async throws -> Int? {
        let fields = hosts.map { "Host: \($0)\r\n" }.joined() + "Authorization: \(till.login)\r\n"
        let bytes = Array("GET \(target) HTTP/1.1\r\n\(fields)\r\n".utf8)
        do {
            return try await RawAnswer.to(bytes, method: "GET", at: place.port).status
        } catch is NoAnswer {
            return nil
        }
    }

    @Test("A flood of header fields is refused, and other clients are answered meanwhile", arguments: [
        (100_000, "x"), (1000, "x"), (3, String(repeating: "x", count: 60_000)),
    ])
    func headerFlood(count: Int, value: String) async throws {
        try await withMarketplace { place in
            let till = try await Shop(place).cardPointe
            let fields = (0..<count).map { (name: "X-\($0)", value: value) }
            let flood = RawRequest(
                method: "GET", target: "/cardpointe/cardconnect/rest/inquireMerchant/\(till.merchant)",
                headers: [("Authorization", till.login)] + fields)
            let status = try? await place.send(flood).status
            #expect([nil, 200, 400, 413, 431].contains(status))
            #expect(count < 100_000 || status != 200)
            #expect(try await till.get("/cardconnect/rest/inquireMerchant/\(till.merchant)").status == 200)
            #expect(place.failures == 0)
        }
    }

    @Test("A client that never sends its body loses its connection", arguments: [
        "/cardpointe/cardconnect/rest/auth", "/cardpointe/cardsecure/api/v1/ccn/tokenize", "/stitch/graphql",
        "/stitch/connect/token",
    ])
    func slowBody(path: String) async throws {
        var limits = ListenerLimits()
        (limits.startTime, limits.messageTime) = (.milliseconds(200), .milliseconds(400))
        (limits.checkInterval, limits.lingerTime) = (.milliseconds(50), .milliseconds(200))
        try await withMarketplace(limits: limits) { place in
            let shop = try await Shop(place)
            let (till, stitch) = (try shop.cardPointe, try await shop.stitch())
            let login = path.hasPrefix("/stitch") ? "Bearer \(stitch.token)" : till.login
            let type = path.hasSuffix("token") ? "application/x-www-form-urlencoded" : "application/json"
            let head = RawRequest(
                method: "POST", target: path,
                headers: [("Authorization", login), ("Content-Type", type), ("Content-Length", "1000")])
            let status = try? await RawAnswer.to(head.bytes, method: "POST", at: place.port).status
            #expect([nil, 400, 408].contains(status))
            #expect(try await till.get("/cardconnect/rest/inquireMerchant/\(till.merchant)").status == 200)
        }
    }
}
