import Administration
import Audit
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Ledger
import Postgres
import Sandbox
import Scenarios
import Testing
import TestSupport
import Webhooks

@Suite("The audit trail of operators")
struct OperatorTrailTests {
    private static func acts(_ fixture: IssuingFixture) async throws -> [String] {
        try await fixture.scratch.database.read(
            Statement.evidence("""
                SELECT concat_ws(' ', act, outcome, operator, customer, subject, detail) FROM audit_event
                WHERE operator = 'olga' ORDER BY number
                """)())
    }

    private static func bench() async throws -> (IssuingFixture, Administration) {
        let fixture = try await IssuingFixture.make()
        return (fixture, Administration(fixture.issuing.called(by: AuditCaller(operatorName: "olga"))))
    }

    @Test("Each change of a client leaves an event, and a client that does not exist leaves none")
    func clients() async throws {
        let (fixture, administration) = try await Self.bench()
        let (brand, client) = (DemoUniverse.brand, DemoUniverse.clients[0].id)
        for id in [client, "nobody"] {
            _ = try await administration.rotateSecret(of: id, in: brand, keepingEarlierFor: 0)
            _ = try await administration.set(isDisabled: true, of: id, in: brand)
            _ = try await administration.set(isDisabled: false, of: id, in: brand)
            _ = try await administration.revokeTokens(of: id, in: brand)
        }
        #expect(
            try await Self.acts(fixture) == [
                "CLIENT_SECRET_ROTATED DONE olga demo/\(client)", "CLIENT_DISABLED DONE olga demo/\(client)",
                "CLIENT_ENABLED DONE olga demo/\(client)", "CLIENT_TOKENS_REVOKED DONE olga demo/\(client)",
            ])
    }

    @Test("Each change of a setting leaves an event, and a file that changes nothing leaves none")
    func settings() async throws {
        let (fixture, administration) = try await Self.bench()
        let scenario = try Scenario(reading: """
            brands:
              acme: {frameAncestors: [https://acme.example]}
            """)
        for _ in 1...2 { _ = try await administration.apply(scenario) }
        #expect(try await Self.acts(fixture) == ["SETTINGS_CHANGED DONE olga + brands.acme"])
    }

    @Test("Events of a card leave events, and a refused one leaves none")
    func cards() async throws {
        let (fixture, administration) = try await Self.bench()
        let card = try await fixture.issue(.virtualVisa, to: CustomerID(10_000_001))
        _ = try await administration.record(.suspend, on: card.id)
        _ = await refusal { try await administration.record(.dispatched, on: card.id) }
        #expect(
            try await Self.acts(fixture) == ["CARD_EVENT_RECORDED DONE olga 10000001 \(card.id) SUSPEND"])
    }

    @Test("Keys that were wrapped under another key leave an event, with the check values of both")
    func keys() async throws {
        let (fixture, administration) = try await Self.bench()
        let (old, new) = (try Self.key("5e"), try Self.key("c3"))
        _ = try await administration.rewrapKeys(from: old, to: new)
        let values = "\(old.checkValue) -> \(new.checkValue)"
        #expect(try await Self.acts(fixture) == ["KEYS_REWRAPPED DONE olga \(values)"])
    }

    @Test("A key that gets a version, values under it and the end of the earlier one leave events; a refusal does not")
    func versions() async throws {
        let bench = try await KeyRotationBench()
        func olga(after seconds: TimeInterval) async throws -> Administration {
            Administration(
                try await bench.server(after: seconds).issuing.called(by: AuditCaller(operatorName: "olga")))
        }
        _ = try await bench.fixture.issue(.virtualVisa, to: bench.fixture.enrol())
        let first = try await olga(after: 0)
        for purpose in [KeyPurpose.panEncryption, .panEncryption, .zonePIN] {
            _ = try? await first.rotateKey(purpose, under: bench.keyEncryptionKey)
        }
        let late = try await olga(after: KeyRotationBench.retiring)
        for _ in 1...2 { _ = try await late.reencrypt(.panEncryption) }
        for _ in 1...2 { try? await late.retireKey(.panEncryption, version: 1) }
        let added = try #require(try await late.keys().first { $0.purpose == .panEncryption && $0.version == 2 })
        #expect(
            try await Self.acts(bench.fixture) == [
                "KEY_ROTATED DONE olga PAN_ENCRYPTION 2 \(added.checkValue)",
                "VALUES_REENCRYPTED DONE olga PAN_ENCRYPTION 2 card.sealed_pan",
                "KEY_RETIRED DONE olga PAN_ENCRYPTION 1",
            ])
    }

    /// That of a fixture has the digits `5e`.
    private static func key(_ digits: String) throws -> KeyEncryptionKey {
        try KeyEncryptionKey(text: String(repeating: digits, count: 32), source: "The test's key")
    }

    @Test("A partner that decides is set and removed with an event, and one that is not there is removed without one")
    func partners() async throws {
        let (fixture, administration) = try await Self.bench()
        let url = try #require(WebhookURL("https://hooks.example/payments"))
        _ = try await administration.issuing.setPartnerDecision(
            PartnerTerms(standIn: .decline), of: DemoUniverse.brand, at: url, signingKey: nil)
        for _ in 1...2 { try await administration.issuing.removePartnerDecision(of: DemoUniverse.brand) }
        #expect(
            try await Self.acts(fixture)
                == ["PARTNER_DECISION_SET DONE olga demo", "PARTNER_DECISION_REMOVED DONE olga demo"])
    }

    @Test("What a trail forgets, it tells")
    func forgetting() async throws {
        let (fixture, administration) = try await Self.bench()
        #expect(try await administration.forgetTrail(before: #require(AuditDay("2020-01-01"))) == 0)
        #expect(try await Self.acts(fixture) == ["TRAIL_FORGOTTEN DONE olga 2020-01-01"])
    }
}
