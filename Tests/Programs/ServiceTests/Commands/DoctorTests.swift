import Foundation
import Hosting
import Postgres
import Subprocess
import Testing
import TestSupport

@Suite("The command doctor", .timeLimit(.minutes(20)))
struct DoctorTests {
    private struct Diagnosis {
        let ending: Program.Ending

        /// The line about a subject, with its level in front.
        subscript(_ subject: String) -> String {
            ending.output.split(separator: "\n").first { $0.contains(" \(subject): ") }.map(String.init) ?? ""
        }
    }

    private static func run(
        _ options: [String], environment: [String: String] = [:]
    ) async throws -> Diagnosis {
        Diagnosis(ending: try await Program.run(["doctor"] + options, environment: environment, by: .core))
    }

    @Test("A healthy installation is OK in every line, and the command changes nothing and shows no secret")
    func healthy() async throws {
        try await ProductionDatabase.with { directory, options in
            let diagnosis = try await Self.run(options)
            #expect(diagnosis.ending.status == .exited(0), "\(diagnosis.ending)")
            for subject in [
                "TLS", "public port", "key file", "key directory", "database", "encoding", "pooler", "clock", "schema",
                "keys",
            ] { #expect(diagnosis[subject].hasPrefix("OK "), "\(subject): \(diagnosis.ending.output)") }
            #expect(diagnosis["disk"].contains(" GiB ("))
            let key = try String(contentsOfFile: directory.keyFile, encoding: .utf8)
            #expect(!diagnosis.ending.output.contains(key.trimmingCharacters(in: .whitespacesAndNewlines)))
            #expect(try await Self.run(options).ending.output.contains("The key file \(directory.keyFile) opens all "))
        }
    }

    @Test("A database that accepts no writes is FAILED, with the reason")
    func readOnly() async throws {
        try await ProductionDatabase.with { _, options in
            let url = try #require(options.last) + "&options=-cdefault_transaction_read_only%3Don"
            for (url, reason) in [
                (url, "session is read-only"),
                (url + "&target_session_attrs=any", "default_transaction_read_only is on"),
            ] {
                let diagnosis = try await Self.run(Array(options.dropLast()) + [url])
                #expect(diagnosis.ending.status == .exited(1))
                let finding = diagnosis["database"]
                #expect(finding.hasPrefix("FAILED ") && finding.contains(reason), "\(diagnosis.ending.output)")
            }
        }
    }

    @Test("A URL for lists that leads to no standby is a WARNING, because the primary answers all lists then")
    func standby() async throws {
        try await ProductionDatabase.with { _, options in
            let primary = try #require(options.last)
            for url in [primary, primary + "&target_session_attrs=any", "postgresql:///cards?host=/nowhere"] {
                let diagnosis = try await Self.run(options + ["--read-url", url])
                #expect(diagnosis.ending.status == .exited(0), "\(diagnosis.ending)")
                #expect(diagnosis["standby"].hasPrefix("WARNING "), "\(diagnosis.ending.output)")
            }
            #expect(try await Self.run(options)["standby"].isEmpty)
        }
    }

    @Test("What prevents a standby from answering lists is a WARNING", arguments: [
        StandbyObstacle.behind, .away, .promoted, .cluster, .timeline,
    ])
    func standbys(obstacle: StandbyObstacle) {
        let finding = DatabaseChecks.standby(obstacle, version: "15.14")
        #expect(finding.level == .warning && finding.subject == "standby")
        #expect(DatabaseChecks.standby(nil, version: "15.14").level == .ok)
    }

    @Test("The service's own Postgres is started for the look, and never made")
    func embedded() async throws {
        try await DataDirectory.with(seeded: true) { directory in
            let diagnosis = try await Self.run(["--data-dir", directory.path])
            #expect(diagnosis.ending.status == .exited(0), "\(diagnosis.ending)")
            #expect(diagnosis["keys"].hasPrefix("OK ") && diagnosis["schema"].hasPrefix("OK "))
        }
        try await DataDirectory.with { directory in
            let diagnosis = try await Self.run(["--data-dir", directory.path])
            #expect(diagnosis.ending.status == .exited(1))
            #expect(diagnosis["database"].hasPrefix("FAILED ") && diagnosis["key file"].hasPrefix("OK "))
            #expect(!FileManager.default.fileExists(atPath: directory.path))
        }
    }

    @Test("A key file that others can read, that fits no key or that is missing is FAILED; a directory is a WARNING")
    func keys() async throws {
        try await ProductionDatabase.with { directory, options in
            let files = FileManager.default
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory.keyFile)
            try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
            let exposed = try await Self.run(options)
            #expect(exposed.ending.status == .exited(1))
            #expect(exposed["key file"].hasPrefix("FAILED ") && exposed["key file"].contains("chmod 600"))
            #expect(exposed["keys"].hasPrefix("FAILED "))
            #expect(exposed["key directory"].hasPrefix("WARNING ") && exposed["key directory"].contains("chmod go-w"))

            try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: directory.keyFile)
            let other = String(repeating: "ab", count: 32)
            try Data(other.utf8).write(to: URL(filePath: directory.keyFile))
            let wrong = try await Self.run(options)
            #expect(wrong.ending.status == .exited(1) && wrong["key file"].hasPrefix("OK "))
            #expect(wrong["keys"].hasPrefix("FAILED ") && wrong["keys"].contains("does not open"))
            #expect(!wrong.ending.output.contains(other))

            try files.removeItem(atPath: directory.keyFile)
            #expect(try await Self.run(options)["keys"].contains("there is no key file"))
            let given = try await Self.run(options + ["--key-file", "/nowhere/key"])
            #expect(given["key file"].hasPrefix("FAILED ") && given["key file"].contains("/nowhere/key"))
        }
    }

    @Test("A database that does not answer, or that lacks the schema, is FAILED, and its password is not shown")
    func database() async throws {
        try await DataDirectory.with { directory in
            let secret = "not-for-the-log"
            let url = "postgresql://cards:\(secret)@127.0.0.1:1/cards"
            let absent = try await Self.run(["--data-dir", directory.path, "--database-url", url])
            #expect(absent.ending.status == .exited(1))
            #expect(absent["database"].hasPrefix("FAILED ") && absent["database"].contains("refused"))
            #expect(!absent.ending.output.contains(secret) && !absent.ending.errors.contains(secret))

            let scratch = try await ScratchDatabase.make()
            let empty = try await Self.run(["--data-dir", directory.path, "--database-url", scratch.url])
            #expect(empty.ending.status == .exited(1) && empty["database"].hasPrefix("OK "))
            #expect(empty["schema"].hasPrefix("FAILED ") && empty["schema"].contains("Run the command migrate"))
        }
    }

    @Test("A port that others reach without TLS is a WARNING, and so is a certificate that ends soon")
    func listeners() async throws {
        try await ProductionDatabase.with { directory, options in
            let open = ["--host", "0.0.0.0", "--metrics-host", "::", "--metrics-port", "9464"]
            let plain = try await Self.run(options + open)
            #expect(plain.ending.status == .exited(0))
            for subject in ["public port", "metrics port"] {
                #expect(plain[subject].hasPrefix("WARNING ") && plain[subject].contains("--tls-certificate"))
            }
            let (certificate, key) = try await OpenSSL.selfSigned(in: directory.path, "own")
            let secured = try await Self.run(
                options + open,
                environment: ["TESSERA_TLS_CERTIFICATE": certificate, "TESSERA_TLS_KEY": key])
            #expect(secured["public port"].hasPrefix("OK ") && secured["metrics port"].hasPrefix("OK "))
            #expect(secured["TLS"].hasPrefix("WARNING ") && secured["TLS"].contains("SIGHUP"))
            // Any file that only its owner can read: what it says is checked at the start.
            let door = ["--admin-host", "::", "--admin-port", "9470", "--admin-operators", directory.keyFile]
            let administered = try await Self.run(
                options + door, environment: ["TESSERA_TLS_CERTIFICATE": certificate, "TESSERA_TLS_KEY": key])
            #expect(administered["administration port"].hasPrefix("OK ") && administered["operators"].hasPrefix("OK "))
            let inTheClear = try await Self.run(options + door)
            #expect(inTheClear["options"].hasPrefix("FAILED ") && inTheClear["options"].contains("--admin-host"))
            let pair = ["--tls-certificate", certificate, "--tls-key", directory.keyFile]
            let broken = try await Self.run(options + pair)
            #expect(broken.ending.status == .exited(1) && broken["options"].hasPrefix("FAILED "))
        }
    }

    @Test("A certificate that has ended is FAILED")
    func certificates() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func level(days: Double) -> DoctorFinding.Level {
            ListenerChecks.certificate(in: "a.pem", endingAt: now + days * 86_400, now).level
        }
        #expect([-1, 0, 29.9, 30.1].map(level) == [.failed, .failed, .warning, .ok])
    }

    @Test("A clock is judged by how far it is off at least, and a disk by what is free")
    func limits() {
        func level(_ lead: TimeInterval, doubt: TimeInterval) -> DoctorFinding.Level {
            DatabaseChecks.clock(lead: lead, doubt: doubt).level
        }
        #expect([0, -1.9, 2.1, -29, 31].map { level($0, doubt: 0) } == [.ok, .ok, .warning, .warning, .failed])
        #expect(level(-40, doubt: 39) == .ok && level(40, doubt: 15) == .warning)
        #expect(DatabaseChecks.clock(lead: -40, doubt: 0).text.contains("40.0 s behind"))
        let mebibyte: Int64 = 1 << 20
        func disk(_ free: Int64, of size: Int64) -> DoctorFinding.Level {
            FileChecks.disk(at: "/", free: free * mebibyte, of: size * mebibyte).level
        }
        #expect(disk(255, of: 512) == .failed && disk(256, of: 512) == .warning && disk(2048, of: 4096) == .ok)
        #expect(disk(40_000, of: 1_000_000) == .warning)
    }

    @Test("A wrong encoding and a pooler are FAILED with what to do; a pooler that could not be tried is a WARNING")
    func servers() {
        let failure = PostgresFailure(.unsuitableServer, explanation: "Set pool_mode = session.")
        for finding in [DatabaseChecks.encoding(failure), DatabaseChecks.pooler(failure)] {
            #expect(finding.level == .failed && finding.text == "Set pool_mode = session.")
        }
        #expect(DatabaseChecks.pooler(PostgresFailure(.unavailable)).level == .warning)
        #expect(DatabaseChecks.encoding(nil).level == .ok && DatabaseChecks.pooler(nil).level == .ok)
    }

    @Test("A directory is a WARNING if other accounts can replace files in it", arguments: [
        (0o700, DoctorFinding.Level.ok), (0o755, .ok), (0o775, .warning), (0o702, .warning), (0o1777, .ok),
    ])
    func directories(mode: Int, level: DoctorFinding.Level) {
        #expect(FileChecks.keyDirectory("/keys", mode: mode).level == level)
    }
}
