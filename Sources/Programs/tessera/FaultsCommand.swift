import ArgumentParser
import Foundation
import Hosting
import HTTPContract

/// Commands for the fault plan of a running sandbox.
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faults",
        abstract: "Set, show and delete the faults of a running sandbox.",
        discussion: """
            A fault is an error that the sandbox causes on purpose, so that you see how an app copes with it.

            For example: tessera faults set --fault STATUS --status 503 --operation createCard --times 1
            """,
        subcommands: [Show.self, Set.self, Clear.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the plan, with how often each rule has struck.",
            discussion: "For example: tessera faults show")

        @OptionGroup var address: SandboxAddress

        func run() async throws {
            try await FaultsCommand.show(address.sandbox().answer("GET", "/faults"))
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace the plan: by a file, by a profile, or by one rule.",
            discussion: """
                A file has the JSON that PUT /sandbox/faults accepts; - reads standard input. The options of a rule \
                are its members.

                For example: tessera faults set plan.json, or
                tessera faults set --profile ADVERSARIAL --seed 1
                """)

        @Argument(help: "A file with a plan.")
        var file: String?

        @Option(help: "A predefined plan, such as ADVERSARIAL.")
        var profile: String?

        @Option(help: "The fault of one rule, such as STATUS, LATENCY or ANSWER_LOST.")
        var fault: String?

        @Option(help: "The operation that the rule strikes. (default: all)")
        var operation: String?

        @Option(help: "The status of the fault STATUS.")
        var status: Int?

        @Option(help: "The delay of the fault LATENCY.")
        var milliseconds: Int?

        @Option(help: "The maximum number of strikes.")
        var times: Int?

        @Option(help: "The share of requests that the rule strikes.")
        var percent: Int?

        @Option(help: "The seed for the share.")
        var seed: Int?

        @OptionGroup var address: SandboxAddress

        func validate() throws {
            guard [file, profile, fault].count(where: { $0 != nil }) == 1 else {
                throw ValidationError("Name a file, --profile or --fault, and only one of them.")
            }
            let hasRule = operation != nil || [status, milliseconds, times, percent].contains { $0 != nil }
            guard fault != nil || !hasRule else {
                throw ValidationError(
                    "--operation, --status, --milliseconds, --times and --percent go with --fault.")
            }
            guard file == nil || seed == nil else {
                throw ValidationError("--seed goes with --profile or --fault; a file has its own seed.")
            }
        }

        func run() async throws {
            let content = RunningSandbox.Content.json(try plan())
            try await FaultsCommand.show(address.sandbox().answer("PUT", "/faults", content))
        }

        private func plan() throws -> String {
            if let file { return try Self.contents(of: file) }
            let numbers = [
                ("status", status), ("milliseconds", milliseconds), ("times", times), ("percent", percent),
            ]
            let rule = [("fault", fault), ("operation", operation)].map { ($0, $1.map { JSONValue.string($0) }) }
                + numbers.map { ($0, $1.map { .number(String($0)) }) }
            let members = [
                ("profile", profile.map { .string($0) }), ("seed", seed.map { .number(String($0)) }),
                ("rules", fault.map { _ in JSONValue.array([.members(rule)]) }),
            ]
            return JSONValue.members(members).jsonText
        }

        private static func contents(of file: String) throws -> String {
            let handle = file == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: file)
            guard let bytes = try? handle?.read(upToCount: limitBytes) else {
                throw ValidationError("There is no file \(file).")
            }
            return String(decoding: bytes, as: UTF8.self)
        }

        private static let limitBytes = 1 << 20
    }

    struct Clear: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete the plan.", discussion: "For example: tessera faults clear")

        @OptionGroup var address: SandboxAddress

        func run() async throws {
            try await address.sandbox().tell("DELETE", "/faults")
            print("There are no faults.")
        }
    }

    /// One line for each rule: how often it has struck, and its members.
    private static func show(_ answer: SandboxAnswer) throws {
        try answer.requireSuccess()
        let rules = (try? JSONValue(parsing: Array(answer.body)))?["rules"]?.elements ?? []
        if rules.isEmpty { print("There are no faults.") }
        for rule in rules {
            let members = rule.pairs.filter { !["fault", "occasions", "strikes"].contains($0.0) }
                .map { "\($0): \($1.shown)" }
            let struck = "struck \(rule["strikes"]?.shown ?? "0") of \(rule["occasions"]?.shown ?? "0")"
            print(([TextColumn.text(rule["fault"]?.shown ?? "", 17), TextColumn.text(struck, 15)] + members)
                .joined(separator: "  "))
        }
    }
}
