import AdministrationServer
import ArgumentParser
import CardSecrets
import Foundation
import HTTPContract

struct AdminOperator: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator", abstract: "Make tokens for the operators who use the administration's listener.",
        subcommands: [Token.self])

    struct Token: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new token of an operator, and the operator's entry in the file of operators.",
            discussion: """
                The token is printed once and stored nowhere. Give it to the operator. The entry has only its hash: \
                put it into the list "operators" of the file that --admin-operators names, in place of an earlier \
                one of the operator, and start the service again.

                For example: tessera-core admin operator token olga --role viewer
                """)

        @Argument(help: "The operator's name, which the audit trail will have.") var name: String
        @Option(help: "viewer, support, operator, key-custodian or auditor.") var role: String

        func run() throws {
            guard OperatorToken.isName(name) else {
                throw ValidationError("The name \(OperatorToken.nameRule).")
            }
            guard let known = OperatorRole(rawValue: role) else {
                let names = OperatorRole.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("--role must be one of \(names), not '\(role)'.")
            }
            let token = OperatorToken.fresh(from: .system)
            print("Token: \(token)")
            print("Entry: \(OperatorToken.entry(of: name, known, bearing: token))")
        }
    }
}

struct AdminOpenAPI: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openapi", abstract: "Print the OpenAPI document of the administration's listener.",
        discussion: "For example: tessera-core admin openapi > administration.json")

    @Option(help: "Address of the listener in the document. (default: http://127.0.0.1:8090)")
    var server: String?

    func run() throws {
        let usual = OpenAPIDocument.administration()
        let document = server.map(usual.at) ?? usual
        try FileHandle.standardOutput.write(contentsOf: Data(document.json.indentedText.utf8))
    }
}
