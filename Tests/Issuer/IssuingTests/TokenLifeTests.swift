import Administration
import Cards
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation
import Webhooks

/// Tokens follow their card, whoever changes its status.
@Suite("Tokens follow their card")
struct TokenLifeTests {
    @Test(
        "Locking a card suspends its tokens, unlocking resumes them and cancelling deletes them",
        arguments: [false, true])
    func tokenStatuses(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        try await fixture.token("B", for: card, .google(.samsung))
        _ = try await fixture.issuing.changeToken(#require(DPANReference(rawValue: "B")), by: .suspend)
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED", "B SUSPENDED"])
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE", "B SUSPENDED"], "B was suspended by its network")
        _ = try await fixture.administration.record(.suspend, on: card.id)
        _ = try await fixture.move(card, to: .cancelled, by: .business)
        #expect(try await fixture.tokens(of: card) == ["A DELETED", "B DELETED"])
        #expect(try await fixture.tokenizations(of: card) == [])
        #expect(await refusal { try await fixture.complete(card, as: "A") } == .tokenization(.tokenIsDeleted(.dpanRef)))
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL", "3 TOKENIZATION_INITIATED",
            "4 ENROLLMENT_SUCCESSFUL", "5 TOKEN_FROZEN", "6 TOKEN_FROZEN", "7 TOKEN_UNFROZEN", "8 TOKEN_FROZEN",
            "9 TOKEN_CANCELLED", "10 TOKEN_CANCELLED",
        ])
    }

    @Test("A token that its network suspends stays suspended when the card is unlocked")
    func networkSuspension() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        let reference = try #require(DPANReference(rawValue: "A"))
        _ = try await fixture.move(card, to: .locked)
        let before = try await fixture.tokenizationHistory(of: card)
        let suspended = try await fixture.issuing.changeToken(reference, by: .suspend).tokenization
        #expect(suspended == (try await fixture.tokenizations(of: card).first) && !suspended.isSuspendedByCard)
        #expect(try await fixture.tokenizationHistory(of: card) == before, "SUSPENDED was already reported")
        #expect(
            await refusal { try await fixture.issuing.changeToken(reference, by: .suspend) }
                == .tokenization(.eventNotAllowed(.suspend, token: .suspended, card: .locked)))
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
        _ = try await fixture.issuing.changeToken(reference, by: .resume)
        #expect(try await fixture.tokens(of: card) == ["A ACTIVE"])
    }

    @Test("The tokens of an expired card are deleted", arguments: [false, true])
    func expiredCard(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let customer = try await fixture.enrol()
        for number in 1...3 {
            try await fixture.token("A\(number)", for: fixture.issue(.virtualVisa, to: customer))
        }
        let later = try await fixture.server(now: instant("2029-04-01T00:00:00.000Z"))
        #expect(try await later.issuing.settleWhatIsDue() == 3)
        #expect(try await fixture.texts("SELECT DISTINCT token_status FROM tokenization") == ["DELETED"])
    }

    @Test("A replacement takes over the tokens of the old card", arguments: Replacement.allCases)
    func replacedCard(reason: Replacement) async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("R-\(card.id)", for: card)
        try await fixture.tokenize(card, .google(.samsung))
        let locked = try await fixture.move(card, to: .locked)
        let new = try await fixture.replace(locked, reason)
        #expect(try await fixture.tokens(of: card) == [])
        #expect(try await fixture.tokens(of: new) == ["R-\(card.id) ACTIVE"])
        #expect(try await fixture.tokenizationHistory(of: new) == ["1 TOKEN_REISSUED"])
        #expect(try await fixture.complete(new, as: "R-\(card.id)").reference?.rawValue == "R-\(card.id)")
        _ = try await fixture.move(new, to: .locked)
        #expect(try await fixture.tokens(of: new) == ["R-\(card.id) SUSPENDED"])
    }

    @Test("A token that is completed for a locked card is SUSPENDED until the unlock")
    func lockedCard() async throws {
        let fixture = try await IssuingFixture.shared()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.tokenize(card)
        _ = try await fixture.move(card, to: .locked)
        try await fixture.complete(card, as: "L-\(card.id)")
        #expect(try await fixture.tokens(of: card) == ["L-\(card.id) SUSPENDED"])
        let reference = try #require(DPANReference(rawValue: "L-\(card.id)"))
        #expect(
            await refusal { try await fixture.issuing.changeToken(reference, by: .resume) }
                == .tokenization(.eventNotAllowed(.resume, token: .suspended, card: .locked)))
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["L-\(card.id) ACTIVE"])
        let nobody = try #require(DPANReference(rawValue: "nobody"))
        #expect(await refusal { try await fixture.issuing.changeToken(nobody, by: .delete) }
            == .tokenization(.tokenNotFound))
    }

    @Test("A token is suspended even if a lock and a completion are simultaneous")
    func simultaneousLock() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualVisa, to: customer)
        for number in 0..<20 {
            try await fixture.tokenize(card, .google(profile: "\(number)"))
            async let locked = servers[0].move(card, to: .locked)
            async let completed = servers[1].complete(card, as: "T\(number)")
            _ = try await (locked, completed)
            let states = Set(try await fixture.tokens(of: card).map { $0.split(separator: " ")[1] })
            #expect(states == ["SUSPENDED"])
            _ = try await fixture.move(card, to: .active)
        }
    }

    /// Five apps tokenize the card while the cardholder locks it. A tokenization that began first stays INITIATED.
    @Test("A tokenization that races with a lock either began before the lock or is refused")
    func simultaneousStart() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        for round in 0..<8 {
            let outcomes = try await race(6, in: fixture) { server, number in
                if number == round % 6 {
                    _ = try await server.move(card, to: .locked)
                } else {
                    try await server.tokenize(card, .google(profile: "\(round)-\(number)"))
                }
            }
            let refused: [Refusal] = outcomes.compactMap { outcome in
                guard case .failure(let refusal) = outcome else { return nil }
                return refusal
            }
            #expect(refused == Array(repeating: .tokenization(.notAllowed(status: .locked)), count: refused.count))
            #expect(try await fixture.reread(card).standing == Standing(.locked, returnsTo: .active))
            let begun = try await fixture.tokenizations(of: card).filter { $0.state == .initiated }
            #expect(begun.count == 5 - refused.count)
            for place in begun.map(\.place) {
                let profile = try #require(place.profile)
                try await fixture.complete(card, as: "T-\(profile)", walletID: profile)
            }
            try await expectTokens(of: card, are: .suspended, in: fixture)
            _ = try await fixture.move(card, to: .active)
            try await expectTokens(of: card, are: .active, in: fixture)
        }
        #expect(try await fixture.path(of: card).count == 1 + 8 * 2)
    }

    /// Also expects that the history of the card's tokenizations is complete.
    private func expectTokens(of card: Card, are status: TokenStatus, in fixture: IssuingFixture) async throws {
        let tokens = try await fixture.tokens(of: card)
        #expect(tokens.allSatisfy { $0.hasSuffix(" \(status.rawValue)") })
        let history = try await fixture.tokenizationHistory(of: card)
        #expect(history.compactMap { Int($0.prefix { $0 != " " }) } == Array(1..<history.count + 1))
        let started = history.count { $0.hasSuffix(TokenizationChange.initiated.rawValue) }
        let completed = history.count { $0.hasSuffix(TokenizationChange.completed.rawValue) }
        #expect(started == tokens.count && completed == tokens.count)
        let counted = try await fixture.texts(
            "SELECT tokenization_changes::text FROM card WHERE card_id = $1", .uuid(card.id.rawValue))
        #expect(counted == ["\(history.count)"])
    }

    @Test("A replacement and a simultaneous suspension by the network both take effect")
    func simultaneousReplacement() async throws {
        let fixture = try await IssuingFixture.make()
        let servers = [fixture, try await fixture.server()]
        var card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        let reference = try #require(DPANReference(rawValue: "A"))
        for _ in 0..<20 {
            let before = card
            async let replaced = servers[0].replace(before, .lost)
            async let suspended = servers[1].issuing.changeToken(reference, by: .suspend)
            card = try await replaced
            _ = try await suspended
            #expect(try await fixture.tokens(of: card) == ["A SUSPENDED"])
            #expect(try await fixture.issuing.changeToken(reference, by: .resume).card == card)
        }
    }

    @Test("Each change of a token is reported once, in order", arguments: [false, true])
    func tokenWebhooks(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        let enrolments = try await fixture.subscribe(to: .tokenization, at: "https://hooks.example/tokenizations")
        let tokens = try await fixture.subscribe(to: .token, at: "https://hooks.example/tokens")
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        try await fixture.token("A", for: card)
        try await fixture.token("B", for: card, .google(.samsung))
        _ = try await fixture.move(card, to: .locked)
        _ = try await fixture.move(card, to: .cancelled)
        let begun = try await fixture.deliverAll(to: enrolments)
        #expect(begun.map(\.text).map { $0.contains("ENROLLMENT_SUCCESSFUL") } == [false, true, false, true])
        #expect(begun[0].text == #"{"id":"\#(begun[0].event)","cardId":"\#(card.id)","#
            + #""customerId":"\#(card.customer)","walletType":"GOOGLE","deviceId":"WNkcsfZPiKfa5PrH3jilkQYT","#
            + #""eventTimestamp":"2026-03-15T12:00:00Z","enrollmentStatus":"TOKENIZATION_INITIATED"}"#)
        let told = try await fixture.deliverAll(to: tokens)
        #expect(told.count == 4 && Set(told.map(\.event)).count == 4)
        #expect(told[3].text == #"{"id":"\#(told[3].event)","cardId":"\#(card.id)","#
            + #""customerId":"\#(card.customer)","result":"SUCCESS","tokenAction":"TOKEN_CANCELLED","#
            + #""eventId":"\#(told[3].event)","eventTimestamp":"2026-03-15T12:00:00Z"}"#)
        #expect(told.map { $0.text.contains("TOKEN_FROZEN") } == [true, true, false, false])
        #expect(try await fixture.texts("SELECT count(*)::text FROM webhook_line") == ["0"])
    }
}
