import Administration
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Postgres
import Scenarios
import Testing
import TestSupport

/// Each server counts in memory, and they exchange what they have counted when a test says so.
@Suite("Rates of brands on several servers")
struct CallRateTests {
    private static let call = CountedCall(brand: "acme", client: "app", customer: nil, operation: "listCards")

    /// How long the caller must wait; nil if the call is accepted.
    private static func wait(_ server: IssuingFixture, _ call: CountedCall = Self.call) -> Int? {
        do throws(UsedUpRate) {
            try server.issuing.count(call)
            return nil
        } catch {
            return error.retryAfterSeconds
        }
    }

    private static func set(_ rates: String, on fixture: IssuingFixture) async throws {
        _ = try await fixture.administration.apply(Scenario(reading: "brands: {acme: {callsPerMinute: \(rates)}}"))
    }

    @Test(
        "Without a rate no call counts; a rate holds from the next exchange on, until it is taken away",
        arguments: [false, true])
    func change(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        try await fixture.issuing.shareCalls()
        #expect(!fixture.issuing.limitsCalls && Self.wait(fixture) == nil)
        try await Self.set("{client: 1}", on: fixture)
        #expect(!fixture.issuing.limitsCalls)
        try await fixture.issuing.shareCalls()
        #expect(fixture.issuing.limitsCalls)
        #expect(Self.wait(fixture) == nil)
        #expect(Self.wait(fixture) == 60)
        try await Self.set("{client: 60}", on: fixture)
        try await fixture.issuing.shareCalls()
        #expect(Self.wait(fixture) == 1)
        try await Self.set("{client: any}", on: fixture)
        try await fixture.issuing.shareCalls()
        #expect(!fixture.issuing.limitsCalls && Self.wait(fixture) == nil)
    }

    @Test(
        "A server learns of another one's calls with its own next ones, and what was too much is paid back",
        arguments: [false, true])
    func twoServers(onCluster: Bool) async throws {
        let first = try await IssuingFixture.make(onCluster: onCluster)
        let second = try await first.server()
        try await Self.set("{client: 6}", on: first)
        for server in [first, second] { try await server.issuing.shareCalls() }
        for _ in 0..<6 { #expect(Self.wait(first) == nil) }
        #expect(Self.wait(first) == 10)
        try await first.issuing.shareCalls()
        #expect(Self.wait(second) == nil, "it has not heard of the first server's calls")
        try await second.issuing.shareCalls()
        #expect(Self.wait(second) == 20, "seven calls have used 70 seconds")
        #expect(Self.wait(first) == 10, "it hears of the seventh when it counts again")

        let later = try await first.server(now: IssuingFixture.now + 20)
        try await later.issuing.shareCalls()
        #expect(Self.wait(later) == nil)
        try await later.issuing.shareCalls()
        #expect(Self.wait(later) == 10)
    }

    @Test("Calls that could not be written are written the next time")
    func outage() async throws {
        let fixture = try await IssuingFixture.make()
        let other = try await fixture.server()
        try await Self.set("{client: 6}", on: fixture)
        for server in [fixture, other] { try await server.issuing.shareCalls() }
        for _ in 0..<5 { #expect(Self.wait(fixture) == nil) }
        try await fixture.issuing.database.execute(script: "ALTER TABLE call_use RENAME TO away")
        await #expect(throws: IssuingFailure.self) { try await fixture.issuing.shareCalls() }
        try await fixture.issuing.database.execute(script: "ALTER TABLE away RENAME TO call_use")
        try await fixture.issuing.shareCalls()
        #expect(Self.wait(other) == nil)
        try await other.issuing.shareCalls()
        #expect(Self.wait(other) == 10)
    }

    @Test("A caller is forgotten once its calls have used no time that is still to come")
    func forgetting() async throws {
        let fixture = try await IssuingFixture.make()
        try await Self.set("{client: 6}", on: fixture)
        try await fixture.issuing.shareCalls()
        #expect(Self.wait(fixture) == nil)
        try await fixture.issuing.shareCalls()
        try await fixture.issuing.settleWhatIsDue()
        let callers = "SELECT concat_ws(' ', owner, brand, rate) FROM call_use"
        #expect(try await fixture.texts(callers) == ["app acme client"])
        try await fixture.server(now: IssuingFixture.now + 9).issuing.settleWhatIsDue()
        #expect(try await fixture.texts(callers) == ["app acme client"])
        try await fixture.server(now: IssuingFixture.now + 10).issuing.settleWhatIsDue()
        #expect(try await fixture.texts(callers) == [])
    }
}
