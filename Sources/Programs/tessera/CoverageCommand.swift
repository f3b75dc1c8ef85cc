import ArgumentParser
import HTTPContract

struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage",
        abstract: "Show which parts of the API were used at a running service.",
        discussion: """
            Prints the number of operations, error codes and other parts that were seen, and the total of each. With \
            --missing, prints only the names of those that were not seen, one a line; with --clear, sets all counts \
            to zero.

            For example: tessera coverage, or
            tessera coverage --missing operations
            """)

    @Option(help: "A kind of part, such as operations, whose missing ones are printed.")
    var missing: String?

    @Flag(help: "Set all counts to zero.")
    var clear = false

    @OptionGroup var address: SandboxAddress

    func validate() throws {
        if clear, missing != nil { throw ValidationError("Use --missing or --clear, but not both.") }
    }

    func run() async throws {
        let sandbox = try address.sandbox()
        guard !clear else {
            try await sandbox.tell("DELETE", "/coverage")
            return print("Nothing was seen.")
        }
        let answer = try await sandbox.answer("GET", "/coverage")
        try answer.requireSuccess()
        let kinds = Self.kinds(of: try JSONValue(parsing: Array(answer.body)))
        guard let missing else {
            for (name, part) in kinds {
                let counts = [part["seen"], part["possible"]].map { $0?.shown ?? "0" }
                print("\(TextColumn.text(name, 26))  \(counts[0]) of \(counts[1])")
            }
            return
        }
        guard let part = kinds.first(where: { $0.0 == missing })?.1 else {
            let names = kinds.map(\.0).joined(separator: ", ")
            throw ValidationError("--missing must be one of \(names).")
        }
        for name in part["missing"]?.elements ?? [] { print(name.shown) }
    }

    /// The kinds of part in the order of the answer; those of a gateway have its name.
    private static func kinds(of coverage: JSONValue) -> [(String, JSONValue)] {
        coverage.pairs.flatMap { name, part -> [(String, JSONValue)] in
            guard let gateways = part.elements else { return [(name, part)] }
            return gateways.flatMap { gateway in
                gateway.pairs.filter { $0.0 != "name" }
                    .map { ("\(gateway["name"]?.shown ?? "").\($0)", $1) }
            }
        }
    }
}
