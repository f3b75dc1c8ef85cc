import Administration
import Audit
import Cards
import CardSecrets
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Scenarios
import Testing
import TestSupport

@Suite("Changes that wait for a second operator")
struct WaitingChangeTests {
    private static let file = "clients:\n  acme-app: {brand: demo, mayExchange: true}\n"

    private static func administration(_ fixture: IssuingFixture, of name: String?) -> Administration {
        Administration(fixture.issuing.called(by: AuditCaller(operatorName: name)))
    }

    @Test("The use case itself refuses the operator who has proposed the change, and a caller without a name")
    func ownChange() async throws {
        let fixture = try await IssuingFixture.make()
        let waiting = try await Self.administration(fixture, of: "olga").propose(.settings(Self.file))
        for name in ["olga", nil] {
            let approving = Self.administration(fixture, of: name).approving(waiting)
            let failure = await #expect(throws: SettingsFailure.self) {
                try await approving.apply(Scenario(ofSettings: Self.file))
            }
            guard case .notWaiting = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
        #expect(try await fixture.administration.waitingChanges() == [waiting])
        let applied = try await Self.administration(fixture, of: "petra").approving(waiting)
            .apply(Scenario(ofSettings: Self.file))
        #expect(applied.changes.map(\.description) == ["+ clients.acme-app"])
        #expect(try await fixture.administration.waitingChanges() == [])
    }

    @Test("Nobody without a name proposes a change")
    func nameless() async throws {
        let fixture = try await IssuingFixture.make()
        let failure = await #expect(throws: WaitingChangeFailure.self) {
            try await Self.administration(fixture, of: nil).propose(.settings(Self.file))
        }
        #expect(failure?.postgresFailure?.constraint == "change_names_who_proposes_it")
    }

    @Test("Each kind of change is read as it was proposed, and withdrawn once", arguments: [
        ProposedChange.settings(file), .erasure(30_000_001), .newKey(.panEncryption),
        .retiredKey(.tokenSigning, version: 2),
    ])
    func kinds(change: ProposedChange) async throws {
        let olga = Self.administration(try await IssuingFixture.make(), of: "olga")
        let waiting = try await olga.propose(change)
        let found = try await olga.proposal(waiting.id)
        #expect(found.waiting == waiting && found.change == change)
        try await olga.withdraw(waiting)
        await #expect(throws: WaitingChangeFailure.self) { try await olga.withdraw(waiting) }
        #expect(try await olga.waitingChanges() == [])
    }

    @Test("A kind of a later program is left alone")
    func laterKind() async throws {
        let fixture = try await IssuingFixture.make()
        let waiting = try await Self.administration(fixture, of: "olga").propose(.newKey(.panEncryption))
        try await fixture.scratch.database.execute(script: "UPDATE issuing.waiting_change SET operation = 'closeBooks'")
        #expect(try await fixture.administration.waitingChanges() == [])
        await #expect(throws: WaitingChangeFailure.self) { try await fixture.administration.proposal(waiting.id) }
        #expect(try await fixture.texts("SELECT operation FROM waiting_change") == ["closeBooks"])
    }
}
