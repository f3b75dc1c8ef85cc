import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("Callers in the log", .timeLimit(.minutes(5)))
struct CallerLogTests {
    /// The lines with this message.
    private static func lines(_ message: String, at service: LiveService) -> [[String: String]] {
        service.log.text.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let entry = object?.mapValues { "\($0)" }
            return entry?["message"] == message ? entry : nil
        }
    }

    @Test("The line of a request names the client and its brand, once they are proved, and the operation")
    func requests() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            #expect(try await service.ask("GET", cardsPath, token: token).status == 200)
            #expect(try await service.ask("GET", cardsPath, token: token + "x").status == 401)
            let lines = Self.lines("request", at: service).filter { $0["operation"] == "listCards" }
            #expect(lines.map { $0["status"] } == ["200", "401"])
            #expect(lines.map { $0["clientId"] } == ["demo-app", nil])
            #expect(lines.map { $0["brand"] } == ["demo", nil])
            let issued = Self.lines("request", at: service).first { $0["operation"] == "issueToken" }
            #expect(issued?["clientId"] == "demo-app" && issued?["brand"] == "demo")
            #expect(!service.log.text.contains("10000001"), "a path has the customer's id")
        }
    }

    @Test("A refused secret or token is logged with the client's id and the address, and without the secret")
    func refused() async throws {
        try await withLiveService { service in
            let good = try await service.client.token(.customer("10000001"), as: .app)
            _ = try await service.client.token(.renewing(good), as: .app)
            let wrong = CardAPIClient.Credentials(clientID: "demo-app", clientSecret: "never-logged")
            _ = try? await service.client.token(.customer("10000001"), as: wrong)
            _ = try? await service.client.token(.renewing(good), as: .app)
            let parts = good.accessToken.split(separator: ".")
            let forged = "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: parts[2].count))"
            #expect(try await service.ask("GET", cardsPath, token: forged).status == 401)
            let lines = Self.lines("credentials were refused", at: service)
            #expect(lines.map { $0["credentials"] } == ["client secret", "refresh token", "access token"])
            #expect(lines.map { $0["clientId"] } == ["demo-app", "demo-app", "demo-app"])
            #expect(lines.allSatisfy { $0["address"] == "127.0.0.1" && $0["level"] == "notice" })
            for secret in ["never-logged", good.refreshToken ?? "", good.accessToken] where !secret.isEmpty {
                #expect(!service.log.text.contains(secret))
            }
        }
    }

    @Test("An id that cannot be one is not logged: it could be a secret in the wrong place", arguments: [
        "4761739012345678", "a secret", String(repeating: "a", count: 65),
    ])
    func unusualID(id: String) async throws {
        try await withLiveService { service in
            let wrong = CardAPIClient.Credentials(clientID: id, clientSecret: "b")
            _ = try? await service.client.token(.customer("10000001"), as: wrong)
            let lines = Self.lines("credentials were refused", at: service)
            #expect(lines.count == 1 && lines[0]["clientId"] == nil)
            #expect(!service.log.text.contains(id))
        }
    }
}
