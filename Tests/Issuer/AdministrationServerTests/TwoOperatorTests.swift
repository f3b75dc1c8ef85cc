import Foundation
import HTTPTypes
import IssuingTestSupport
import Postgres
import Testing
import TestSupport

@testable import AdministrationServer

@Suite("Changes of two operators")
struct TwoOperatorTests {
    private static let settings = """
        clients:
          acme-app: {brand: demo, mayExchange: true}
        """
    private static let day: TimeInterval = 86_400

    private static func clients(_ bench: AdministrationBench) async throws -> String {
        try await bench.ask(.get, "/brands/demo/clients", as: .viewer).text
    }

    private static func waiting(
        _ bench: AdministrationBench, as role: OperatorRole = .operations
    ) async throws -> Int {
        let list = try await bench.ask(.get, "/changes", as: role)
        #expect(list.status == 200, "\(list.text)")
        return list.text.matches(of: /"changeId"/).count
    }

    /// The events about changes, without their ids.
    private static func trail(_ bench: AdministrationBench) async throws -> [String] {
        try await bench.fixture.texts("""
            SELECT concat_ws(' ', act, outcome, operator, detail) FROM audit_event
            WHERE act LIKE 'CHANGE%' OR act IN ('SETTINGS_CHANGED', 'CUSTOMER_ERASED', 'KEY_ROTATED')
            ORDER BY number
            """)
    }

    @Test("A change is made once, after another operator of the role has approved it, and the trail names both")
    func whole() async throws {
        let bench = try await AdministrationBench()
        let change = try await bench.propose(.put, "/settings", Self.settings)
        #expect(try await !Self.clients(bench).contains("acme-app"))
        #expect(try await Self.waiting(bench) == 1)
        #expect(try await Self.waiting(bench, as: .auditor) == 1)
        #expect(try await Self.waiting(bench, as: .keyCustodian) == 0, "it is not for this role")
        let shown = try await bench.ask(.get, "/changes/\(change)", as: .auditor)
        for part in [
            #""proposedBy":"operator""#, #""approvingRoles":["operator"]"#, #""effects":["+ clients.acme-app"]"#,
            #""refusals":[]"#, #""settings":"clients:"#, #""proposedDate":"2026-03-15T12:00:00Z""#,
            #""endDate":"2026-03-16T12:00:00Z""#,
        ] { #expect(shown.status == 200 && shown.text.contains(part), "\(part): \(shown.text)") }

        let own = try await bench.approve(change, by: .first)
        #expect(own.status == 403 && own.text.contains("another operator must approve it"), "\(own.text)")
        for (role, complaint) in [
            (OperatorRole.keyCustodian, "applySettings is for the roles operator"),
            (.auditor, "approveChange is for the roles operator, key-custodian"),
        ] {
            let refused = try await bench.approve(change, as: role)
            #expect(refused.status == 403 && refused.text.contains(complaint), "\(refused.text)")
        }
        let custodian = try await bench.ask(.get, "/changes/\(change)", as: .keyCustodian)
        #expect(custodian.status == 403, "\(custodian.text)")
        #expect(try await !Self.clients(bench).contains("acme-app"))

        #expect(try await bench.approve(change).status == 200)
        #expect(try await Self.clients(bench).contains("acme-app"))
        let again = try await bench.approve(change)
        #expect(again.status == 404 && again.text.contains("No such change waits"), "\(again.text)")
        #expect(try await Self.waiting(bench) == 0)
        #expect(
            try await Self.trail(bench) == [
                "CHANGE_PROPOSED DONE operator applySettings, proposed by operator",
                "CHANGE_APPROVED REFUSED operator applySettings, proposed by operator",
                "CHANGE_APPROVED REFUSED second-key-custodian applySettings, proposed by operator",
                "CHANGE_APPROVED DONE second-operator applySettings, proposed by operator",
                "SETTINGS_CHANGED DONE second-operator",
            ])
    }

