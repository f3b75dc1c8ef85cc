import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The sandbox's port as one origin", .timeLimit(.minutes(3)))
struct OneOriginTests {
    private struct About: Decodable {
        let publicUrl, sandboxUrl, version: String
        let merchantsUrl, tenant: String?
        let brands: [String]
        let exampleMerchantId: String
        let gateways: [Gateway]
    }

    private struct Gateway: Decodable, Equatable {
        struct Credential: Decodable, Equatable {
            let name, value: String
        }

        let name, title: String
        let wallets: [String]
        let exampleCredentials: [Credential]
    }

    /// The header that a browser sends for a page from the sandbox's port.
    private static let own = [(name: "Origin", value: "http://tessera.localhost")]

    @Test("The console's page calls the sandbox, the card service and the gateways at its own origin")
    func oneOrigin() async throws {
        try await withSandboxService(console: true) { service in
            #expect(try await service.ask("GET", "/", headers: Self.own, on: .sandbox).text.contains("<html"))
            #expect(try await service.ask("GET", "/sandbox/clock", headers: Self.own, on: .sandbox).status == 200)
            let token = try await service.token(of: .ivana)
            let order = #"{"programName": "SKRILL-VIRTUAL-MC-EEA", "currency": "EUR"}"#
            let made = try await service.ask(
                "POST", cardsPath, token: token, order, headers: Self.own, on: .sandbox)
            #expect(made.status == 201, "\(made.text)")
            let shop = try await Shop(at: service)
            let paid = try await service.ask(
                "PUT", "/cardpointe/cardconnect/rest/auth", shop.authorization(of: "1.00"),
                headers: Self.own + [shop.basic], on: .sandbox)
            #expect(paid.status == 200 && paid.text.contains(#""respcode":"00""#), "\(paid.text)")
        }
    }

    @Test("A gateway's path may end with a slash; the sandbox's and the card service's may not")
    func emptySegments() async throws {
        try await withSandboxService { service in
            let intent = "/moneyhash/api/v1.1/payments/intent/"
            #expect(try await service.ask("POST", intent, "{}", on: .sandbox).status == 401)
            for path in ["/sandbox/clock/", "/sandbox//clock", cardsPath + "/", "//sandbox/clock", "/console/"] {
                let answer = try await service.ask("GET", path, on: .sandbox)
                #expect(answer.status == 404 && answer.text.contains("no operation at this path"), "\(path)")
            }
        }
    }

    @Test("A forwarded request is recorded, counted and struck by faults as on the gateway's own port")
    func controls() async throws {
        try await withSandboxService { service in
            let token = try await service.token(of: .ivana)
            let rule = #"{"rules":[{"fault":"STATUS","operation":"listCards","status":503,"times":1}]}"#
            #expect(try await service.sandbox("PUT", "/faults", rule).status == 200)
            let struck = try await service.ask(
                "GET", cardsPath, token: token, headers: [("Sandbox-Token", "0123")], on: .sandbox)
            #expect(struck.status == 503 && struck["Tessera-Fault"] == "STATUS")
            #expect(try await service.ask("GET", cardsPath, token: token, on: .sandbox).status == 200)
            let journal = try await service.journal("?operation=listCards")
            #expect(journal.text.contains(#""numberOfRecords":2"#) && !journal.text.contains("0123"))
        }
    }

    @Test("An error names the page of its request in a header, if there is a console")
    func links() async throws {
        try await withSandboxService(console: true) { service in
            try await service.makeTenants(["blue"])
            let page = "http://tessera.localhost:\(service.sandboxPort)/"
            for (asked, tenant) in [(service, ""), (service.tenant("blue"), "?tenant=blue")] {
                let refused = try await asked.ask("GET", cardsPath)
                #expect(refused["Link"] == "<\(page)\(tenant)#/requests/1>; rel=\"describedby\"")
                let passed = try await asked.ask("GET", cardsPath, on: .sandbox)
                #expect(passed["Link"] == "<\(page)\(tenant)#/requests/2>; rel=\"describedby\"")
                let number = try await asked.journal("?number=2")
                #expect(number.text.contains(passed["X-Request-Id"] ?? "no id"))
            }
            let shop = try await service.ask("POST", "/moneyhash/api/v1.1/payments/intent/", "{}", on: .merchants)
            #expect(shop.status == 401 && shop["Link"]?.contains("#/requests/3>") == true)
            let accepted = try await service.ask("GET", cardsPath, token: service.token(of: .ivana))
            #expect(accepted.status == 200 && accepted["Link"] == nil)
            let proxied = Array("GET \(cardsPath) HTTP/1.1\r\nHost: api.example.com\r\n\r\n".utf8)
            let answer = try await service.send(proxied, method: "GET")
            #expect(answer.status == 401 && answer["Link"] == nil, "a proxy may be before the service")
        }
        try await withSandboxService { service in
            let refused = try await service.ask("GET", cardsPath)
            #expect(refused.status == 401 && refused["Link"] == nil)
        }
    }

