import ArgumentParser
import CardSecrets
import Foundation
import Issuing
import Postgres

/// Looks at the database, its schema, its keys and its clock.
package struct DatabaseChecks: Sendable {
    /// The schema needs what came with this version, such as NULLS NOT DISTINCT.
    private static let oldestServer = 15

    let storage: StorageOptions
    let standby: StandbyChoice?
    let key: KeySource
    let now: @Sendable () -> Date

    func findings() async -> [DoctorFinding] {
        do {
            let installation = try await Installation.open(storage, standby: standby, mayBegin: false)
            let findings = await findings(in: installation)
            await installation.close()
            return findings
        } catch {
            return [.failed("database", (error as? ValidationError)?.message ?? "\(error)")]
        }
    }

    private func findings(in installation: Installation) async -> [DoctorFinding] {
        let report: ServerReport
        do throws(UnreachableServer) {
            report = try await installation.configuration.report(now: now)
        } catch {
            return [.failed(
                "database",
                "It does not answer, or accepts no writes: \(error). Check that it runs and is no standby, and "
                    + "--database-url and its password.")]
        }
        var findings = [server(report)]
        if let weakness = installation.configuration.weakness { findings.append(.warning("database TLS", weakness)) }
        findings.append(Self.encoding(report.wrongEncoding))
        findings.append(Self.pooler(report.pooling))
        findings.append(Self.clock(lead: report.clockLead, doubt: report.clockDoubt))
        findings += await standbyFindings(in: installation)
        guard report.wrongEncoding == nil, report.pooling == nil else { return findings }
        let (schema, hasTables) = await schema(installation)
        findings.append(schema)
        if hasTables { findings.append(await keys(installation)) }
        return findings
    }

    private func server(_ report: ServerReport) -> DoctorFinding {
        report.versionNumber / 10_000 < Self.oldestServer
            ? .failed(
                "database", "It is PostgreSQL \(report.version), and the schema needs \(Self.oldestServer) or later.")
            : .ok("database", "PostgreSQL \(report.version) answers.")
    }

    /// A standby that cannot be used is no failure, because the primary answers all lists then.
    private func standbyFindings(in installation: Installation) async -> [DoctorFinding] {
        guard let standby = installation.standby else { return [] }
        var findings: [DoctorFinding] = []
        do throws(UnreachableServer) {
            let report = try await standby.report(asStandbyOf: installation.configuration)
            findings.append(Self.standby(report.obstacle, version: report.version))
        } catch {
            findings.append(.warning(
                "standby", "It does not answer, or is no standby: \(error). Check --read-url and its password."))
        }
        if let weakness = standby.weakness { findings.append(.warning("standby TLS", weakness)) }
        return findings
    }

    package static func standby(_ obstacle: StandbyObstacle?, version: String) -> DoctorFinding {
        switch obstacle {
        case nil: .ok("standby", "PostgreSQL \(version) answers lists.")
        case .behind:
            .warning(
                "standby",
                "It does not apply within a second what the primary has written. Look at the network and at "
                    + "pg_stat_replication.")
        case .cluster: .warning("standby", "It is a copy of another database. Check --read-url.")
        case .timeline:
            .warning(
                "standby",
                "It does not follow the server of --database-url since a promotion. Wait some minutes after one; then "
                    + "make it again with pg_basebackup or pg_rewind.")
        case let obstacle?: .warning("standby", "No list can be read from it: \(obstacle.rawValue).")
        }
    }

    package static func encoding(_ failure: PostgresFailure?) -> DoctorFinding {
        failure.map { .failed("encoding", $0.explanation ?? "\($0)") } ?? .ok("encoding", "It is UTF8.")
    }

    package static func pooler(_ failure: PostgresFailure?) -> DoctorFinding {
        guard let failure else { return .ok("pooler", "Each session belongs to one client.") }
        if failure.kind == .unsuitableServer { return .failed("pooler", failure.explanation ?? "\(failure)") }
        return .warning(
            "pooler",
            failure.explanation ?? "It was not checked: \(failure). The server may have no connections left.")
    }

    package static func clock(lead: TimeInterval, doubt: TimeInterval) -> DoctorFinding {
        let sentence = ClockDifference(leadSeconds: lead).description
        switch max(0, abs(lead) - doubt) {
        case ..<2: return .ok("clock", sentence)
        case ..<ClockDifference.limitSeconds: return .warning("clock", "\(sentence) \(ClockDifference.advice)")
        default: return .failed("clock", "\(sentence) \(ClockDifference.advice)")
        }
    }

    private func schema(_ installation: Installation) async -> (DoctorFinding, hasTables: Bool) {
        let plan: MigrationPlan
        do throws(PostgresFailure) {
            plan = try await installation.database.migrationPlan(IssuingSchema.migrations)
        } catch {
            return (.failed("schema", "\(error)"), false)
        }
        return (Self.schema(plan, isEmbedded: installation.embedded != nil), plan.found != nil)
    }

    package static func schema(_ plan: MigrationPlan, isEmbedded: Bool) -> DoctorFinding {
        let remedy = isEmbedded ? "The next start adds it." : "Run the command migrate, or serve with --migrate."
        if plan.isFresh {
            let sentence = "The database is empty. \(remedy)"
            return isEmbedded ? .ok("schema", sentence) : .failed("schema", sentence)
        }
        guard plan.needed.isEmpty else {
            let names = plan.needed.map { "\($0.version) \($0.name)" }.joined(separator: ", ")
            let sentence = "It lacks migrations: \(names). \(remedy)"
            return isEmbedded ? .warning("schema", sentence) : .failed("schema", sentence)
        }
        if plan.isNewer {
            return .ok("schema", "It is at version \(plan.found ?? 0), newer than this program, and works with it.")
        }
        guard plan.pending.isEmpty else {
            let versions = plan.pending.map { "\($0.version)" }.joined(separator: ", ")
            return .ok(
                "schema",
                "It works. Version \(versions) is left for migrate --contract, when all services are of this version.")
        }
        return .ok("schema", "It is up to date, at version \(plan.known).")
    }

    private func keys(_ installation: Installation) async -> DoctorFinding {
        let stored: [WrappedKey]
        do throws(PostgresFailure) {
            stored = try await KeyRing.stored(in: installation.database)
        } catch {
            return .failed("keys", "They cannot be read: \(error)")
        }
        guard !stored.isEmpty else { return .ok("keys", "The database has none yet. The first start makes them.") }
        if let missing = key.newFile {
            return .failed(
                "keys", "The database has \(stored.count), and there is no key file \(missing): \(key.remedy)")
        }
        do {
            let opening = try await key.key()
            for wrapped in stored { _ = try opening.unwrap(wrapped) }
            return .ok("keys", "\(key) opens all \(stored.count) of the database.")
        } catch KeyFailure.doesNotUnwrap(let purpose, let version) {
            let failure = KeyFailure.doesNotUnwrap(purpose, version: version)
            return .failed("keys", "\(failure) Find this database's key: \(key.remedy)")
        } catch {
            return .failed("keys", "They cannot be opened without the key-encryption key.")
        }
    }
}
