import ArgumentParser
import Foundation
import Hosting
import Sandbox
import Scenarios

struct Seed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Add the demo universe and scenarios to a sandbox's database.",
        discussion: """
            Adds the brand, clients, programs and customers of the demo. What exists already stays as it is. \
            With files, adds the programs, customers, cards and tokens that they describe. With --customers and \
            --cards, adds as many invented ones. A server may run on the same database meanwhile.

            Marks an empty database as a sandbox's. One that holds data and is not marked is refused.

            With --sandbox-url, or TESSERA_SANDBOX_URL without --data-dir and --database-url, the files are sent to \
            the sandbox of a running server instead, such as a tenant's.

            For example: tessera seed --cards 1000, or
            tessera seed --sandbox-url http://127.0.0.1:8081 checkout.yaml
            """)

    @Argument(help: ArgumentHelp("Scenarios in YAML or JSON; see docs/SANDBOX.md.", valueName: "file"))
    var scenarios: [String] = []

    @Option(help: "How many customers to invent. (default: one for ten cards)")
    var customers: Int?

    @Option(help: "How many cards to invent for them, up to 1000 each. (default: none)")
    var cards: Int?

    @OptionGroup(title: "Options for a Running Server") var address: SandboxAddress

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    func validate() throws {
        let crowd = try crowd()
        guard address.sandboxURL == nil || !storage.isNamed else {
            throw ValidationError(
                "--sandbox-url names a running server; leave it out, or the options for the database.")
        }
        guard goesThroughServer else { return }
        guard crowd == nil else {
            throw ValidationError("--customers and --cards need the database; leave --sandbox-url out.")
        }
        guard !scenarios.isEmpty else {
            throw ValidationError("A running server has the demo universe already; name a file with a scenario.")
        }
    }

    /// Whether the files are sent to a running server.
    private var goesThroughServer: Bool {
        address.sandboxURL != nil
            || Setting.text(nil, "SANDBOX_URL") != nil && !storage.isNamed
    }

    func run() async throws {
        let crowd = try crowd()
        let files = try scenarios.map { file in (name: file, scenario: try read(file)) }
        guard !goesThroughServer else { return try await sendFiles(to: address.sandbox()) }
        try await withInstallation(storage) { installation in
            let mark = try await installation.prepareSandbox(for: "tessera seed")
            let sandbox = try await installation.sandbox(mark).playing()
            try await sandbox.seedDemoUniverse()
            print("The demo universe is ready: brand \(sandbox.brand), customers 10000001, 10000002, 20000001.")
            guard !files.isEmpty || crowd != nil else { return }
            try await sandbox.followClock()
            let connected = try await sandbox.connectedToSimulatedNetworks()
            try await judge(files, by: connected)
            for (name, scenario) in files { try await play(scenario, of: name, by: connected) }
            if let crowd { try await seed(crowd, by: sandbox) }
        }
    }

    private func crowd() throws -> Crowd? {
        guard customers != nil || cards != nil else { return nil }
        let cards = cards ?? 0
        guard let crowd = Crowd(customers: customers ?? max(1, cards / 10), cards: cards) else {
            throw ValidationError(
                "--customers must be 1 to \(Crowd.maximumCustomers) and --cards 0 to \(Crowd.maximumCards), with at "
                    + "most \(Crowd.cardsPerCustomer) cards for each customer.")
        }
        return crowd
    }

    private func seed(_ crowd: Crowd, by sandbox: Sandbox) async throws {
        let progress = CrowdProgress(of: crowd)
        let took = try await ContinuousClock().measure {
            try await sandbox.seed(crowd, in: sandbox.brand) { progress.tell($0) }
        }
        print(progress.summary(after: took))
    }

    private func text(of file: String) throws -> String {
        guard FileManager.default.fileExists(atPath: file) else {
            throw ValidationError("There is no file \(file).")
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw ValidationError("\(file) cannot be read as text; name a YAML or JSON file.")
        }
        return text
    }

    private func read(_ file: String) throws -> Scenario {
        let text = try text(of: file)
        do throws(ScenarioFaults) {
            return try Scenario(reading: text)
        } catch {
            throw Unplayable(file: file, reason: error.description)
        }
    }

    /// Checks all files, and reports all their errors, before it plays the first.
    private func judge(_ files: [(name: String, scenario: Scenario)], by sandbox: Sandbox) async throws {
        var refused: [Unplayable] = []
        for (number, file) in files.enumerated() {
            do throws(ScenarioFailure) {
                let earlier = files[..<number].map(\.scenario)
                try await sandbox.judge(file.scenario, after: earlier, in: sandbox.brand)
            } catch {
                refused.append(Unplayable(file: file.name, reason: error.description))
            }
        }
        guard refused.isEmpty else { throw UnplayableFiles(list: refused) }
    }

    private func play(_ scenario: Scenario, of file: String, by sandbox: Sandbox) async throws {
        do throws(ScenarioFailure) {
            let made = try await sandbox.play(scenario, in: sandbox.brand)
            print("\(file) is there:")
            for line in made.lines { print("  \(line)") }
        } catch {
            throw Unplayable(file: file, reason: error.description)
        }
    }

    /// The server checks each file before it plays it.
    private func sendFiles(to sandbox: RunningSandbox) async throws {
        for file in scenarios {
            let answer = try await sandbox.answer("POST", "/scenarios", .yaml(try text(of: file)))
            if [400, 403].contains(answer.status), let refusal = answer.refusal {
                throw Unplayable(file: file, reason: refusal.reasons)
            }
            let made: SeededScenario = try answer.decoded()
            print("\(file) is there:")
            for line in made.lines { print("  \(line)") }
        }
    }

    private struct UnplayableFiles: Error, CustomStringConvertible {
        let list: [Unplayable]
        var description: String { list.map(\.description).joined(separator: "\n") }
    }

    private struct Unplayable: Error, CustomStringConvertible {
        let file: String
        let reason: String
        var description: String { "\(file) cannot be played.\n\(reason)" }
    }
}
