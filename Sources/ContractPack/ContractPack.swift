import CardAPI
import HTTPContract

/// What a consumer of the Card service tests itself with, as files.
///
/// Every one is made from the operations and their bodies, so that the pack says what the server does: nothing in it is
/// a list of its own.
public struct ContractPack: Sendable {
    let document: OpenAPIDocument
    let universe: Universe
    private let transcripts: [File]

    /// A file by its path in the pack.
    public typealias File = (path: String, bytes: [UInt8])

    /// Who and what is there before anything is asked, in a service that has just begun.
    public struct Universe: Sendable {
        let brand: String
        let customer: String
        let app: Client
        let backend: Client

        /// A client of the brand, and how it says who it is.
        public struct Client: Sendable {
            let id: String
            let secret: String
            /// `Basic …`, as RFC 7617 has it.
            let authorization: String

            public init(id: String, secret: String, authorization: String) {
                self.id = id
                self.secret = secret
                self.authorization = authorization
            }
        }

        /// - Parameters:
        ///   - app: Gets tokens for customers.
        ///   - backend: Gets tokens of its own.
        public init(brand: String, customer: String, app: Client, backend: Client) {
            self.brand = brand
            self.customer = customer
            self.app = app
            self.backend = backend
        }
    }

    public init(_ document: OpenAPIDocument, universe: Universe, transcripts: [(name: String, bytes: [UInt8])]) {
        self.document = document
        self.universe = universe
        self.transcripts = transcripts.map { ("transcripts/" + $0.name, $0.bytes) }
    }

    public var files: [File] {
        [text("openapi.json", document.json.indentedText)] + document.schemaFiles + transcripts
            + [
                text("pact.json", pact.indentedText),
                text("postman_collection.json", postmanCollection.indentedText), text("k6.js", loadScript),
            ]
    }

    private func text(_ path: String, _ text: String) -> File { (path, Array(text.utf8)) }
}
