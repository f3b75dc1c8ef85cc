import ContractTestSupport
import Foundation
import Testing

@Suite("A body with a content coding is never read as if it had none", .timeLimit(.minutes(3)))
struct ContentCodingTests {
    private struct Call {
        let listener: LiveService.Listener
        let method: String
        let path: String
        let body: String
        var headers: [(name: String, value: String)] = []
    }

    /// One operation of every listener and every gateway, and each way in which bodies are read: JSON, forms, other
    /// texts, and operations that need none.
    private static func calls(_ service: LiveService) async throws -> [Call] {
        let shop = try await Shop(at: service)
        let customer = ("Authorization", "Bearer \(try await service.token(of: .ivana))")
        let form = ("Content-Type", "application/x-www-form-urlencoded")
        let app = ("Authorization", "Basic \(Data("demo-app:demo-secret".utf8).base64EncodedString())")
        let dintero = shop.credentials["dintero"] ?? [:]
        let client = Data("\(dintero["client_id"] ?? ""):\(dintero["client_secret"] ?? "")".utf8)
        let key = ("X-Api-Key", shop.credentials["moneyhash"]?["api_key"] ?? "")
        let open = "/digitalwallets/v1"
        return [
            Call(
                listener: .open, method: "POST", path: cardsPath,
                body: #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#, headers: [customer]),
            Call(
                listener: .open, method: "POST", path: "\(open)/auth/brands/demo/token",
                body: "grant_type=client_credentials", headers: [form, app]),
            Call(listener: .sandbox, method: "POST", path: "/sandbox/customers", body: #"{"country":"BG"}"#),
            Call(listener: .sandbox, method: "POST", path: "/sandbox/receivers/shop", body: "{}"),
            Call(
                listener: .sandbox, method: "POST", path: "/sandbox/scenarios", body: "steps: []",
                headers: [("Content-Type", "application/yaml")]),
            Call(listener: .network, method: "POST", path: "/network/messages", body: "{}"),
            Call(
                listener: .merchants, method: "PUT", path: "/cardpointe/cardconnect/rest/auth",
                body: shop.authorization(of: "1.00"), headers: [shop.basic]),
            Call(
                listener: .merchants, method: "POST", path: "/cardpointe/cardsecure/api/v1/echo",
                body: #"{"message":"x"}"#),
            Call(
                listener: .merchants, method: "POST", path: "/stitch/connect/token", body: "grant_type=x",
                headers: [form]),
            Call(
                listener: .merchants, method: "POST", path: "/stitch/graphql", body: #"{"query":"{ __typename }"}"#,
                headers: [("Authorization", "Bearer \(try await shop.stitchToken())")]),
            Call(
                listener: .merchants, method: "POST",
                path: "/dintero/v1/accounts/\(dintero["account_id"] ?? "")/auth/token",
                body: #"{"grant_type":"client_credentials","audience":"x"}"#,
                headers: [("Authorization", "Basic \(client.base64EncodedString())")]),
            Call(
                listener: .merchants, method: "POST", path: "/moneyhash/api/v1.1/payments/intent/",
                body: #"{"amount":10,"amount_currency":"EUR"}"#, headers: [key]),
            // Last, because it empties the sandbox.
            Call(listener: .sandbox, method: "POST", path: "/sandbox/reset", body: "{}"),
        ]
    }

    @Test("Every listener and gateway refuses a coding with 415 and Accept-Encoding, and reads the plain body")
    func everywhere() async throws {
        try await withSandboxService { service in
            for call in try await Self.calls(service) {
                func ask(_ headers: [(name: String, value: String)]) async throws -> RawAnswer {
                    try await service.ask(
                        call.method, call.path, call.body, headers: call.headers + headers, on: call.listener)
                }
                for coding in ["gzip", "deflate", "br", "GZIP", "identity, gzip", "nonsense"] {
                    let answer = try await ask([("Content-Encoding", coding)])
                    #expect(answer.status == 415, "\(call.path) \(coding): \(answer.text)")
                    #expect(answer["Accept-Encoding"] == "identity", "\(call.path) \(coding)")
                }
                for coding in ["identity", "Identity, identity"] {
                    let answer = try await ask([("Content-Encoding", coding)])
                    #expect(answer.status != 415 && answer["Accept-Encoding"] == nil, "\(call.path) \(coding)")
                }
            }
        }
    }

    @Test("A 415 for the media type has no Accept-Encoding, because the coding is not at fault")
    func mediaType() async throws {
        try await withSandboxService { service in
            for listener in [LiveService.Listener.open, .sandbox] {
                let path = listener == .open ? cardsPath : "/sandbox/customers"
                let token = listener == .open ? try await service.token(of: .ivana) : nil
                let answer = try await service.ask(
                    "POST", path, token: token, "{}", headers: [("Content-Type", "text/plain")], on: listener)
                #expect(answer.status == 415 && answer["Accept-Encoding"] == nil)
            }
        }
    }
}
