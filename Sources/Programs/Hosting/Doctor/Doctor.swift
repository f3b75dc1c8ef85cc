import ArgumentParser
import Foundation

/// Looks for what prevents the service from working, or from working safely.
package struct Doctor: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Look for what is wrong with an installation, and say what to do.",
        discussion: """
            Give it the options and the environment of serve, and run it as the account and on the machine of the \
            service. It looks at the database, its schema and keys, the key file, the disk, the clock, the \
            certificate and the listeners of the card service, and changes nothing. Each line says OK, WARNING or \
            FAILED, what was found, and what to do. It exits with 1 if anything is FAILED. A service with its own \
            Postgres must be stopped first.

            For example: tessera-core doctor --database-url postgresql://cards@db.example/cards
            """)

    @OptionGroup var options: CardServiceOptions

    @OptionGroup(title: "Administration Options") var administration: AdministrationOptions

    @OptionGroup(title: "Storage Options") var storage: StorageOptions

    package init() {}

    package func run() async throws {
        let now = { @Sendable in Date() }
        var findings = ListenerChecks.findings(options, administration, at: now())
        do {
            let source = try storage.keySource()
            findings += await FileChecks.findings(storage, key: source)
            let standby = try options.standby.choice()
            findings += await DatabaseChecks(storage: storage, standby: standby, key: source, now: now).findings()
        } catch {
            findings.append(.failed("options", (error as? ValidationError)?.message ?? "\(error)"))
        }
        for finding in findings { print(finding) }
        guard !findings.contains(where: { $0.level == .failed }) else { throw ExitCode.failure }
    }
}
