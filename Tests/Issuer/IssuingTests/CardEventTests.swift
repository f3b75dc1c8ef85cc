import Administration
import Authorizing
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Webhooks

/// Statements write the histories of cards and tokens, and Swift writes the events about the changes. So these tests
/// find a change whose event was forgotten.
@Suite("Every change of a card and of its tokens has one event")
struct CardEventTests {
    @Test("Each entry of the histories has one event, with the id of its change")
    func histories() async throws {
        let fixture = try await IssuingFixture.make()
        for event in [WebhookEvent.cardStatus, .tokenization, .token] { try await fixture.subscribe(to: event) }
        try await fixture.changeEverything()
        let changes = try await fixture.texts(Self.changes)
        #expect(Set(changes.compactMap { $0.split(separator: " ").last.map(String.init) }) == Self.words)
        let events = try await fixture.texts(Self.events)
        #expect(events.filter { !changes.contains($0) } == [], "an event without a change")
        #expect(changes.filter { !events.contains($0) } == [], "a change without an event")
        #expect(events.count == changes.count)
        #expect(try await fixture.texts("SELECT convert_from(body, 'UTF8') FROM webhook_delivery")
            .allSatisfy { $0.hasPrefix(#"{"id":""#) && !$0.contains("null") })
    }

    @Test("Nothing is queued for a brand that does not subscribe")
    func nobody() async throws {
        let fixture = try await IssuingFixture.make()
        try await fixture.issuing.database.execute(script: "INSERT INTO brand VALUES ('other')")
        for event in [WebhookEvent.cardStatus, .tokenization, .token] {
            try await fixture.subscribe(to: event, brand: "other")
        }
        try await fixture.changeEverything()
        #expect(try await fixture.texts(Self.changes).count > 20)
        #expect(try await fixture.texts(Self.events) == [])
        #expect(try await fixture.texts("SELECT subject FROM webhook_line") == [])
    }

    /// Subject, number, id of the event, and the word of the change. The first entry of a card is left out, because it
    /// is the card's issue.
    private static let changes = """
        SELECT customer_id || '/' || card_id || ' ' || change_number || ' '
               || webhook_id('\(WebhookEvent.cardStatus.rawValue) ' || card_id || ' ' || change_number) || ' '
               || to_status
        FROM card_status_history WHERE change_number > 1
        UNION ALL
        SELECT customer_id || '/' || card_id || ' ' || change_number || ' '
               || webhook_id(CASE WHEN change LIKE 'TOKEN\\_%' THEN '\(WebhookEvent.token.rawValue) '
                             ELSE '\(WebhookEvent.tokenization.rawValue) ' END || card_id || ' ' || change_number)
               || ' ' || change
        FROM tokenization_history
        ORDER BY 1
        """

    private static let events = """
        SELECT d.subject || ' ' || d.event_number || ' ' || d.event_id || ' '
               || coalesce(told ->> 'newStatus', told ->> 'enrollmentStatus', told ->> 'tokenAction')
        FROM webhook_delivery d CROSS JOIN LATERAL (SELECT convert_from(d.body, 'UTF8')::json AS told) body
        ORDER BY 1
        """

    /// The changes that the test must have made.
    private static let words: Set<String> = Set(TokenizationChange.allCases.map(\.rawValue)).union(
        [CardStatus.active, .locked, .suspended, .cancelled, .lost, .expired].map(\.rawValue))
}

extension IssuingFixture {
    /// Changes cards and tokens in every way in which they can change.
    fileprivate func changeEverything() async throws {
        let customer = try await enrol()
        let locked = try await issue(.virtualVisa, to: customer)
        try await token("A", for: locked)
        try await token("B", for: locked, .google(.samsung))
        _ = try await move(locked, to: .locked)
        _ = try await move(locked, to: .active)
        let reference = try #require(DPANReference(rawValue: "A"))
        _ = try await issuing.changeToken(reference, by: .suspend)
        _ = try await issuing.changeToken(reference, by: .resume)
        _ = try await sandbox.administration.record(.suspend, on: locked.id)
        _ = try await issuing.changeToken(reference, by: .delete)
        _ = try await move(locked, to: .cancelled, by: .business)

        let replaced = try await issue(.virtualVisa, to: customer)
        try await token("C", for: replaced)
        _ = try await replace(replaced, .lost)
        _ = try await replace(try await issue(.virtualVisa, to: customer), .lost)

        let activated = try await issue(.physicalMastercard, to: customer)
        _ = try await activate(activated)
        try await activateWrongly(try await issue(.physicalMastercard, to: customer), times: 3)
        let refused = try await issue(.virtualVisa, to: customer)
        try await tokenize(refused, .google())
        try await refuseToken(of: refused, at: try #require(try await tokenizations(of: refused).first).place)
        // An unfinished tokenization would be deleted with its history before the cards expire.
        _ = try await complete(refused, as: "E")
        // The card is locked, so its token is suspended as soon as it is complete.
        try await tokenize(activated, .google())
        _ = try await move(activated, to: .locked)
        _ = try await complete(activated, as: "D")

        let paying = try await loadedCard(.digitalVisa, pin: "1234")
        _ = try await pay("p1", with: paying) {
            ($0.fields.entryMode, $0.fields.cardPresence) = ("CHIP", "PRESENT")
            $0.fields.verification.cryptogram = .valid
            $0.pinBlock = try zoneBlock("1234", of: $0.pan)
        }
        #expect(try await reread(paying).standing.status == .active)
        let later = try await server(now: instant("2029-04-01T00:00:00.000Z"))
        #expect(try await later.issuing.settleWhatIsDue() > 3)
    }
}
