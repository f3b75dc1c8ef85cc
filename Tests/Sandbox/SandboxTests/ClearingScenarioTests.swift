import Administration
import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Scenarios
import Testing
import TestSupport

@Suite("Clearing files of a scenario")
struct ClearingScenarioTests {
    /// Each line of the file as the kind of its break, and whether it was booked.
    private func breaks(on fixture: IssuingFixture) async throws -> [String] {
        try await fixture.administration.clearingBreaks().map { found in
            "\(found.line?.number ?? 0) \(found.kind.rawValue) \(found.isBooked)"
        }.sorted()
    }

    @Test("The scenario clearing.yaml has a line that agrees and one for each difference, and may be played again")
    func file() async throws {
        let fixture = try await IssuingFixture.make()
        let file = Golden.repository.appending(path: "scenarios/clearing.yaml")
        let scenario = try Scenario(reading: String(contentsOf: file, encoding: .utf8))
        let made = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        let load = try #require(made.clearingFiles.first)
        #expect(load.name == "friday" && "\(load.load.reference)".hasPrefix("friday-"))
        #expect(load.load.lines == 7 && load.load.agreeing == 3)
        #expect(load.load.breaks == [.amount: 1, .doubled: 1, .status: 1, .unknown: 1])
        #expect(try await breaks(on: fixture) == [
            "5 AMOUNT true", "6 DOUBLED false", "7 STATUS false", "8 UNKNOWN false",
        ])
        // 200.00 less 3.50, 80.00 and 27.00; 12.00 are held.
        #expect(try await fixture.texts("SELECT concat_ws(' ', posted, held) FROM money.account") == ["8950 1200"])
        #expect(made.lines.last?.hasSuffix("3 of 7 agree, UNKNOWN 1, AMOUNT 1, DOUBLED 1, STATUS 1") == true)

        let again = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        #expect(again.clearingFiles.map(\.load.agreeing) == [3])
        #expect(try await breaks(on: fixture).count == 8)
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("A payment is collected in two parts, by two files")
    func parts() async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: CustomerWithCard.scenario + """
            payments:
              shoes: {card: everyday, amount: 800, currency: EUR}
            clearingFiles:
              friday: {lines: [{payment: shoes, amount: 500, final: false}]}
              monday: {lines: [{payment: shoes, amount: 300}]}

            """)
        let made = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        #expect(made.clearingFiles.map(\.load.agreeing) == [1, 1])
        #expect(try await breaks(on: fixture) == [])
    }

    @Test("A line in another currency is not booked, and a payment that the file leaves out stays")
    func currency() async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: CustomerWithCard.scenario + """
            payments:
              coffee: {card: everyday, amount: 350}
              tea: {card: everyday, amount: 250}
            clearingFiles:
              monday: {lines: [{payment: coffee, currency: USD}]}
            """)
        _ = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        #expect(try await breaks(on: fixture) == ["2 AMOUNT false"])
        #expect(try await fixture.texts("SELECT concat_ws(' ', posted, held) FROM money.account") == ["5000 600"])
    }

    @Test("All errors of a file are reported at once, and nothing is made")
    func errors() async throws {
        let fixture = try await IssuingFixture.make()
        let scenario = try Scenario(reading: """
            clearingFiles:
              a: {lines: []}
              b: {lines: [{payment: nothing}, {amount: 5}, {currency: EURO}]}
              4111111111111111: {lines: [{amount: 5, currency: EUR, final: perhaps}]}
            """)
        let failure = await #expect(throws: ScenarioFailure.self) {
            try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
        }
        guard case .faults(let faults)? = failure else {
            Issue.record("The scenario was played: \(String(describing: failure))")
            return
        }
        #expect(Set(faults.list.map { "\($0.path) \($0.error)" }) == [
            "clearingFiles.a.lines must have 1 to 1000 lines",
            "clearingFiles.b.lines[0].payment must be one of the payments of this scenario",
            "clearingFiles.b.lines[1].currency is required in a line without a payment",
            "clearingFiles.b.lines[2].amount is required in a line without a payment",
            "clearingFiles.b.lines[2].currency must be a currency of ISO 4217, like EUR",
            "clearingFiles.4111111111111111 must have a name that contains no card number",
            "clearingFiles.4111111111111111.lines[0].final must be true or false",
        ])
        #expect(try await fixture.texts("SELECT count(*)::text FROM clearing_file") == ["0"])
    }

    @Test("A file has at most 1000 lines, as one that a scheme would send")
    func tooManyLines() async throws {
        let fixture = try await IssuingFixture.make()
        let tooMany = ["clearingFiles.long.lines must have 1 to 1000 lines"]
        for (count, expected) in [(1000, []), (1001, tooMany)] {
            let lines = Array(repeating: "{amount: 1, currency: EUR}", count: count).joined(separator: ", ")
            let scenario = try Scenario(reading: "clearingFiles: {long: {lines: [\(lines)]}}")
            var faults: [String] = []
            do throws(ScenarioFailure) {
                _ = try await fixture.sandbox.play(scenario, in: DemoUniverse.brand)
            } catch {
                guard case .faults(let found) = error else { throw error }
                faults = found.list.map { "\($0.path) \($0.error)" }
            }
            #expect(faults == expected)
        }
        #expect(try await fixture.texts("SELECT count(*)::text FROM clearing_break") == ["1000"])
    }

    @Test("A file of settings has no clearing files, and the error names the command")
    func settings() throws {
        let failure = #expect(throws: ScenarioFaults.self) {
            try Scenario(ofSettings: "clearingFiles: {friday: {lines: [{amount: 5, currency: EUR}]}}")
        }
        #expect(failure?.list.map(\.path) == ["clearingFiles.friday"])
        #expect(failure?.description.contains("tessera-core clearing load") == true)
    }
}
