import CardPointe
import ContractTestSupport
import Dintero
import HTTPContract
import MoneyHash
import Testing

@Suite("The documents of the gateways")
struct GatewayDocumentTests {
    @Test("Each document is valid, and its examples match its schemas", arguments: [
        OpenAPIDocument.cardPointe, .dintero, .moneyHash,
    ])
    func validity(_ document: OpenAPIDocument) async throws {
        try await expectValid(document)
    }

    /// Making a document ends the program if the document lacks a parameter or a body that an operation names.
    @Test("Each document describes every schema, parameter and response that its operations name")
    func complete() async {
        await #expect(processExitsWith: .success) {
            for document in [OpenAPIDocument.cardPointe, .dintero, .moneyHash] { _ = document.json }
        }
    }
}
