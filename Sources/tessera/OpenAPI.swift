import ArgumentParser
import CardAPI
import CardServer
import Foundation
import HTTPContract

struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the description of the Card service that tools read, in OpenAPI 3.1.",
        discussion: """
            A running service has the same at /openapi.json, and its sandbox at /sandbox/openapi.json.

            For example: tessera openapi --server https://cards.example > openapi.json
            """)

    @Option(help: "Address of the service that the document is to name. (default: / , which is where it is read from)")
    var server = "/"

    @Flag(help: "The description of the sandbox instead.")
    var sandbox = false

    func run() throws {
        let document = sandbox ? OpenAPIDocument.sandbox(at: server) : .cardService(at: server)
        FileHandle.standardOutput.write(Data(document.json.indentedText.utf8))
    }
}