    @Test("A tenant's path leads to the tenant's card service and gateways")
    func tenants() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let blue = service.tenant("blue")
            let token = try await blue.token(of: .ivana)
            #expect(try await blue.ask("GET", cardsPath, token: token, on: .sandbox).status == 200)
            #expect(try await service.ask("GET", cardsPath, token: token, on: .sandbox).status == 401)
            let shop = try await Shop(at: blue)
            let body = shop.authorization(of: "1.00")
            let path = "/cardpointe/cardconnect/rest/auth"
            #expect(try await blue.ask("PUT", path, body, headers: [shop.basic], on: .sandbox).status == 200)
            #expect(try await service.ask("PUT", path, body, headers: [shop.basic], on: .sandbox).status == 401)
        }
    }

    @Test("The gateways' documented paths lead to them, also with an empty segment", arguments: [
        ("POST", "/moneyhash/api/v1.1/payments/intent/"), ("POST", "/dintero/v1/sessions"), ("POST", "/stitch/graphql"),
        ("GET", "/cardpointe/cardconnect/rest/profile/16392957457306633141//496160873888"),
    ])
    func gateways(method: String, path: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.ask(method, path, "{}", on: .sandbox)
            #expect(answer.status == 401, "\(answer.text)")
        }
    }

    @Test("Without a console there is no page, and unknown paths are not found", arguments: [
        "/", "/console/old/api.js", "/sandbox", "/nothing", "/tenants/none/", "/sandboxes/clock",
        "/healthz", "/readyz", "/metrics", "/sandbox//clock", "/sandbox/clock/", "//sandbox/clock", cardsPath + "/",
    ])
    func nothing(path: String) async throws {
        try await withSharedSandboxService { service in
            let answer = try await service.ask("GET", path, on: .sandbox)
            #expect(answer.status == 404)
        }
    }

    @Test("The URLs in answers have the host that the caller used, and a tenant's have its path")
    func about() async throws {
        try await withSandboxService { service in
            try await service.makeTenants(["blue"])
            let about: About = try await service.sandbox("GET", "/about").decoded(expecting: 200)
            #expect(about.publicUrl == "http://tessera.localhost:\(service.publicPort)")
            #expect(about.merchantsUrl == "http://tessera.localhost:\(service.merchantsPort ?? 0)")
            #expect(about.sandboxUrl == "http://tessera.localhost")
            #expect(about.tenant == nil && about.brands == ["demo"] && about.version == OpenAPIDocument.version)
            let blue: About = try await service.tenant("blue").sandbox("GET", "/about").decoded(expecting: 200)
            #expect(blue.publicUrl == about.publicUrl + "/tenants/blue" && blue.tenant == "blue")
            #expect(blue.sandboxUrl == "http://tessera.localhost/tenants/blue")
            #expect(try await service.sandbox("GET", "/about?x=1").status == 400)
            #expect(about.gateways.map(\.title) == ["CardPointe", "Stitch", "Dintero", "MoneyHash"])
            #expect(about.gateways[1].wallets == ["APPLE", "GOOGLE", "SAMSUNG"])
            let login = about.gateways[0].exampleCredentials
            #expect(login == [.init(name: "username", value: "testing"), .init(name: "password", value: "testing123")])
            #expect(blue.gateways.map(\.title) == about.gateways.map(\.title))
            #expect(about.exampleMerchantId == "496160873888")
        }
    }
}
