import Administration
import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import IssuingTestSupport
import Postgres
import Sandbox
import Testing
import TestSupport
import Validation

@Suite("A network's token service")
struct TokenServiceTests {
    private func begin() async throws -> (fixture: IssuingFixture, card: Card) {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        return (try await fixture.seasoned(), card)
    }

    private func set(_ terms: ProvisioningTerms, in fixture: IssuingFixture) async throws {
        var changed = PaymentTerms.standard
        changed.provisioning = terms
        try await fixture.administration.set(changed, of: DemoProgram.virtualVisa.rawValue)
    }

    private func code(to card: Card, in fixture: IssuingFixture) async throws -> String {
        try #require(try await fixture.sandbox.messages(to: card.customer).first?.code)
    }

    @Test("A green token is announced, and activated by the network, which makes its tokenization COMPLETED")
    func green() async throws {
        let (fixture, card) = try await begin()
        let pan = try await fixture.sandbox.plastic(of: card.id).pan
        #expect(try await fixture.send("M0", .eligibility(pan)).decision == .approved)
        #expect(try await fixture.tokenizations(of: card) == [], "a question leaves no tokenization")
        let answer = try await fixture.ask("M1", for: card, token: "T1")
        #expect(answer.decision == .approved && answer.reason == nil && answer.methods == [])
        #expect(try await fixture.tokenizations(of: card).first?.reference?.rawValue == "T1")
        #expect(try await fixture.tokens(of: card) == [])
        #expect(try await fixture.report("M2", .activated, of: "T1").tokenStatus == .active)
        #expect(try await fixture.tokens(of: card) == ["T1 ACTIVE"])
        #expect(try await fixture.report("M3", .event(.suspend), of: "T1").tokenStatus == .suspended)
        #expect(try await fixture.report("M4", .event(.resume), of: "T1").tokenStatus == .active)
        let moved = ReportedTokenChange.moved(device: "device-2", profile: nil)
        #expect(try await fixture.report("M5", moved, of: "T1").tokenStatus == .active)
        #expect(try await fixture.tokenizations(of: card).first?.place.device == "device-2")
        let renewed = ReportedTokenChange.renewed(Expiry(month: 1, year: 2030))
        #expect(try await fixture.report("M6", renewed, of: "T1").tokenStatus == .active)
        #expect(try await fixture.report("M7", .event(.delete), of: "T1").tokenStatus == .deleted)
        let elsewhere = ReportedTokenChange.moved(device: "device-3", profile: nil)
        for change in [ReportedTokenChange.activated, elsewhere, renewed] {
            let refused = await refusal { try await fixture.report("M8", change, of: "T1") }
            #expect(refused == .tokenization(.tokenIsDeleted(.tokenReference)), "\(change)")
        }
        #expect(try await fixture.report("M8", .confirmed, of: "T1").tokenStatus == .deleted)
        #expect(try await fixture.texts("SELECT device_id FROM tokenization") == ["device-2"])
        #expect(try await fixture.tokenizationHistory(of: card) == [
            "1 TOKENIZATION_INITIATED", "2 ENROLLMENT_SUCCESSFUL", "3 TOKEN_FROZEN", "4 TOKEN_UNFROZEN",
            "5 TOKEN_CANCELLED",
        ])
    }

    @Test("A token that may be issued is answered with the program's metadata, and a repeated message with the same")
    func metadata() async throws {
        let (fixture, card) = try await begin()
        let program = DemoProgram.virtualVisa.rawValue
        var terms = PaymentTerms.standard
        terms.metadata[.issuerName] = "Acme Bank"
        terms.metadata[.backgroundColor] = "#1A2B3C"
        try await fixture.administration.set(terms, of: program)
        let answer = try await fixture.ask("M1", for: card, token: "T1")
        #expect(answer.decision == .approved && answer.metadata == terms.metadata)
        let yellow = try await fixture.ask("M2", for: card, token: "T2", device: "device-2", score: 3)
        #expect(yellow.decision == .identify && yellow.metadata == terms.metadata)
        let red = try await fixture.ask("M3", for: card, token: "T3", device: "device-3", score: 1)
        #expect(red.decision == .declined && red.metadata == .none)
        try await fixture.administration.set(.standard, of: program)
        #expect(try await fixture.ask("M1", for: card, token: "T1").metadata == terms.metadata)
        #expect(try await fixture.ask("M4", for: card, token: "T4", device: "device-4").metadata == .none)
    }

    @Test("A yellow token cannot be activated before its cardholder is identified by a code")
    func yellow() async throws {
        let (fixture, card) = try await begin()
        let answer = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        #expect(answer.decision == .identify && answer.reason == "MEDIUM_SCORE")
        #expect(answer.methods == [.smsCode, .push])
        #expect(
            await refusal { try await fixture.report("M2", .activated, of: "T1") } == .tokenization(.notIdentified))
        let token = try #require(DPANReference(rawValue: "T1"))
        #expect(try await fixture.send("M3", .sendCode(token, by: .smsCode)).decision == .approved)
        let purposes = try await fixture.texts("""
            SELECT operation FROM authentication_event JOIN authentication_challenge USING (customer_id, event_id)
            """)
        #expect(purposes == ["TOKENIZE_CARD"], "the code must not look like one that confirms a payment")
        let sent = try await code(to: card, in: fixture)
        let wrong = sent == "000000" ? "000001" : "000000"
        let first = try await fixture.send("M4", .verifyCode(token, by: .smsCode, code: wrong))
        #expect(first.decision == .identify && first.reason == CodeFault.notRight.rawValue)
        #expect(
            await refusal { try await fixture.report("M2", .activated, of: "T1") } == .tokenization(.notIdentified))
        #expect(try await fixture.send("M5", .verifyCode(token, by: .smsCode, code: sent)).decision == .approved)
        #expect(
            await refusal { try await fixture.send("M6", .sendCode(token, by: .smsCode)) }
                == .tokenization(.needsNoIdentification))
        #expect(try await fixture.report("M2", .activated, of: "T1").tokenStatus == .active)
        #expect(try await fixture.tokens(of: card) == ["T1 ACTIVE"])
    }

    @Test("A network that verifies a code which was not sent, or is over, hears that it must send one first")
    func verifiedBeforeSent() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let token = try #require(DPANReference(rawValue: "T1"))
        #expect(
            await refusal { try await fixture.send("M2", .verifyCode(token, by: .smsCode, code: "000000")) }
                == .tokenization(.codeNotSent))
        #expect(
            await refusal { try await fixture.send("M3", .verifyCode(token, by: .push, code: nil)) }
                == .tokenization(.codeNotSent))
        _ = try await fixture.send("M4", .sendCode(token, by: .smsCode))
        let other = await refusal { try await fixture.send("M3", .verifyCode(token, by: .push, code: nil)) }
        guard case .invalidFields(let errors) = other else {
            Issue.record("\(String(describing: other))")
            return
        }
        #expect(errors.map(\.field) == ["method"], "the message has no member verification")
        let sent = try await code(to: card, in: fixture)
        let lifetime = TimeInterval(AuthenticationPolicy.standard.eventLifetimeSeconds)
        let later = try await fixture.server(now: fixture.issuing.clock.now() + lifetime)
        #expect(
            await refusal { try await later.send("M2", .verifyCode(token, by: .smsCode, code: sent)) }
                == .tokenization(.codeNotSent))
        _ = try await later.send("M5", .sendCode(token, by: .smsCode))
        let next = try await code(to: card, in: later)
        #expect(try await later.send("M2", .verifyCode(token, by: .smsCode, code: next)).decision == .approved)
    }

    @Test("A repeated code is no second attempt, and a repeated request for a code sends none")
    func repeatedCodes() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let token = try #require(DPANReference(rawValue: "T1"))
        for _ in 1...3 { _ = try await fixture.send("M2", .sendCode(token, by: .smsCode)) }
        #expect(try await fixture.sandbox.messages(to: card.customer).count == 1)
        let sent = try await code(to: card, in: fixture)
        let wrong = sent == "000000" ? "000001" : "000000"
        for turn in 1...6 {
            let answer = try await fixture.send("M3", .verifyCode(token, by: .smsCode, code: wrong))
            #expect(answer.reason == CodeFault.notRight.rawValue && answer.isRepeated == (turn > 1))
        }
        #expect(try await fixture.texts("SELECT attempts::text FROM authentication_challenge") == ["1"])
        #expect(try await fixture.send("M4", .verifyCode(token, by: .smsCode, code: sent)).decision == .approved)
    }

    @Test("What a network was answered survives the death of the server between the attempt and the answer")
    func deathAfterAttempt() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let token = try #require(DPANReference(rawValue: "T1"))
        _ = try await fixture.send("M2", .sendCode(token, by: .smsCode))
        let sent = try await code(to: card, in: fixture)
        let message = TokenServiceMessage.Content.verifyCode(token, by: .smsCode, code: sent)
        #expect(try await fixture.send("M3", message).decision == .approved)
        // As if the server had died after the first of its two transactions.
        try await fixture.issuing.database.execute(
            script: "DELETE FROM token_message WHERE reference = 'M3'; UPDATE token_request SET identified_at = NULL")
        #expect(try await fixture.send("M3", message).decision == .approved)
        #expect(try await fixture.report("M4", .activated, of: "T1").tokenStatus == .active)
    }

    @Test("A message about a code, under the reference of one whose answer was lost, is refused")
    func otherMessageAfterDeath() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let token = try #require(DPANReference(rawValue: "T1"))
        _ = try await fixture.send("M2", .sendCode(token, by: .smsCode))
        // As if the server had died after the first of its two transactions.
        try await fixture.issuing.database.execute(script: "DELETE FROM token_message WHERE reference = 'M2'")
        #expect(
            await refusal { try await fixture.send("M2", .sendCode(token, by: .push)) }
                == .tokenization(.messageReferenceUsed))
        #expect(try await fixture.send("M2", .sendCode(token, by: .smsCode)).decision == .approved)
    }

    @Test("A red token leaves no tokenization, and the answer has the reason")
    func red() async throws {
        let (fixture, card) = try await begin()
        let other = Expiry(month: card.expiry.month, year: card.expiry.year + 1)
        #expect(try await fixture.ask("M1", for: card, token: "T1", expiry: other).reason == "WRONG_EXPIRY")
        let wrong = try await fixture.wrongCVV(of: card)
        #expect(try await fixture.ask("M2", for: card, token: "T1", code: wrong).reason == "WRONG_SECURITY_CODE")
        #expect(try await fixture.ask("M3", for: card, token: "T1", score: 1).reason == "LOW_SCORE")
        #expect(
            try await fixture.ask("M4", for: card, token: "T1", network: .mastercard).reason == "CARD_NOT_FOUND")
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.ask("M5", for: card, token: "T1").reason == "CARD_NOT_USABLE")
        _ = try await fixture.move(card, to: .active)
        try await set(.refused, in: fixture)
        #expect(try await fixture.ask("M6", for: card, token: "T1").reason == "PROGRAM_REFUSES")
        try await set(.identified, in: fixture)
        #expect(try await fixture.ask("M7", for: card, token: "T2").reason == "PROGRAM_ASKS")
        #expect(try await fixture.tokenizations(of: card).map(\.reference?.rawValue) == ["T2"])
    }

    @Test("The eleventh request for a card in a day is declined, and the first of the next day is not")
    func attempts() async throws {
        let (fixture, card) = try await begin()
        for turn in 1...12 {
            let answer = try await fixture.ask("M\(turn)", for: card, token: "T1", score: 1)
            #expect(answer.reason == (turn <= 10 ? "LOW_SCORE" : "TOO_MANY_ATTEMPTS"), "request \(turn)")
        }
        let later = try await fixture.server(now: IssuingFixture.now + 3 * 86_400 + 1)
        #expect(try await later.ask("M13", for: card, token: "T1").decision == .approved)
    }

    @Test("The same message gets the same answer, even if the card has changed; another message with it is refused")
    func repeats() async throws {
        let (fixture, card) = try await begin()
        let first = try await fixture.ask("M1", for: card, token: "T1")
        _ = try await fixture.move(card, to: .locked)
        var again = try await fixture.ask("M1", for: card, token: "T1")
        #expect(again.isRepeated)
        again.isRepeated = false
        #expect(again == first)
        #expect(
            await refusal { try await fixture.ask("M1", for: card, token: "T2") }
                == .tokenization(.messageReferenceUsed))
        #expect(try await fixture.tokenizationHistory(of: card) == ["1 TOKENIZATION_INITIATED"])
    }

    @Test("Two servers that get the same message at once decide it once", arguments: ["device-1", nil] as [String?])
    func twoAtOnce(device: String?) async throws {
        let (fixture, card) = try await begin()
        let other = try await fixture.server(now: fixture.issuing.clock.now())
        async let one = fixture.ask("M1", for: card, token: "T1", device: device)
        async let two = other.ask("M1", for: card, token: "T1", device: device)
        let answers = [try await one, try await two]
        #expect(answers.map(\.decision) == [.approved, .approved])
        #expect(answers.filter(\.isRepeated).count == 1)
        #expect(try await fixture.texts("SELECT dpan_reference FROM token_request") == ["T1"])
        #expect(try await fixture.tokenizationHistory(of: card) == ["1 TOKENIZATION_INITIATED"])
    }

    @Test("Two servers that get the same report at once record it once", arguments: TokenEvent.allCases)
    func sameReportAtOnce(event: TokenEvent) async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1")
        _ = try await fixture.report("M2", .activated, of: "T1")
        if event == .resume { _ = try await fixture.report("M3", .event(.suspend), of: "T1") }
        let other = try await fixture.server(now: fixture.issuing.clock.now())
        async let one = fixture.report("M4", .event(event), of: "T1")
        async let two = other.report("M4", .event(event), of: "T1")
        let answers = [try await one, try await two]
        #expect(answers.map(\.tokenStatus) == [event.leaves, event.leaves])
        #expect(answers.filter(\.isRepeated).count == 1)
    }

    @Test("A network cannot take the reference of another card's token, and sees no token of another network")
    func otherTokens() async throws {
        let (fixture, card) = try await begin()
        let another = try await fixture.issue(.virtualVisa, to: fixture.enrol())
        _ = try await fixture.ask("M1", for: card, token: "T1")
        #expect(
            await refusal { try await fixture.ask("M2", for: another, token: "T1", isBegunInApp: true) }
                == .tokenization(.referenceTaken(.tokenReference)))
        #expect(
            await refusal { try await fixture.report("M3", .activated, of: "T1", by: .mastercard) }
                == .tokenization(.tokenUnknownToNetwork))
        #expect(
            await refusal { try await fixture.report("M4", .activated, of: "T-unknown") }
                == .tokenization(.tokenUnknownToNetwork))
        #expect(try await fixture.tokens(of: card) == [])
    }

    @Test("A network cannot ask for a token that the card has already; the refusal has the state of that token")
    func tokenThatExists() async throws {
        let (fixture, card) = try await begin()
        func ask(_ message: String, on device: String) async -> Refusal? {
            await refusal { try await fixture.ask(message, for: card, token: "T1", device: device) }
        }
        #expect(await ask("M1", on: "device-1") == nil)
        #expect(await ask("M2", on: "device-1") == nil, "the network asks again for the place where it waits")
        #expect(await ask("M3", on: "device-2") == .tokenization(.tokenExists(nil)))
        #expect(
            await refusal { try await fixture.report("M4", .event(.suspend), of: "T1") }
                == .tokenization(.tokenNotActivated))
        _ = try await fixture.report("M5", .activated, of: "T1")
        #expect(await ask("M6", on: "device-2") == .tokenization(.tokenExists(.active)))
        _ = try await fixture.report("M7", .event(.delete), of: "T1")
        #expect(await ask("M8", on: "device-2") == .tokenization(.tokenExists(.deleted)))
        #expect(try await fixture.tokens(of: card) == ["T1 DELETED"])
    }

    @Test("Wrong codes and expiry dates at a wallet count with those of payments, whose pause it respects")
    func wrongCodes() async throws {
        let (fixture, card) = try await begin()
        let wrong = try await fixture.wrongCVV(of: card)
        let right = try await fixture.sandbox.plastic(of: card.id).cvv.reveal { $0 }
        func reason(_ reference: String, code: String?, expiry: Expiry? = nil, device: String) async throws -> String? {
            try await fixture.ask(reference, for: card, token: reference, expiry: expiry, code: code, device: device)
                .reason
        }
        #expect(try await reason("M1", code: wrong, device: "d1") == "WRONG_SECURITY_CODE")
        #expect(try await reason("M2", code: right, device: "d2") == nil)
        let row = "SELECT wrong_in_a_row || ' ' || wrong_on_day FROM card_code_tries"
        #expect(try await fixture.texts(row) == ["0 1"])
        var terms = PaymentTerms.standard
        terms.allowedWrongCodes = CodeTries.Allowance(inARow: 2, onDay: 100)
        try await fixture.administration.set(terms, of: card.program)
        #expect(try await reason("M3", code: wrong, device: "d3") == "WRONG_SECURITY_CODE")
        let other = Expiry(month: card.expiry.month % 12 + 1, year: card.expiry.year)
        #expect(try await reason("M4", code: nil, expiry: other, device: "d3") == "WRONG_EXPIRY")
        #expect(try await reason("M3", code: wrong, device: "d3") == "WRONG_SECURITY_CODE", "it was answered before")
        #expect(try await fixture.texts(row) == ["2 3"])
        for code in [right, wrong, nil] {
            #expect(try await reason("P\(code ?? "")", code: code, device: "d3") == "CODE_TRIES_PAUSED")
        }
        #expect(try await fixture.texts(row) == ["2 3"], "what is not looked at does not count")
        let answer = try await fixture.pay("A1", with: card) { message in
            message.fields.kind = "ACCOUNT_VERIFICATION"
            message.fields.amount = 0
            message.securityCode = right
        }.answer
        #expect(answer.code == .doNotHonor, "payments pause, too")
    }

    @Test("A network that confirms what the issuer has asked for does not keep the token suspended")
    func confirmation() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1")
        _ = try await fixture.report("M2", .activated, of: "T1")
        _ = try await fixture.move(card, to: .locked)
        #expect(try await fixture.report("M3", .confirmed, of: "T1").tokenStatus == .suspended)
        _ = try await fixture.move(card, to: .active)
        #expect(try await fixture.tokens(of: card) == ["T1 ACTIVE"])
    }

    @Test("A decision stays as long as its token is INITIATED, however old it is", arguments: [false, true])
    func oldDecision(onCluster: Bool) async throws {
        let first = try await IssuingFixture.make(onCluster: onCluster)
        let card = try await first.issue(.virtualVisa, to: first.enrol())
        let fixture = try await first.seasoned()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        _ = try await fixture.ask("M2", for: card, token: "T2", device: "device-2")
        _ = try await fixture.report("M3", .activated, of: "T2")
        // As if the decisions were older than the tokenizations.
        try await fixture.issuing.database.execute(
            script: "UPDATE token_request SET decided_at = decided_at - interval '60 days'")
        try await fixture.issuing.settleWhatIsDue()
        #expect(try await fixture.texts("SELECT dpan_reference FROM token_request") == ["T1"])
        #expect(
            await refusal { try await fixture.report("M4", .activated, of: "T1") } == .tokenization(.notIdentified))
    }

    @Test("A decision is forgotten a day after the tokenization that was never completed")
    func retention() async throws {
        let (fixture, card) = try await begin()
        _ = try await fixture.ask("M1", for: card, token: "T1", score: 3)
        let month = try await fixture.server(now: fixture.issuing.clock.now() + 30 * 86_400)
        try await month.issuing.settleWhatIsDue()
        #expect(try await month.tokenizations(of: card) == [])
        #expect(try await month.texts("SELECT decision FROM token_request").count == 1)
        let later = try await fixture.server(now: fixture.issuing.clock.now() + 31 * 86_400)
        try await later.issuing.settleWhatIsDue()
        #expect(try await later.texts("SELECT decision FROM token_request") == [])
    }
}
