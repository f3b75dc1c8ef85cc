import ContractTestSupport
import HTTPContract
import Testing

@Suite("The references of a service", .timeLimit(.minutes(3)))
struct ReferenceTests {
    /// Clients that are generated from a document cannot use a relative URL.
    @Test("Each document and page name the address at which they are asked for", arguments: ["", "/tenants/blue"])
    func addresses(tenant: String) async throws {
        try await withSandboxService { service in
            if !tenant.isEmpty { _ = try await service.sandbox("POST", "/tenants", #"{"name": "blue"}"#) }
            let places: [(String, LiveService.Listener, String)] = [
                ("", .open, "/digitalwallets"), ("/sandbox", .sandbox, "/sandbox"),
                ("/cardpointe", .merchants, "/cardpointe"), ("/dintero", .merchants, "/dintero"),
                ("/moneyhash", .merchants, "/moneyhash"),
            ]
            for (place, listener, base) in places {
                let address = "http://tessera.localhost\(tenant)\(base)"
                for name in ["openapi.json", "docs"] {
                    let path = "\(tenant)\(place)/\(name)"
                    let answer = try await service.ask("GET", path, on: listener)
                    let text = name == "docs" ? "=\(address)</code>" : #""servers":[{"url":"\#(address)","#
                    #expect(answer.status == 200 && answer.text.contains(text), "\(place): \(answer.text.prefix(300))")
                    let tag = try #require(answer["ETag"])
                    let again = try await service.ask("GET", path, headers: [("If-None-Match", tag)], on: listener)
                    #expect(again.status == 304)
                }
            }
        }
    }
}
