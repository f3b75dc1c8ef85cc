import Administration
import ArgumentParser
import CardSecrets
import Foundation
import Hosting
import Scenarios
import Validation

struct Apply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make brands, clients, programs and exchange rates as a file describes them.",
        discussion: """
            What is so already stays as it is, and what the file does not name is left alone, so applying a file twice \
            changes nothing more. All changes are one transaction. Services can run meanwhile. Each new client gets a \
            secret, which is printed once and stored nowhere.

            For example: tessera-core apply issuer.yaml --plan --database-url postgresql://cards@db.example/cards
            """)

    @Argument(help: ArgumentHelp("YAML or JSON; see docs/OPERATIONS.md.", valueName: "file"))
    var file: String

    @Flag(help: "Print the changes, and make none.")
    var plan = false

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        let scenario = try scenario()
        try await withProduction(storage) { administration in
            do throws(SettingsFailure) {
                if plan {
                    Self.show(try await administration.plan(scenario), "would be made")
                } else {
                    let applied = try await administration.apply(scenario)
                    Self.show(applied.changes, "were made")
                    Self.show(applied.secrets)
                }
            } catch {
                throw refusal(error)
            }
        }
    }

    private func scenario() throws -> Scenario {
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile.contents(of: file, limit: Scenario.maximumBytes)
        } catch {
            throw ValidationError("\(file) cannot be read: \(error). Name a YAML or JSON file.")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("\(file) is not UTF-8 text.")
        }
        do throws(ScenarioFaults) {
            return try Scenario(ofSettings: text)
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ reason: some Error) -> Installation.Failure {
        Installation.Failure(description: "\(file) was not applied, and nothing has changed.\n\(reason)")
    }

    private static func show(_ changes: [SettingsChange], _ verb: String) {
        for change in changes { print(change) }
        print(changes.isEmpty ? "Everything is so already." : "\(changes.count) changes \(verb).")
    }

    private static func show(_ secrets: [(client: String, secret: String)]) {
        guard !secrets.isEmpty else { return }
        print("The secrets of the new clients, which are shown only now:")
        for (client, secret) in secrets { print("\(client) \(secret)") }
    }
}

struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print brands, clients, programs and exchange rates as a file that apply reads.",
        discussion: """
            The file has no secrets, so a client that it makes elsewhere gets a new one.

            For example: tessera-core export --database-url postgresql://cards@db.example/cards > issuer.yaml
            """)

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await withProduction(storage) { administration in
            print(try await administration.settings().text, terminator: "")
        }
    }
}
