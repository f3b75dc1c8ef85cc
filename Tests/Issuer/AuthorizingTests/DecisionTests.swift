import Authorizing
import Cards
import Ledger
import Testing

@Suite("Decisions on purchases")
struct DecisionTests {
    @Test("A payment that nothing prevents is approved")
    func approval() throws {
        let decision = Decision(try Sample.facts())
        #expect(try decision.approval.code == .approved)
        #expect(try decision.approval.quote == Sample.quote(1234))
        #expect(decision.trace.failure == nil)
        #expect(decision.decidedBy == .issuer)
    }

    @Test("The trace names all checks in their order")
    func trace() throws {
        #expect(Rule.all.map(\.check) == Check.allCases)
        #expect(Decision(try Sample.facts()).trace.entries.map(\.check) == Check.allCases)
        #expect(Decision(try Sample.phoneFacts()).trace[.token] == .passed)
    }

    @Test("A phone's payment is approved")
    func phone() throws {
        #expect(try Decision(Sample.phoneFacts()).approval.code == .approved)
    }

    @Test("Each check declines with its code and its reason", arguments: Decline.all)
    func declines(_ decline: Decline) throws {
        let facts = try decline.facts()
        let decision = Decision(facts)
        let code = try #require(ResponseCode(rawValue: decline.code))
        #expect(decision.outcome == .declined(code))
        #expect(decision.trace[decline.check] == .failed(code, decline.reason))
        #expect(decision.trace.failure?.check == decline.check)
    }

    @Test("Each check has a decline")
    func everyCheck() {
        #expect(Set(Decline.all.map(\.check)) == Set(Check.allCases))
    }

    @Test("Of two checks that fail, the earlier one decides the answer")
    func order() throws {
        for (place, earlier) in Decline.oneOfEach.enumerated() {
            for later in Decline.oneOfEach[(place + 1)...] where (earlier.check, later.check) != (.limits, .account) {
                var facts = try Sample.phoneFacts()
                try later.change(&facts)
                try earlier.change(&facts)
                let decision = Decision(facts)
                #expect(
                    decision.outcome == .declined(try #require(ResponseCode(rawValue: earlier.code))),
                    "\(earlier.check) and \(later.check)")
                #expect(decision.trace.failure?.check == earlier.check, "\(earlier.check) and \(later.check)")
            }
        }
        #expect(Decline.oneOfEach.map(\.check) == Check.allCases)
    }

    @Test("A malformed message is declined with the code of its first problem")
    func malformed() throws {
        let failure = try #require(throws: MalformedRequest.self) { try Sample.request { $0.amount = 0 } }
        let decision = Decision(failure)
        #expect(decision.outcome == .declined(.invalidAmount))
        #expect(decision.trace.entries.map(\.check) == Check.allCases)
    }

    @Test("A report is accepted for any card and any account", arguments: [
        "ADVICE", "PARTIAL_REVERSAL", "REVERSAL", "CLEARING", "FORCE_POST", "REFUND", "REFUND_REVERSAL",
    ])
    func reports(_ kind: String) throws {
        var facts = try Sample.facts { $0.kind = Sent(kind) }
        facts.card = nil
        facts.account = nil
        #expect(try Decision(facts).approval.code == .approved)
        facts.reception = .alreadyReversed
        #expect(try Decision(facts).approval.code == .approved)
        facts.reception = .referenceTaken
        #expect(Decision(facts).outcome == .declined(.duplicate))
    }

    @Test("With an empty account, a verification is answered with 85 and an inquiry with 00")
    func noMoney() throws {
        for (kind, code) in [("ACCOUNT_VERIFICATION", ResponseCode.noReasonToDecline), ("BALANCE_INQUIRY", .approved)] {
            var facts = try Sample.facts { ($0.kind, $0.amount) = (Sent(kind), nil) }
            facts.account?.available = try Sample.money(-1)
            facts.controls = [CardControls(limits: [try #require(Limit(.day, amount: 0, count: 0))])]
            facts.partner = .declined(nil)
            #expect(try Decision(facts).approval.code == code)
            #expect(try Decision(facts).approval.quote == nil)
            facts.card?.status = .lost
            #expect(Decision(facts).outcome == .declined(.lostCard))
        }
    }

    @Test("A refund may be declined because of its card, but not because of money, limits or a missing proof")
    func refundAuthorization() throws {
        var facts = try Sample.facts {
            $0.kind = "REFUND_AUTHORIZATION"
            $0.pageWithCode(.notSent)
        }
        facts.policy = Policy(needsSecurityCode: true, needsAuthentication: true)
        facts.account?.available = try Sample.money(-1)
        facts.controls = [CardControls(limits: [try #require(Limit(.day, amount: 0, count: 0))])]
        #expect(try Decision(facts).approval == Decision(Sample.facts { $0.kind = "REFUND_AUTHORIZATION" }).approval)
        #expect(try Decision(facts).approval.code == .approved && Decision(facts).approval.quote == nil)
        facts.request = try Sample.request {
            ($0.kind, $0.verification) = ("REFUND_AUTHORIZATION", VerificationResults(pin: .right))
        }
        #expect(try Decision(facts).approval.code == .approved)
        facts.card?.status = .digital
        #expect(Decision(facts).outcome == .declined(.notAllowedToCard))
        facts.card?.status = .lost
        #expect(Decision(facts).outcome == .declined(.lostCard))
    }

    @Test("An increment needs an open authorization, but no cryptogram and no PIN")
    func increments() throws {
        var facts = try Sample.facts {
            $0.kind = "INCREMENTAL"
            $0.verification.cryptogram = .notSent
        }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state)
        #expect(try Decision(facts).approval.quote == Sample.quote(1234))
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state.reverse().state)
        #expect(Decision(facts).trace[.message] == .failed(.invalidTransaction, .originalClosed))
        facts.original = .unknown
        #expect(Decision(facts).trace[.message] == .failed(.invalidTransaction, .originalUnknown))
    }
}
