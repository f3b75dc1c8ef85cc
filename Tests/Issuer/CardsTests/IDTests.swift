import Cards
import Foundation
import Identifiers
import Testing

@Suite("Customer and card IDs")
struct IDTests {
    @Test("A customer ID is a number of up to 18 digits", arguments: [
        ("1", 1), ("10000001", 10_000_001), ("999999999999999999", 999_999_999_999_999_999),
    ] as [(String, Int64)])
    func customerID(text: String, number: Int64) {
        #expect(CustomerID(text)?.rawValue == number)
        #expect(CustomerID(text)?.description == text)
    }

    @Test(
        "Any other text is not a customer ID",
        arguments: Example.table(
            over: ["text": nil],
            """
            text: empty                 → none
            text: 0                     → none
            text: 01                    → none
            text: -1                    → none
            text: +1                    → none
            text: 1.0                   → none
            text: 1e3                   → none
            text: 0x1                   → none
            text: 1,000                 → none
            text: ␠1                    → none
            text: 1␠                    → none
            text: 1␊                    → none
            text: 1␀                    → none
            text: ١                     → none
            text: １                    → none
            text: abc                   → none
            text: 1000000000000000000   → none
            text: 9223372036854775808   → none
            text: 10000×1               → none
            """))
    func invalidCustomerID(_ example: Example) throws {
        let text = try #require(example["text"])
        #expect(CustomerID(text) == nil)
    }

    @Test("A card ID is read in either case and written in lowercase")
    func cardID() throws {
        let text = "1b4e28ba-2fa1-41d2-883f-0016d3cca427"
        let card = try #require(CardID(text))
        #expect(card.description == text)
        #expect(CardID(text.uppercased()) == card)
        #expect(card.rawValue == UUID(uuidString: text))
    }

    @Test("An id is coded as the UUID alone, so tokens and comments that were written before can still be read")
    func coding() throws {
        let id = try #require(CardID("1b4e28ba-2fa1-41d2-883f-0016d3cca427"))
        let json = try JSONEncoder().encode([id])
        #expect(String(decoding: json, as: UTF8.self) == #"["1B4E28BA-2FA1-41D2-883F-0016D3CCA427"]"#)
        #expect(try json == JSONEncoder().encode([id.rawValue]))
        #expect(try JSONDecoder().decode([CardID].self, from: json) == [id])
    }

    @Test(
        "Any other text is not a card ID",
        arguments: Example.table(
            over: ["text": nil],
            """
            text: empty                                         → none
            text: 1                                             → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca42           → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca4270         → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca427␊         → none
            text: ␠1b4e28ba-2fa1-41d2-883f-0016d3cca427         → none
            text: {1b4e28ba-2fa1-41d2-883f-0016d3cca427}        → none
            text: urn:uuid:1b4e28ba-2fa1-41d2-883f-0016d3cca427 → none
            text: 1b4e28ba2fa141d2883f0016d3cca427              → none
            text: 1b4e28ba2-fa1-41d2-883f-0016d3cca427          → none
            text: 1b4e28ba–2fa1–41d2–883f–0016d3cca427          → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca42g          → none
            text: １b4e28ba-2fa1-41d2-883f-0016d3cca427         → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca427␀         → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca427␀x        → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca4 7          → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca4+7          → none
            text: 1b4e28ba-2fa1-41d2-883f-0016d3cca40x          → none
            text: +b4e28ba-2fa1-41d2-883f-0016d3cca427          → none
            """))
    func invalidCardID(_ example: Example) throws {
        let text = try #require(example["text"])
        #expect(CardID(text) == nil)
    }
}