    @Test("Two approvals at once make a change once")
    func race() async throws {
        let bench = try await AdministrationBench()
        let change = try await bench.propose(.put, "/settings", Self.settings)
        // Both have found the change when one of them may end it.
        let lock = try await TableLock.take("issuing.waiting_change", in: bench.fixture.scratch)
        async let one = bench.approve(change)
        async let other = bench.approve(change)
        try await lock.isWaitedFor(by: 2)
        lock.release()
        #expect(try await [one.status, other.status].sorted() == [200, 404])
        #expect(try await Self.trail(bench).count { $0.hasPrefix("CHANGE_APPROVED DONE") } == 1)
    }

    @Test("A change outlives its server, and ends after a day")
    func end() async throws {
        let bench = try await AdministrationBench()
        let change = try await bench.propose(.put, "/settings", Self.settings)
        #expect(try await Self.waiting(bench.server(after: Self.day - 1)) == 1)
        let late = try await bench.server(after: Self.day)
        #expect(try await Self.waiting(late) == 0)
        #expect(try await late.ask(.get, "/changes/\(change)", as: .operations).status == 404)
        #expect(try await late.approve(change).status == 404)
        #expect(try await late.ask(.delete, "/changes/\(change)", as: .operations).status == 404)
        let restarted = try await bench.server(after: Self.day - 1)
        #expect(try await restarted.approve(change).status == 200)
    }

    @Test("A hundred changes may wait, and those that have ended do not count")
    func limit() async throws {
        let bench = try await AdministrationBench()
        try await bench.fixture.scratch.database.execute(script: """
            INSERT INTO issuing.waiting_change (change_id, operation, subject, proposed_by, proposed_at, ends_at)
            SELECT gen_random_uuid(), 'rotateKey', 'PAN_ENCRYPTION', 'olga', '2026-03-15T12:00:00Z',
                   '2026-03-16T12:00:00Z' FROM generate_series(1, 100)
            """)
        #expect(try await Self.waiting(bench, as: .keyCustodian) == 100)
        let refused = try await bench.ask(
            .put, "/settings", Self.settings, as: .operations, mediaType: "application/yaml")
        #expect(refused.status == 403 && refused.text.contains("100 changes wait already"), "\(refused.text)")
        let late = try await bench.server(after: Self.day)
        _ = try await late.propose(.put, "/settings", Self.settings)
        #expect(try await late.fixture.texts("SELECT count(*)::text FROM waiting_change") == ["1"])
    }

