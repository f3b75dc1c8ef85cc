import ArgumentParser
import Audit
import Issuing
import Postgres

package struct Migrate: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Migrate the database schema.",
        discussion: """
            It is safe to run this again, even if it was killed, and on several machines at once. Services can run \
            meanwhile, also those of the version before. When all services are replaced, migrate --contract removes \
            what only the version before used. A schema never goes back to an earlier version.

            With --serving-role, run as the owner of the tables, services can connect as another role. It can use the \
            tables but not change the schema, disable a trigger, or remove what is only added to. Each later migrate \
            gives it what the new version needs.

            With --distribute, run on the coordinator of a Citus cluster, each table then gets its place on the \
            cluster's machines, and services can connect to each of them. A table that has its place keeps it.

            For example: tessera migrate --database-url postgresql://cards@db.example/cards
            """)

    @Flag(help: "Also take the steps after which earlier versions of the program no longer work.")
    var contract = false

    @Flag(help: "Print the steps with their SQL, or with --distribute the SQL for the cluster, and change nothing.")
    var plan = false

    @Option(help: ArgumentHelp(
        "Role that services connect as. It is made if there is none and the owner may.", valueName: "name"))
    var servingRole: String?

    @Flag(help: "Then give each table its place in the Citus cluster of --database-url.")
    var distribute = false

    @OptionGroup var storage: StorageOptions

    package init() {}

    package func run() async throws {
        try checkRole()
        guard try !distribute || storage.externalDatabase() != nil else {
            throw ValidationError(
                "--distribute is for the coordinator of a Citus cluster, which --database-url names. The service's own "
                    + "PostgreSQL is one server.")
        }
        try await withInstallation(storage, mayBegin: !plan) { installation in
            let planned = try await installation.database.migrationPlan(IssuingSchema.migrations)
            guard !planned.isNewer else { throw Self.newer(planned) }
            guard !plan else {
                return print(distribute ? IssuingSchema.distribution.script : planned.sentence)
            }
            if distribute { try await installation.checkDistribution(of: planned, contracting: contract) }
            let report = try await installation.migrate(
                contracting: contract, serving: servingRole, by: .operatorOfThisMachine)
            print(report.sentence)
            guard distribute else { return }
            print(try await installation.distribute(by: .operatorOfThisMachine).sentence)
        }
    }

    private func checkRole() throws {
        guard let servingRole else { return }
        guard !plan else {
            throw ValidationError("--plan changes nothing, and --serving-role gives rights; remove one of them.")
        }
        // Postgres would cut a longer name.
        guard (1...63).contains(servingRole.utf8.count), !servingRole.utf8.contains(where: { $0 < 0x20 }) else {
            throw ValidationError("--serving-role must be 1 to 63 bytes without control characters.")
        }
        guard try storage.externalDatabase() != nil else {
            throw ValidationError(
                "--serving-role is for a database of --database-url. The service's own PostgreSQL has one role.")
        }
    }

    private static func newer(_ plan: MigrationPlan) -> Installation.Failure {
        Installation.Failure(
            description: "The database's schema is at version \(plan.found ?? 0), and this program's is version "
                + "\(plan.known). A schema never goes back, because data would be lost. This program works with the "
                + "newer schema: serve it, or run the newer program.")
    }
}

extension MigrationReport {
    fileprivate var sentence: String {
        let versions = applied.map(String.init).joined(separator: ", ")
        let done = applied.isEmpty
            ? "The schema is up to date."
            : wasFresh
                ? "The database was empty and has the schema now (version \(versions))."
                : "Applied: version \(versions)."
        let rest = left.isEmpty
            ? ""
            : " Left for migrate --contract, when all services are of this version: "
                + left.map(String.init).joined(separator: ", ") + "."
        return done + rest + (serving.map { "\n\($0.sentence)" } ?? "")
    }
}

extension Installation {
    /// Before anything is changed.
    fileprivate func checkDistribution(of plan: MigrationPlan, contracting: Bool) async throws {
        _ = try await database.cluster()
        guard try await !isSandbox() else {
            throw Failure(
                description: "This is the database of a sandbox, whose tables stay where they are. Spread those of an "
                    + "empty database, and then run serve --demo or serve --sandbox on it.")
        }
        // Earlier programs need triggers that write other tables, and a cluster has none.
        guard contracting || plan.isFresh || plan.needed.count == plan.pending.count else {
            throw Failure(
                description: "Steps are left for migrate --contract. When all services are of this version, run "
                    + "migrate --contract --distribute.")
        }
    }
}

extension DistributionReport {
    fileprivate var sentence: String {
        let machines = cluster.machines == 1 ? "1 machine" : "\(cluster.machines) machines"
        let name = "cluster of \(machines) (Citus \(cluster.version))"
        guard placed > 0 else { return "Each table has its place already in the \(name)." }
        return "\(placed == 1 ? "1 table has" : "\(placed) tables have") a place now in the \(name)."
    }
}

extension ServingRole {
    fileprivate var sentence: String {
        let made = isNew ? "The role \(name) was made, without a password. It" : "The role \(name)"
        guard !leftovers.isEmpty else { return "\(made) can serve, and no more." }
        return "\(made) can serve. For it to do no more, the database's owner runs: "
            + leftovers.map { "\($0);" }.joined(separator: " ")
    }
}

extension MigrationPlan {
    fileprivate var sentence: String {
        if isFresh { return "The database is empty. It would get the whole schema, version \(known)." }
        guard !pending.isEmpty else { return "The schema is up to date, at version \(known)." }
        let beginning = found.map { "The schema is at version \($0)." } ?? "The database has no schema."
        let steps = pending.map { step in
            let lines = step.sql.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
            let others = step.worksFrom < step.version
                ? "; programs for version \(step.worksFrom) and later run meanwhile" : ""
            let waits = needed.contains(step) ? "" : "; waits for migrate --contract"
            return "\(step.version) \(step.name)\(others)\(waits):\n\(lines)"
        }
        return "\(beginning) Each of these steps would be a transaction of its own.\n" + steps.joined(separator: "\n")
    }
}
