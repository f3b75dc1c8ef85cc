import ArgumentParser
import Issuing

struct Seed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put the demo universe into a database: brand, clients, programs and customers.",
        discussion: "What is there already stays as it is.")

    @OptionGroup var storage: StorageOptions

    func run() async throws {
        try await withInstallation(storage) { installation in
            _ = try await installation.migrate()
            try await installation.issuing().seedDemoUniverse()
            print("The demo universe is there: brand \(DemoUniverse.brand), customers 10000001, 10000002, 20000001.")
        }
    }
}
