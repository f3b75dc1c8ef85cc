import Foundation

/// What a program says about its commands and their options.
struct ProgramHelp: Decodable {
    struct Command: Decodable {
        let commandName: String
        let subcommands: [Command]?
        let arguments: [Argument]?

        /// The options by their names, such as `--port`.
        var options: [String: Option] {
            let named = (arguments ?? []).compactMap { argument in
                argument.preferredName.map { ("--" + $0.name, Option(argument)) }
            }
            return Dictionary(named) { first, _ in first }.filter { !["--help", "--version"].contains($0.key) }
        }
    }

    struct Argument: Decodable {
        struct Name: Decodable { let name: String }

        let kind: String
        let abstract: String?
        let preferredName: Name?
    }

    struct Option {
        /// The first word of the default; `none` if the option has none, and `false` for a switch.
        let usual: String

        init(_ argument: Argument) {
            let stated = argument.abstract?.firstMatch(of: /\(default: ([^ ,;)]+)/)?.output.1
            usual = stated.map(String.init) ?? (argument.kind == "flag" ? "false" : "none")
        }
    }

    private let command: Command

    static func of(_ program: Program) async throws -> ProgramHelp {
        let told = try await Program.run(["--experimental-dump-help"], by: program)
        return try JSONDecoder().decode(ProgramHelp.self, from: Data(told.output.utf8))
    }

    /// The options of a command; nil if there is no such command.
    func options(of name: String) -> [String: Option]? {
        command.subcommands?.first { $0.commandName == name }?.options
    }

    /// The option that a variable stands for.
    static func option(_ variable: some StringProtocol) -> String {
        "--" + variable.dropFirst("TESSERA_".count).lowercased().replacing("_", with: "-")
    }
}
