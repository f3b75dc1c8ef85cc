import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing

@Suite("Controls of a program")
struct ProgramControlTests {
    private static let path = "/programs/SKRILL-VIRTUAL-MC-EEA/controls"
    private static let none = #"""
        {"channels":{"ecommerce":true,"pos":true,"contactless":true,"magneticStripe":true,"atm":true,\#
        "mobileWallet":true}}
        """#

    @Test("A program's controls are read as they were set, an empty object clears them, and those of cards stay")
    func setting() async throws {
        try await withSandboxService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            #expect(try await service.sandbox("GET", Self.path).text == Self.none)
            let body = #"{"blockedCountries":["US"],"channels":{"atm":false},"limits":[{"window":"DAY","count":3}]}"#
            let set = try await service.sandbox("PUT", Self.path, body)
            #expect(set.status == 200 && set.text.contains(#""limits":[{"window":"DAY","count":3}]"#), "\(set.text)")
            #expect(try await service.sandbox("GET", Self.path).body == set.body)
            #expect(try await cards.controls(card.cardId).limits == nil)
            let cleared = try await service.sandbox("PUT", Self.path, "{}")
            #expect(cleared.status == 200 && cleared.text == Self.none)
            #expect(try await service.sandbox("GET", Self.path).text == Self.none)
        }
    }

    @Test("An unknown program is not found, and an invalid set is refused with all its errors")
    func refusals() async throws {
        try await withSandboxService { service in
            for (method, body) in [("GET", ""), ("PUT", "{}")] {
                let answer = try await service.sandbox(method, "/programs/NONE/controls", body)
                #expect(answer.status == 404 && answer.text.contains("use the name that it was added under"))
            }
            let wrong = #"{"allowedMccs":["1"],"limits":[{"window":"DAY"}]}"#
            let refused = try await service.sandbox("PUT", Self.path, wrong)
            #expect(refused.status == 400)
            #expect(refused.text.contains("allowedMccs") && refused.text.contains("limits[0].amount"))
        }
    }

    @Test("A reset clears the controls of programs")
    func reset() async throws {
        try await withSandboxService { service in
            let set = try await service.sandbox("PUT", Self.path, #"{"channels":{"atm":false}}"#)
            #expect(set.status == 200)
            let reset = try await service.sandbox("POST", "/reset")
            #expect(reset.status == 204)
            let read = try await service.sandbox("GET", Self.path)
            #expect(read.text == Self.none)
        }
    }
}
