import CardAPI
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@testable import SandboxServer

@Suite("Access to the sandbox", .timeLimit(.minutes(3)))
struct SandboxGateTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    @Test("If a token is set, every path needs it: operations, the reference, tenants and unknown paths", arguments: [
        "/sandbox/clock", "/sandbox/docs", "/sandbox/openapi.json", "/sandbox/nothing", "/",
        "/tenants/none/sandbox/clock", "/tenants/No!/x",
    ])
    func asksEverywhere(path: String) async throws {
        try await withSandboxService(access: SandboxAccess(token: SandboxToken(Self.token))) { service in
            for wrong in [
                nil, "", Self.token, "Bearer", "Bearer ", "Bearer \(Self.token)0", "Bearer \(Self.token.dropLast())",
                "Basic \(Self.token)", "Bearer \(Self.token), Bearer \(Self.token)", "Bearer \(Self.token) x",
            ] {
                let headers = wrong.map { [("Authorization", $0)] } ?? []
                let answer = try await service.ask("GET", path, headers: headers, on: .sandbox)
                #expect(answer.status == 401, "\(wrong ?? "nothing"): \(answer.text)")
                #expect(answer["WWW-Authenticate"] == #"Bearer realm="sandbox""#)
                #expect(answer["Content-Type"] == "application/problem+json")
            }
            for spaces in [" ", "   "] {
                let headers = [("Authorization", "Bearer\(spaces)\(Self.token)")]
                #expect(try await service.ask("GET", path, headers: headers, on: .sandbox).status != 401)
            }
            #expect(!service.log.text.contains(Self.token))
        }
    }

    @Test("A tenant's sandbox needs the token too, and the public port does not")
    func tenants() async throws {
        try await withSandboxService(access: SandboxAccess(token: SandboxToken(Self.token))) { service in
            let made = try await service.ask(
                "POST", "/sandbox/tenants", token: Self.token, #"{"name": "blue"}"#, on: .sandbox)
            #expect(made.status == 201, "\(made.text)")
            let blue = service.tenant("blue")
            #expect(try await blue.ask("GET", "/sandbox/clock", on: .sandbox).status == 401)
            #expect(try await blue.ask("POST", "/sandbox/reset", on: .sandbox).status == 401)
            #expect(try await blue.ask("GET", "/sandbox/clock", token: Self.token, on: .sandbox).status == 200)
            #expect(try await blue.ask("GET", "/sandbox/clock", token: Self.token).status == 404)
            #expect(try await blue.ask("GET", "/readyz").status == 200)
        }
    }

    private static let statusesWithoutToken: [(String, String, Int)] = [
        ("GET", "/", 200), ("GET", "/console/old/api.js", 200), ("GET", "/console/old/nothing.js", 404),
        ("POST", "/", 401), ("GET", "/consol", 401), ("GET", "/sandbox/about", 401), ("GET", "/sandbox/events", 401),
        ("GET", "/sandbox/receivers/shop", 401), ("POST", "/sandbox/receivers/shop/x", 401),
        ("POST", "/sandbox/receivers/shop", 204), ("GET", cardsPath, 401), ("GET", "/tenants/none", 401),
    ]

    @Test("If a token is set, only the page and its files can be read without it")
    func openPaths() async throws {
        try await withSandboxService(access: SandboxAccess(token: SandboxToken(Self.token)), console: true) { service in
            for (method, path, status) in Self.statusesWithoutToken {
                let answer = try await service.ask(method, path, on: .sandbox)
                #expect(answer.status == status, "\(method) \(path)")
            }
        }
    }

    @Test("The token is accepted in either header, so that Authorization can be the card service's own")
    func eitherHeader() async throws {
        try await withSandboxService(access: SandboxAccess(token: SandboxToken(Self.token)), console: true) { service in
            let own = ("Origin", "http://tessera.localhost")
            let shown = ("Sandbox-Token", Self.token)
            let customer = try await service.token(of: .ivana)
            func status(_ path: String, token: String?, _ headers: [(String, String)]) async throws -> Int {
                let headers = headers.map { (name: $0.0, value: $0.1) }
                return try await service.ask("GET", path, token: token, headers: headers, on: .sandbox).status
            }
            #expect(try await status("/sandbox/clock", token: nil, [own, shown]) == 200)
            #expect(try await status("/sandbox/clock", token: Self.token, [own]) == 200)
            #expect(try await status(cardsPath, token: customer, [own, shown]) == 200)
            #expect(try await status(cardsPath, token: customer, [own]) == 401)
            #expect(try await status(cardsPath, token: customer, [own, ("Sandbox-Token", "\(Self.token)0")]) == 401)
            #expect(!service.log.text.contains(Self.token))
        }
    }

    @Test("A token has 32 to 256 plain characters")
    func form() {
        let (long, short) = (String(repeating: "a", count: 256), String(repeating: "a", count: 31))
        for good in [Self.token, long, "\(Self.token)=="] { #expect(SandboxToken(good) != nil, "\(good)") }
        for bad in ["", short, "\(long)a", "\(Self.token) ", "\(Self.token)\u{0}", "\(Self.token)é"] {
            #expect(SandboxToken(bad) == nil, "\(bad)")
        }
    }

    private static let statusesOfHosts: [(String, Int)] = [
        ("localhost", 200), ("LOCALHOST.:8081", 200), ("127.0.0.1:8081", 200), ("[::1]:8081", 200), ("[::1]", 200),
        ("10.1.2.3:8081", 200), ("tessera:8081", 200), ("blue.localhost", 200), ("tessera.test", 200),
        ("host.docker.internal:8081", 200), ("sandbox.acme.com", 200), ("Sandbox.ACME.com:443", 200),
        ("cards.evil.com", 403), ("CARDS.EVIL.COM:8081", 403), ("127.0.0.1.evil.com", 403), ("evil.com.", 403),
        ("localhost.evil.com", 403), ("evil.internal.com", 403), ("acme.com", 403), ("x.sandbox.acme.com", 403),
        ("sandbox.acme.com.evil.com", 403), ("evil.local", 403),
    ]

    @Test("A Host with a public domain is refused, unless it is a name of the sandbox")
    func names() async throws {
        let access = SandboxAccess(token: SandboxToken(Self.token), names: ["sandbox.acme.com"])
        try await withSandboxService(access: access) { service in
            for (host, status) in Self.statusesOfHosts {
                for path in ["/sandbox/clock", "/tenants/none/sandbox/clock"] {
                    let asked = RawRequest.asking("GET", path, token: Self.token)
                    let head = asked.head.replacing("Host: tessera.localhost", with: "Host: \(host)")
                    let answer = try await service.send(Array((head + "\r\n").utf8), method: "GET", to: .sandbox)
                    let expected = path.hasPrefix("/tenants") && status == 200 ? 404 : status
                    #expect(answer.status == expected, "\(host) \(path) \(answer.text)")
                }
            }
        }
    }
}