    @Test("An approved change that is refused stays waiting and says why, until somebody withdraws it")
    func refusedWork() async throws {
        let bench = try await AdministrationBench()
        let (one, other) = (
            try await bench.propose(.put, "/settings", Self.settings),
            try await bench.propose(.put, "/settings", "programs:\n  NEW: {brand: demo, panPrefix: 411111, "
                + "cardType: VIRTUAL, scheme: VISA, region: EEA, currencies: [EUR]}\n")
        )
        // Another change takes the name of the program meanwhile.
        try await bench.fixture.scratch.database.execute(script: """
            INSERT INTO issuing.program SELECT (jsonb_populate_record(p, '{"program_name": "NEW"}')).*
            FROM issuing.program p WHERE program_name = 'DEMO-VIRTUAL-VISA-US'
            """)
        let refused = try await bench.approve(other)
        #expect(refused.status == 400 && refused.text.contains("line 2"), "\(refused.text)")
        let shown = try await bench.ask(.get, "/changes/\(other)", as: .operations)
        #expect(shown.status == 200 && shown.text.contains(#""effects":[]"#), "\(shown.text)")
        #expect(shown.text.contains("differs from this one"), "\(shown.text)")
        #expect(try await bench.ask(.delete, "/changes/\(other)", as: .keyCustodian).status == 403)
        #expect(try await bench.ask(.delete, "/changes/\(other)", as: .operations).status == 204)
        #expect(try await bench.ask(.delete, "/changes/\(other)", as: .operations).status == 404)
        #expect(try await Self.waiting(bench) == 1)
        #expect(try await bench.approve(one).status == 200)
        #expect(
            try await Self.trail(bench).dropFirst(2).map { String($0.prefix { $0 != "," }) } == [
                "CHANGE_WITHDRAWN DONE operator applySettings",
                "CHANGE_APPROVED DONE second-operator applySettings", "SETTINGS_CHANGED DONE second-operator",
            ])
    }

    @Test("A customer is erased by two operators")
    func erasure() async throws {
        let bench = try await AdministrationBench()
        let customer = try await bench.fixture.enrol()
        let late = try await bench.server(after: 1828 * Self.day)
        let change = try await late.propose(.delete, "/customers/\(customer)")
        let shown = { try await late.ask(.get, "/customers/\(customer)", as: .support).text }
        #expect(try await shown().contains("Byron"))
        let approved = try await late.approve(change)
        #expect(approved.text == #"{"effects":[],"secrets":[]}"#, "\(approved.text)")
        #expect(try await !shown().contains("Byron"))
        #expect(
            try await Self.trail(late) == [
                "CHANGE_PROPOSED DONE operator eraseCustomer \(customer), proposed by operator",
                "CHANGE_APPROVED DONE second-operator eraseCustomer \(customer), proposed by operator",
                "CUSTOMER_ERASED DONE second-operator",
            ])
        let ofCustomer = try await late.fixture.texts(
            "SELECT count(*)::text FROM audit_event WHERE act LIKE 'CHANGE%' AND customer = '\(customer)'")
        #expect(ofCustomer == ["2"])
    }

    @Test("A key gets a version, and loses one, by two key custodians")
    func keys() async throws {
        let bench = try await AdministrationBench()
        try await bench.fixture.scratch.database.execute(
            script: "DROP SCHEMA sandbox CASCADE; DROP SCHEMA merchants CASCADE")
        let change = try await bench.propose(.post, "/keys/TOKEN_SIGNING/rotate", as: .keyCustodian)
        #expect(try await bench.approve(change).status == 403, "an operator is no key custodian")
        let approved = try await bench.approve(change, as: .keyCustodian)
        #expect(
            approved.text
                == #"{"effects":[],"secrets":[],"newKey":{"version":2,"activeDate":"2026-03-15T12:10:00Z"}}"#)
        #expect(try await Self.trail(bench).last?.hasPrefix("KEY_ROTATED DONE second-key-custodian") == true)
        for (method, path, complaint) in [
            (HTTPRequest.Method.post, "/keys/TOKEN_SIGNING/rotate", "makes new values from"),
            (.post, "/keys/ZONE_PIN/rotate", "cannot be rotated"),
            (.delete, "/keys/TOKEN_SIGNING/versions/1", "can be retired from"),
            (.delete, "/keys/TOKEN_SIGNING/versions/7", "has no version 7"),
        ] {
            let refused = try await bench.ask(method, path, as: .keyCustodian)
            #expect(refused.status == 403 && refused.text.contains(complaint), "\(path): \(refused.text)")
        }
        let late = try await bench.server(after: Self.day)
        let retirement = try await late.propose(.delete, "/keys/TOKEN_SIGNING/versions/1", as: .keyCustodian)
        #expect(try await late.approve(retirement, as: .keyCustodian).status == 200)
        let versions = try await late.fixture.texts(
            "SELECT version::text FROM data_key WHERE purpose = 'TOKEN_SIGNING'")
        #expect(versions == ["2"])
    }

    @Test("Under a role that only serves, nothing can be proposed")
    func servingRole() async throws {
        let bench = try await AdministrationBench(onlyServes: true)
        let refused = try await bench.ask(
            .put, "/settings", Self.settings, as: .operations, mediaType: "application/yaml")
        #expect(refused.status == 403 && refused.text.contains("--admin-database-url-file"), "\(refused.text)")
    }
}
