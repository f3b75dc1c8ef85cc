import AsyncHTTPClient
import Foundation
import HTTPContract
import Issuing
import NIOCore
import NIOHTTP1
import Postgres
import Subprocess
import Testing
import TestSupport

/// The dump of a released version with data of every table, see Tests/Released.
@Suite("The data of a released version", .timeLimit(.minutes(20)))
struct ReleasedDataTests {
    @Test("A sandbox of version 26 moves forward, also after kill -9, and answers as it did; its snapshot is good")
    func movesForward() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try await DatabaseDump.restore("Tests/Released/data-26.sql", to: scratch.url)
            let changes = try await changes(ofAuthorizationIn: "money", scratch)
            // The log of a snapshot has rows of two tables: the migration adds columns to one, and moves the other to
            // another schema.
            try await scratch.database.execute(script: """
                UPDATE issuing.customer SET address3 = 'Rear building' WHERE customer_id = 30000001;
                UPDATE money.authorization SET changes = changes + 1
                """)
            let storage = try released(in: directory) + ["--database-url", scratch.url]
            let plan = try await Program.run(["migrate", "--plan"] + storage, by: .core)
            #expect(plan.status == .exited(0) && plan.output.hasPrefix("The schema is at version 26. "))
            let steps = IssuingSchema.migrations.filter { $0.version > 26 }
            for step in steps { #expect(plan.output.contains("\n\(step.version) \(step.name)")) }
            let lock = try await TableLock.take("issuing.customer", in: scratch)
            let killed = try Program.begin(["migrate"] + storage, by: .core)
            try await lock.isWaitedForInTime()
            await killed.kill()
            lock.release()
            let needed = try await scratch.database.neededMigrations(IssuingSchema.migrations)
            // A step that is needed needs those before it, also if they contract.
            let last = try #require(steps.lastIndex { !$0.contracts })
            #expect(needed == Array(steps[...last]))

            let sandbox = Sandbox()
            _ = try await Program.serve(["--migrate"] + storage, sandbox) { service in
                let entries = service.log.lines.filter { $0.contains("the database's schema was migrated") }
                #expect(entries.count == 1, "\(service.log.lines)")
                try await expectAnswers(of: service, sandbox)
                let contraction = try await Program.run(["migrate", "--contract"] + storage, by: .core)
                #expect(contraction.status == .exited(0), "\(contraction.errors)")
                try await expectAnswers(of: service, sandbox)
                let restored = try await sandbox.send("POST", "/sandbox/snapshots/before/restore", "{}")
                #expect(restored.status == 204, "\(restored.body)")
                #expect(try await thirdLine(in: scratch) == [nil])
                #expect(try await self.changes(ofAuthorizationIn: "issuing", scratch) == changes && !changes.isEmpty)
                var deletion = HTTPClientRequest(url: sandbox.url + "/sandbox/snapshots/before")
                deletion.method = .DELETE
                #expect(try await Answer.to(deletion).status == 204)
            }
            let check = try await Program.run(["ledger", "check"] + storage, by: .core)
            #expect(check.status == .exited(0), "\(check.output)")
            let (new, copy) = (try await ScratchDatabase.make(), try await ScratchDatabase.make())
            let seeding = try await Program.run(["seed"] + storage.dropLast() + [new.url])
            #expect(seeding.status.isSuccess, "\(seeding.errors)")
            // A dump leaves out rights that the owner has anyway. So the new database is also dumped and restored
            // before the comparison.
            try await DatabaseDump.move(from: new.url, to: copy.url)
            let expected = try await DatabaseDump.text(of: copy, isSchemaOnly: true)
            #expect(try await DatabaseDump.text(of: scratch, isSchemaOnly: true) == expected)
        }
    }

    @Test("The audit trail tells once that an operator has migrated a released version, with both versions")
    func told() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try await DatabaseDump.restore("Tests/Released/data-26.sql", to: scratch.url)
            let storage = try released(in: directory) + ["--database-url", scratch.url]
            for _ in 1...2 {
                let migration = try await Program.run(["migrate"] + storage, by: .core)
                #expect(migration.status == .exited(0), "\(migration.errors)")
            }
            let known = IssuingSchema.migrations.map(\.version).max() ?? 0
            let events = try await scratch.database.read(
                Statement.evidence("""
                    SELECT concat_ws(' ', act, outcome, detail) FROM audit.audit_event WHERE operator IS NOT NULL
                    """)())
            #expect(events == ["MIGRATED DONE 26 -> \(known)"])
        }
    }

    @Test("A tenant of version 26 moves forward when it is first used, and the log says so once")
    func tenant() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let tenant = "\(scratch.name)_tenant_old"
            try await scratch.database.execute(script: "CREATE DATABASE \(tenant)")
            let url = scratch.url.replacing("/\(scratch.name)?", with: "/\(tenant)?")
            try await DatabaseDump.restore("Tests/Released/data-26.sql", to: url)
            let comment = #"{"life": "6F1C7D54-3C43-4E2F-9A5A-1F4F2F7C0A11", "brand": "demo"}"#
            try await scratch.database.execute(script: "COMMENT ON DATABASE \(tenant) IS '\(comment)'")
            let sandbox = Sandbox()
            let storage = try released(in: directory) + ["--database-url", scratch.url]
            _ = try await Program.serve(["--demo"] + storage, sandbox) { service in
                for _ in 1...2 {
                    let snapshots = try await sandbox.get("/tenants/old/sandbox/snapshots")
                    #expect(snapshots.status == 200 && snapshots.body.contains(#""name":"before""#), "\(snapshots)")
                }
                let entries = service.log.lines.filter { $0.contains("the database's schema was migrated") }
                #expect(entries.count == 1 && entries.allSatisfy { $0.contains(#""tenant":"old""#) }, "\(entries)")
                var deletion = HTTPClientRequest(url: sandbox.url + "/sandbox/tenants/old")
                deletion.method = .DELETE
                #expect(try await Answer.to(deletion).status == 204)
            }
        }
    }

    /// The options for the key of the dump.
    private func released(in directory: DataDirectory) throws -> [String] {
        let key = directory.path + ".key"
        try Data(String(repeating: "5e", count: 32).utf8).write(to: URL(filePath: key))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        return ["--data-dir", directory.path, "--key-file", key]
    }

    @Test("A program refuses a newer schema, naming both versions, unless the schema works with this program")
    func neverBack() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let known = IssuingSchema.migrations.map(\.version).max() ?? 0
            let step = Migration(
                version: known + 1, name: "expand", sql: "CREATE TABLE issuing.more ()", worksFrom: known)
            _ = try await scratch.database.migrate(
                IssuingSchema.migrations + [step], freshSchema: IssuingSchema.parts.script + ";\n" + step.sql)
            let storage = ["--data-dir", directory.path, "--database-url", scratch.url]
            for arguments in [["migrate"], ["migrate", "--plan"]] {
                let refused = try await Program.run(arguments + storage, by: .core)
                #expect(refused.status == .exited(1))
                let sentence = "is at version \(known + 1), and this program's is version \(known). A schema never goes"
                #expect(refused.errors.contains(sentence), "\(refused.errors)")
            }
            _ = try await Program.serve(["--migrate"] + storage, by: .core) { service in
                let ready = try await service.get("/readyz")
                #expect(ready.status == 200)
                let entries = service.log.lines.filter { $0.contains("is newer than this program, and works with it") }
                #expect(entries.count == 1)
            }
        }
    }

    private func thirdLine(in scratch: ScratchDatabase) async throws -> [String?] {
        let statement = Statement("third_line", "SELECT address3 FROM issuing.customer WHERE customer_id = 30000001") {
            (row: inout Row) throws(PostgresFailure) in try row.optionalText("address3")
        }
        return try await scratch.database.read(statement())
    }

    /// The number of changes of the first authorization, which is in the snapshot.
    private func changes(ofAuthorizationIn schema: String, _ scratch: ScratchDatabase) async throws -> [Int] {
        let sql = "SELECT changes FROM \(schema).authorization ORDER BY insertion LIMIT 1"
        let statement = Statement("changes_in_\(schema)", sql) { (row: inout Row) throws(PostgresFailure) in
            try row.integer("changes")
        }
        return try await scratch.database.read(statement())
    }

    /// Compares the answers with those of the released program. A newer program may have additional members.
    private func expectAnswers(of service: RunningService, _ sandbox: Sandbox) async throws {
        let file = Document.root.appending(path: "Tests/Released/answers-26.json")
        let recorded = try JSONValue(parsing: Array(Data(contentsOf: file)))
        guard case .array(let requests) = recorded, requests.count > 80 else {
            Issue.record("\(file) is no list of requests.")
            return
        }
        var credentials: [String: (String, String)] = [:]
        for request in requests {
            let (who, path) = (request["as"]?.text ?? "", request["path"]?.text ?? "")
            if credentials[who] == nil { credentials[who] = try await credential(of: who, at: service, sandbox) }
            // The sandbox's port leads to the Card service and to the gateways, too.
            var asked = HTTPClientRequest(url: sandbox.url + path)
            if let (name, value) = credentials[who], !name.isEmpty { asked.headers.add(name: name, value: value) }
            let answer = try await Answer.to(asked)
            #expect(answer.status == 200, "\(path): \(answer.body)")
            let lacking = difference(of: try JSONValue(parsing: Array(answer.body.utf8)), from: request["answer"])
            #expect(lacking == nil, "\(who) \(path): \(lacking ?? "")")
        }
    }

    /// The header with the credential for a request; without a name for the sandbox, which needs none.
    private func credential(
        of who: String, at service: RunningService, _ sandbox: Sandbox
    ) async throws -> (String, String) {
        switch who {
        case "sandbox": return ("", "")
        case "business": return ("Authorization", "Bearer \(try await service.businessToken())")
        case "moneyhash": return ("X-Api-Key", "YOUR_API_KEY")
        case "dintero":
            var grant = HTTPClientRequest(url: sandbox.url + "/dintero/v1/accounts/T12345678/auth/token")
            grant.method = .POST
            grant.setBasicAuth(username: "demo-client", password: "demo-client-secret")
            grant.headers.add(name: "Content-Type", value: "application/json")
            let audience = "https://api.dintero.com/v1/accounts/T12345678"
            grant.body = .bytes(
                ByteBuffer(string: #"{"grant_type": "client_credentials", "audience": "\#(audience)"}"#))
            return ("Authorization", "Bearer \(try await Answer.to(grant).member("access_token"))")
        default: return ("Authorization", "Bearer \(try await service.token(of: who))")
        }
    }

    /// The first place where a recorded value is missing or different; nil if there is none.
    private func difference(of found: JSONValue, from recorded: JSONValue?, at place: String = "") -> String? {
        switch (recorded, found) {
        case (.object(let members)?, .object(let others)):
            for name in members.names {
                guard let value = members[name], let other = others[name] else { return "\(place).\(name) is missing" }
                if let difference = difference(of: other, from: value, at: "\(place).\(name)") { return difference }
            }
            return nil
        case (.array(let elements)?, .array(let others)):
            guard elements.count == others.count else { return "\(place) has \(others.count) elements" }
            for (index, (element, other)) in zip(elements, others).enumerated() {
                if let difference = difference(of: other, from: element, at: "\(place)[\(index)]") { return difference }
            }
            return nil
        default: return recorded == found ? nil : "\(place) is \(found)"
        }
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue? {
        if case .object(let object) = self { object[name] } else { nil }
    }

    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
}
