import GatewayTestSupport
import HTTPContract
import HTTPTypes
import Payments
import Testing

@testable import CardPointe

@Suite("Signatures of customers")
struct SignatureTests {
    private static func capture(
        _ fixture: CardPointeFixture, _ reference: String, _ signature: JSONValue?,
        merchant: String = CardPointeFixture.merchant
    ) async throws -> Answer {
        try await fixture.change("sigcap", reference, [("signature", signature)], merchant: merchant)
    }

    private static func inquired(_ fixture: CardPointeFixture, _ reference: String) async throws -> Answer {
        try await fixture.send(.get, "/cardconnect/rest/inquire/\(reference)/\(CardPointeFixture.merchant)")
    }

    @Test("A signature is added to a payment, replaced and deleted, and inquire answers it")
    func life() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await fixture.authorize()["retref"])
        #expect(try await Self.inquired(fixture, reference)["signature"] == nil)
        let largest = String(repeating: "A", count: 32_768)
        for signature in ["H4sIAAAAAAAA/8vPBgBH3dx5AgAAAA==", largest] {
            let captured = try await Self.capture(fixture, reference, .string(signature))
            #expect(captured.code == "PPS 02 A Signature Saved" && captured["retref"] == reference, "\(captured.body)")
            #expect(try await Self.inquired(fixture, reference)["signature"] == signature)
        }
        #expect(try await Self.capture(fixture, reference, .string(largest + "A")).code == "PPS 34 C Invalid field")
        let node = try await fixture.send(
            .put, "/cardconnect/rest/sigcap",
            ["merchid": .string(CardPointeFixture.merchant), "retref": .string(reference)])
        #expect(node.code == "PPS 02 A Signature Saved")
        #expect(try await Self.inquired(fixture, reference)["signature"] == nil)
    }

    @Test("A signature is added neither to another merchant's payment nor to an unknown one")
    func notFound() async throws {
        let fixture = try await CardPointeFixture.make()
        let reference = try #require(try await fixture.authorize()["retref"])
        let others = try await Self.capture(fixture, reference, "H4sI", merchant: CardPointeFixture.northMerchant)
        #expect(others.code == "PPS 29 C Txn not found")
        #expect(try await Self.capture(fixture, "199078056955", "H4sI").code == "PPS 29 C Txn not found")
        #expect(try await Self.inquired(fixture, reference)["signature"] == nil)
    }
}
