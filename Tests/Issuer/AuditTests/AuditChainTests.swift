import Crypto
import Foundation
import Postgres
import Testing
import TestSupport

@testable import Audit

@Suite("The chain of the audit trail")
struct AuditChainTests {
    @Test("The tables of the audit trail need no table of another target")
    func alone() async throws {
        let scratch = try await ScratchDatabase.makeForService()
        let trail = AuditTrail(try scratch.database)
        try await trail.database.execute(script: SchemaPart.audit.sql)
        _ = try await trail.database.write(AuditTrail.recording([.shown("card")]))
        try await trail.placeWaiting(on: AuditFixture.today)
        #expect(try await trail.verify().days.map(\.events) == [1])
    }

    @Test("Events get places in the order of their numbers, from 1 on each day")
    func places() async throws {
        let fixture = try await AuditFixture.twoDays()
        let lines = try await fixture.lines()
        #expect(lines.count == 5)
        for (line, (day, position, subject)) in zip(
            lines,
            [
                (AuditFixture.today, 1, "one"), (AuditFixture.today, 2, "two"), (AuditFixture.today, 3, "three"),
                (AuditFixture.tomorrow, 1, "four"), (AuditFixture.tomorrow, 2, "five"),
            ])
        {
            #expect(line.contains(#""day":"\#(day)""#) && line.contains(#""position":\#(position),"#), "\(line)")
            #expect(line.contains(#""subject":"\#(subject)""#), "\(line)")
        }
        #expect(try await fixture.lines(from: AuditFixture.tomorrow).count == 2)
        #expect(try await fixture.lines(to: AuditFixture.today).count == 3)
    }

    @Test("The form of a line and its hash never change")
    func golden() async throws {
        let fixture = try await AuditFixture.make()
        try await fixture.record("card", at: AuditFixture.now + 0.000_001)
        try await fixture.trail.placeWaiting(on: AuditFixture.today)
        let line = #"""
            {"act":"CARD_DATA_SHOWN","address":"192.0.2.7","brand":"acme","client":"acme-app","customer":"10000001",\#
            "day":"2026-03-15","detail":"PAN","number":1,"operation":"showDetails","operator":"olga",\#
            "outcome":"DONE","position":1,"requestId":"request-1","subject":"card",\#
            "time":"2026-03-15T12:00:00.000001Z","tokenId":"jti-1"}
            """#
        let hash = SHA256.hash(data: [UInt8](repeating: 0, count: 32) + Array(line.utf8))
            .map { String(format: "%02x", $0) }.joined()
        #expect(try await fixture.lines() == [line.dropLast() + #","hash":"\#(hash)"}"#])
    }

    @Test("An exported trail can be checked without this program")
    func exported() async throws {
        let fixture = try await AuditFixture.twoDays()
        var previous = [UInt8](repeating: 0, count: 32)
        for line in try await fixture.lines() {
            let parts = line.components(separatedBy: #","hash":""#)
            try #require(parts.count == 2)
            let hash = Array(SHA256.hash(data: previous + Array((parts[0] + "}").utf8)))
            #expect(AuditHash(hash).description == String(parts[1].dropLast(2)))
            previous = hash
        }
        #expect(try await fixture.trail.verify().lastHash == AuditHash(previous))
    }

    @Test("A chain does not go back to an earlier day")
    func clockBack() async throws {
        let fixture = try await AuditFixture.twoDays()
        try await fixture.record("six")
        try await fixture.trail.placeWaiting(on: AuditFixture.today)
        let report = try await fixture.trail.verify()
        #expect(report.days.map(\.events) == [3, 3] && report.faults.isEmpty)
    }

    @Test("More events than one round places get their places in several")
    func rounds() async throws {
        let fixture = try await AuditFixture.make()
        try await fixture.record((1...AuditTrail.batch + 1).map(String.init))
        #expect(try await fixture.trail.placeWaiting(on: AuditFixture.today))
        #expect(try await fixture.trail.verify().waiting == 1)
        #expect(try await !fixture.trail.placeWaiting(on: AuditFixture.today))
        let report = try await fixture.trail.verify()
        #expect(report.waiting == 0 && report.days.map(\.events) == [AuditTrail.batch + 1] && report.faults.isEmpty)
    }

    @Test("Servers that place at once, while events are recorded, make one chain")
    func atOnce() async throws {
        let fixture = try await AuditFixture.make()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in 1...4 {
                group.addTask {
                    for event in 1...20 {
                        try await fixture.record("\(server)-\(event)")
                        _ = try await fixture.trail.placeWaiting(
                            on: event > 10 ? AuditFixture.tomorrow : AuditFixture.today)
                    }
                }
            }
            try await group.waitForAll()
        }
        while try await fixture.trail.placeWaiting(on: AuditFixture.tomorrow) {}
        let report = try await fixture.trail.verify()
        #expect(report.faults.isEmpty && report.waiting == 0 && report.isFromTheBeginning)
        #expect(report.days.map(\.events).reduce(0, +) == 80)
    }

    @Test("Of two servers with the same events, the second one changes nothing")
    func second() async throws {
        let fixture = try await AuditFixture.make()
        try await fixture.record("one", "two")
        let lock = try await TableLock.take("audit.audit_event", in: fixture.scratch)
        async let first = fixture.trail.placeWaiting(on: AuditFixture.today)
        async let other = fixture.trail.placeWaiting(on: AuditFixture.tomorrow)
        try await lock.isWaitedFor(by: 2)
        lock.release()
        _ = try await (first, other)
        let report = try await fixture.trail.verify()
        #expect(report.faults.isEmpty && report.days.map(\.events) == [2])
    }

    @Test("Long texts are cut to 200 characters, and U+0000 is left out")
    func longTexts() async throws {
        let fixture = try await AuditFixture.make()
        try await fixture.record("a\0b" + String(repeating: "c", count: 300))
        let stored = try await fixture.database.read(Statement.evidence("SELECT subject FROM audit_event")())
        #expect(stored == ["ab" + String(repeating: "c", count: 198)])
    }
}
