import CardAPI
import HTTPContract

/// Files with which a consumer of the Card service tests itself.
///
/// All of them are generated from the operations and their bodies, so the pack always matches the server.
public struct ContractPack: Sendable {
    let document: OpenAPIDocument
    let universe: Universe
    private let transcripts: [File]

    /// A file by its path in the pack.
    public typealias File = (path: String, bytes: [UInt8])

    /// The brand, its clients and its customers in a new service.
    public struct Universe: Sendable {
        let brand: String
        let customer: String
        let app: Client
        let backend: Client

        /// A client of the brand, with its credentials.
        public struct Client: Sendable {
            let id: String
            let secret: String
            /// `Basic …` (RFC 7617).
            let authorization: String

            public init(id: String, secret: String, authorization: String) {
                self.id = id
                self.secret = secret
                self.authorization = authorization
            }
        }

        /// - Parameters:
        ///   - app: gets tokens for customers.
        ///   - backend: gets its own tokens.
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
