import CardAPI
import Foundation
import Testing

@Suite("The OpenAPI document")
struct OpenAPITests {
    private static let document = OpenAPIDocument.cardService()

    @Test("It is as written down")
    func golden() throws {
        try expectGolden(Self.document.json.indentedText, "openapi.json")
    }
}
