import CardPointe
import ContractTestSupport
import Dintero
import HTTPContract
import HTTPTypes
import MoneyHash
import Stitch
import Testing

@Suite("The documents of the gateways")
struct GatewayDocumentTests {
    @Test("Each document is valid, and its examples match its schemas", arguments: [
        OpenAPIDocument.cardPointe, .dintero, .moneyHash,
    ])
    func validity(_ document: OpenAPIDocument) async throws {
        try await expectValid(document)
    }

    /// Too many wrong secrets pause a caller. Tokens and the ids of sessions and intents are too long to be guessed.
    @Test("Every operation of a gateway that reads a secret declares 429, with the fields of the limit")
    func limits() {
        let all = CardPointeOperations.all + DinteroOperations.all + MoneyHashOperations.all + StitchOperations.all
        let reading = all.filter { operation in
            operation.audience.scheme?.kind == .basic || operation.path == "/connect/token"
                || operation.headers.contains { $0.name == "X-Api-Key" }
        }
        #expect(reading.count > 20)
        for operation in reading {
            let declared = operation.answers.first { $0.status == .tooManyRequests }?.headers ?? []
            #expect(
                Set(declared).isSuperset(of: [.retryAfter, .rateLimit, .rateLimitPolicy]), "\(operation.name)")
        }
    }

    /// Making a document ends the program if the document lacks a parameter or a body that an operation names.
    @Test("Each document describes every schema, parameter and response that its operations name")
    func complete() async {
        await #expect(processExitsWith: .success) {
            for document in [OpenAPIDocument.cardPointe, .dintero, .moneyHash] { _ = document.json }
        }
    }
}
