import ArgumentParser
import CardAPI
import Foundation

struct OpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi",
        abstract: "Print the description of the Card service that tools read, in OpenAPI 3.1.",
        discussion: "A running service has the same at /openapi.json.")

    @Option(help: "Address of the service that the document is to name. (default: / , which is where it is read from)")
    var server = "/"

    func run() throws {
        FileHandle.standardOutput.write(Data(OpenAPIDocument.cardService(at: server).json.indentedText.utf8))
    }
}
