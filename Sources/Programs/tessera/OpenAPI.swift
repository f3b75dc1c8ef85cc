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

    @Option(help: "Address of the service in the document. (default: / , the server the document comes from)")
    var server = "/"

    @Flag(help: "Print the document of the sandbox instead.")
    var sandbox = false

    func run() throws {
        let document = sandbox ? OpenAPIDocument.sandbox(at: server) : .cardService(at: server)
        try FileHandle.standardOutput.write(contentsOf: Data(document.json.indentedText.utf8))
    }
}
