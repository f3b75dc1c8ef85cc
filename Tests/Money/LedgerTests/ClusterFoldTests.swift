import Postgres
import Testing
import TestSupport

@testable import Ledger

/// The database is one Postgres. What the machines of a cluster say is in a table.
@Suite("Folding the house's balances on a cluster")
struct ClusterFoldTests {
    @Test("Postings are folded after all that a machine has prepared has ended there, and once")
    func prepared() async throws {
        let fixture = try await Self.loaded()
        let noted = try await fixture.edge(from: "1 a 10 9", "2 b 7 7")
        try await fixture.tellMachines("1 a 20 9", "2 b 30 30")
        #expect(try await fixture.fold(upTo: noted) == noted)
        #expect(try await fixture.folded() == [])
        try await fixture.tellMachines("1 a 30 10", "2 b 40 7")
        let next = try #require(try await fixture.fold(upTo: noted))
        #expect(next.number > noted.number && next.machines.isEmpty)
        for _ in 1...2 {
            #expect(try await fixture.folded() == ["1 -5"])
            #expect(try await fixture.houseBalances() == ["safeguarding -5 EUR"])
            #expect(try await fixture.findings() == [])
            _ = try await fixture.fold(upTo: noted)
        }
    }

    @Test("A shard that is folded again gets what was posted since")
    func again() async throws {
        let fixture = try await Self.loaded()
        _ = try await fixture.fold(upTo: fixture.edge(from: "1 a 10 10", "2 b 7 7"))
        #expect(try await fixture.folded() == ["1 -5"])
        _ = try await fixture.course(customer: 33, account: 33, loaded: 7)
        let later = try await fixture.edge(from: "1 a 20 20", "2 b 8 8")
        #expect(try await fixture.folded() == ["1 -5"])
        _ = try await fixture.fold(upTo: later)
        #expect(try await fixture.folded() == ["1 -12"])
        #expect(try await fixture.houseBalances() == ["safeguarding -12 EUR"])
        #expect(try await fixture.findings() == [])
    }

    @Test("A machine that was started again, or is new, is noted again before anything is folded", arguments: [
        ["1 c 99 99", "2 b 99 99"], ["1 a 99 99", "2 b 99 99", "3 d 99 99"], ["1 a 99 99"],
    ])
    func otherMachines(later: [String]) async throws {
        let fixture = try await Self.loaded()
        let noted = try await fixture.edge(from: "1 a 10 10", "2 b 7 7")
        try await fixture.tellMachines(later)
        let again = try #require(try await fixture.fold(upTo: noted))
        #expect(again.number == noted.number && again.machines.count == later.count)
        #expect(try await fixture.folded() == [])
        _ = try await fixture.fold(upTo: again)
        #expect(try await fixture.folded() == ["1 -5"])
    }

    @Test("Nothing is folded while a machine does not answer, and by another coordinator", arguments: [
        "UPDATE money.machine SET success = false WHERE nodeid = 2", "UPDATE money.pg_dist_local_group SET groupid = 1",
    ])
    func unknown(script: String) async throws {
        let fixture = try await Self.loaded()
        let noted = try await fixture.edge(from: "1 a 10 10", "2 b 7 7")
        try await fixture.database.execute(script: script)
        #expect(try await fixture.fold(upTo: noted) == noted)
        #expect(try await fixture.folded() == [])
    }

    @Test("A shard is not folded to an edge of a server that was started again")
    func otherOrigin() async throws {
        let fixture = try await Self.loaded()
        let noted = try await fixture.edge(from: "1 a 10 10")
        try await fixture.database.execute(script: "ALTER SEQUENCE money.next_fold_number RESTART")
        let next = try await fixture.fold(upTo: noted)
        #expect(next?.origin != noted.origin && next?.machines == [])
        #expect(try await fixture.folded() == [])
    }

    /// A ledger in which 5 were loaded, on what looks like a cluster.
    private static func loaded() async throws -> LedgerFixture {
        let scratch = try await ScratchDatabase.make(from: .migrated)
        try await scratch.pretendToBeCluster()
        let fixture = LedgerFixture(scratch: scratch, database: try scratch.database)
        try await fixture.database.execute(script: """
            CREATE TABLE money.pg_dist_local_group AS SELECT 0 AS groupid;
            CREATE TABLE money.machine (nodeid integer, success boolean, result text);
            CREATE FUNCTION money.run_command_on_all_nodes(
                command text, OUT nodeid integer, OUT success boolean, OUT result text
            ) RETURNS SETOF record LANGUAGE sql AS $$ SELECT * FROM money.machine $$
            """)
        _ = try await fixture.course(customer: 17, account: 17, loaded: 5)
        return fixture
    }
}

extension LedgerFixture {
    /// - Parameter machines: of each, its number, the run of its server, the latest id and the oldest that runs.
    fileprivate func tellMachines(_ machines: [String]) async throws {
        let rows = machines.map { machine in
            let parts = machine.split(separator: " ", maxSplits: 1)
            return "(\(parts[0]), true, '\(parts[1])')"
        }
        try await database.execute(script: """
            TRUNCATE money.machine; INSERT INTO money.machine VALUES \(rows.joined(separator: ", "))
            """)
    }

    fileprivate func tellMachines(_ machines: String...) async throws { try await tellMachines(machines) }

    fileprivate func fold(upTo edge: HouseStatements.Edge?) async throws -> HouseStatements.Edge? {
        try await HouseStatements.foldAll(upTo: edge, in: database)
    }

    /// The edge that has noted the machines. It waits until the transactions of other tests have ended.
    fileprivate func edge(from machines: String...) async throws -> HouseStatements.Edge {
        try await tellMachines(machines)
        var edge: HouseStatements.Edge?
        repeat { edge = try await fold(upTo: edge) } while edge?.machines.isEmpty != false
        return try #require(edge)
    }

    /// The balances that are folded, each with its shard.
    fileprivate func folded() async throws -> [String] {
        try await texts("SELECT concat_ws(' ', shard, balance) FROM money.house_balance ORDER BY shard")
    }
}
