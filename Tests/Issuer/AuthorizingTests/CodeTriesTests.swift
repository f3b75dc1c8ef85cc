import Authorizing
import Cards
import Foundation
import Testing

@Suite("Tries of security codes and expiry dates")
struct CodeTriesTests {
    private static let noon = Date(timeIntervalSince1970: 1_773_576_000)

    @Test("After the allowed number of wrong values in a row, tries pause: each time twice as long, up to a day")
    func pauses() {
        var (tries, now, pauses) = (CodeTries(), Self.noon, [Double]())
        for _ in 1...14 {
            tries = tries.afterWrong(at: now, .init(inARow: 5, onDay: 100))
            pauses.append(tries.pausedUntil.map { max(0, $0.timeIntervalSince(now)) } ?? 0)
            now = max(now, tries.pausedUntil ?? now)
            #expect(!tries.isPaused(at: now))
        }
        #expect(pauses == [0, 0, 0, 0, 300, 600, 1200, 2400, 4800, 9600, 19_200, 38_400, 76_800, 86_400])
    }

    @Test("All wrong values of a day count, even with right values in between")
    func day() {
        var tries = CodeTries()
        for number in 1...20 {
            tries = tries.afterWrong(at: Self.noon, .standard)
            #expect(tries.isPaused(at: Self.noon) == (number == 20))
            tries.wrongInARow = 0
        }
        #expect(tries.pausedUntil == Self.noon + 86_400)
        #expect(tries.afterWrong(at: Self.noon + 86_400, .standard).wrongOnDay == 1)
    }

    @Test("While tries pause, right and wrong values get the same answer", arguments: ["AUTHORIZATION", "FINANCIAL"])
    func sameAnswer(kind: String) throws {
        let sent: [(inout MessageFields) -> Void] = [
            { $0.pageWithCode(.right) }, { $0.pageWithCode(.wrong) },
            { $0.pageWithCode(.notSent); $0.expire(2029) }, { $0.pageWithCode(.notSent); $0.expire(2030) },
            { $0.pageWithCode(.right); $0.expire(2030) },
            { $0.pageWithCode(.right); $0.entryMode = "CREDENTIAL_ON_FILE" },
        ]
        for change in sent {
            var facts = try Sample.facts { $0.kind = Sent(kind); change(&$0) }
            facts.card?.areCodeTriesPaused = true
            let decision = Decision(facts)
            #expect(decision.outcome == .declined(.doNotHonor) && decision.securityCode == nil)
            #expect(decision.codeEffect == .none)
        }
    }

    @Test("A pause does not stop a chip, a phone, or a payment that names no code and no expiry date")
    func others() throws {
        var phone = try Sample.phoneFacts()
        var chip = try Sample.facts()
        var unnamed = try Sample.facts { $0.pageWithCode(.notSent) }
        phone.card?.areCodeTriesPaused = true
        chip.card?.areCodeTriesPaused = true
        unnamed.card?.areCodeTriesPaused = true
        for facts in [phone, chip, unnamed] { #expect(try Decision(facts).approval.code == .approved) }
    }

    @Test("An answer to a report, or for a card that cannot pay, does not reveal whether a code is right", arguments: [
        VerificationResults.SecurityCode.right, .wrong,
    ])
    func untold(code: VerificationResults.SecurityCode) throws {
        let changes: [(inout Facts) throws -> Void] = [
            { $0.card?.status = .issued }, { $0.card?.status = .suspended }, { $0.card?.status = .locked },
            { $0.month = try Sample.month(2029, 4) }, { $0.reception = .referenceTaken }, { $0.card = nil },
        ]
        for change in changes {
            var facts = try Sample.facts { $0.pageWithCode(code) }
            try change(&facts)
            #expect(Decision(facts).securityCode == nil && Decision(facts).codeEffect == .none)
        }
        let report = try Sample.facts {
            $0.kind = "ADVICE"
            $0.pageWithCode(code)
        }
        #expect(Decision(report).securityCode == nil && Decision(report).codeEffect == .none)
    }

    @Test("A right code ends the row; a wrong code and a wrong expiry date count")
    func effects() throws {
        let right = Decision(try Sample.facts { $0.pageWithCode(.right) })
        #expect(right.codeEffect == .rightCode && right.securityCode == .match)
        let wrong = Decision(try Sample.facts { $0.pageWithCode(.wrong) })
        #expect(wrong.codeEffect == .wrong && wrong.securityCode == .noMatch)
        let expiry = Decision(try Sample.facts { $0.pageWithCode(.right); $0.expire(2030) })
        #expect(expiry.codeEffect == .wrong && expiry.securityCode == nil)
        let date = Decision(try Sample.facts { $0.pageWithCode(.notSent); $0.expire(2029) })
        #expect(date.codeEffect == .rightExpiry)
        #expect(Decision(try Sample.facts()).codeEffect == .none)
    }

    @Test("While a merchant's tries pause, right and wrong values get the same answer there")
    func merchant() throws {
        for code in [VerificationResults.SecurityCode.right, .wrong, .notSent] {
            var facts = try Sample.facts { $0.pageWithCode(code); $0.expire(2029) }
            facts.areMerchantTriesPaused = true
            #expect(Decision(facts).outcome == .declined(.doNotHonor))
        }
        var chip = try Sample.facts()
        chip.areMerchantTriesPaused = true
        #expect(try Decision(chip).approval.code == .approved)
    }
}

extension MessageFields {
    /// March of the year; the sample's card expires in March 2029.
    fileprivate mutating func expire(_ year: Int) { (expiryYear, expiryMonth) = (year, 3) }
}
