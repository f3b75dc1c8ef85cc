import ArgumentParser
import CardAPI
import Foundation
import HTTPContract
import SandboxServer

struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the OpenAPI document of the Card service.",
        discussion: """
            A running service has it at /openapi.json, and its sandbox at /sandbox/openapi.json.

            For example: tessera openapi --server https://cards.example > openapi.json
            """)

    @Option(
        help: "Address of the service in the document. (default: http://127.0.0.1:8080; of the sandbox, port 8081)")
    var server: String?

    @Flag(help: "Print the document of the sandbox instead.")
    var sandbox = false

    func run() throws {
        let usual = sandbox ? OpenAPIDocument.sandbox() : .cardService()
        let document = server.map(usual.at) ?? usual
        try FileHandle.standardOutput.write(contentsOf: Data(document.json.indentedText.utf8))
    }
}
