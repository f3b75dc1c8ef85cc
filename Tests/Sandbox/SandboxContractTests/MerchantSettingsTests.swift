import ContractTestSupport
import Foundation
import Testing

@Suite("The settings of merchants", .timeLimit(.minutes(3)))
struct MerchantSettingsTests {
    private static func set(
        _ settings: String, at gateway: String, of merchant: String, _ service: LiveService
    ) async throws -> RawAnswer {
        try await service.sandbox("PATCH", "/merchants/\(merchant)/gateways/\(gateway)", settings)
    }

    @Test("A setting changes how a gateway answers, and absent settings stay")
    func cardPointe() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            #expect(try await Self.set(#"{"sites":["corner"]}"#, at: "cardpointe", of: shop.id, service).status == 204)
            #expect(try await Self.set(#"{"takesPart":true}"#, at: "cardpointe", of: shop.id, service).status == 204)
            #expect(try await Self.set("{}", at: "cardpointe", of: shop.id, service).status == 204)
            let merchant = try await shop.cardPointe("GET", "/cardconnect/rest/inquireMerchant/\(shop.id)")
            #expect(merchant.text.contains(#""site":"corner""#), "\(merchant.text)")
            let other = try await Shop(at: service)
            let unchanged = try await other.cardPointe("GET", "/cardconnect/rest/inquireMerchant/\(other.id)")
            #expect(unchanged.text.contains(#""site":"fts-uat""#))
        }
    }

    @Test("The terms of a client of Stitch apply to its transactions")
    func stitch() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let token = try await shop.stitchToken()
            let cryptogram = Data((0..<20).map { UInt8($0) }).base64EncodedString()
            func initiate() async throws -> String {
                let input = shop.transaction(of: "1", nonce: "n", cryptogram: cryptogram)
                return try await shop.graphQL(Shop.initiate, input, token: token).text
            }
            #expect(try await !initiate().contains("deviceInformation needs"))
            let settings = #"{"requiresDeviceInformation":true,"redirectUris":["https://shop.example/done"]}"#
            #expect(try await Self.set(settings, at: "stitch", of: shop.id, service).status == 204)
            let refused = try await initiate()
            #expect(refused.contains("deviceInformation needs"), "\(refused)")
            let wrong = #"{"redirectUris":["http://shop.example/done"]}"#
            let answer = try await Self.set(wrong, at: "stitch", of: shop.id, service)
            #expect(answer.status == 400 && answer.text.contains("redirectUris"))
        }
    }

    @Test("Settings of a client that the merchant does not have are refused with all errors")
    func otherClient() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let other = try await Shop(at: service)
            for client in ["client-\(other.id)", "nobody"] {
                let settings = #"{"clientId":"\#(client)","redirectUris":["no address"]}"#
                let answer = try await Self.set(settings, at: "stitch", of: shop.id, service)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(answer.text.contains("one of the merchant's clients") && answer.text.contains("redirectUris"))
            }
            let own = #"{"clientId":"client-\#(shop.id)","isScopeStrict":true}"#
            #expect(try await Self.set(own, at: "stitch", of: shop.id, service).status == 204)
        }
    }

    @Test("An unknown setting and a malformed one are refused", arguments: [
        ("cardpointe", #"{"sites":[]}"#, 400, "sites"), ("cardpointe", #"{"sites":"a"}"#, 400, "sites"),
        ("cardpointe", #"{"site":["a"]}"#, 400, "did you mean sites?"), ("dintero", #"{"sites":["a"]}"#, 400, "sites"),
        ("paypal", "{}", 404, "cardpointe"), ("cardpointe", "[]", 400, "array"),
    ])
    func refused(_ gateway: String, _ settings: String, _ status: Int, _ word: String) async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let answer = try await Self.set(settings, at: gateway, of: shop.id, service)
            #expect(answer.status == status && answer.text.contains(word), "\(answer.text)")
            #expect(try await Self.set("{}", at: gateway, of: "nobody", service).status == 404)
        }
    }
}
