import Authorizing
import Cards
import Ledger
import Testing

@Suite("Partial approvals, approvals by partners, and checks that change a card")
struct ApprovalTests {
    @Test("A terminal that accepts partial approvals gets what is left", arguments: ["AUTHORIZATION", "FINANCIAL"])
    func partial(_ kind: String) throws {
        var facts = try Sample.facts { ($0.kind, $0.canApproveInPart) = (Sent(kind), true) }
        facts.account?.available = try Sample.money(1000)
        let approval = try Decision(facts).approval
        #expect(approval.code == .approvedInPart)
        #expect(approval.quote == (try Sample.quote(1000)))
    }

    @Test("A partial approval leaves room for its fee")
    func partialWithFee() throws {
        var facts = try Sample.facts {
            $0.canApproveInPart = true
            ($0.amount, $0.currency) = (10_000, "USD")
        }
        facts.account?.pricing = try Sample.pricing((92, 100), foreignExchangeFee: 300)
        facts.account?.available = try Sample.money(948)
        let quote = try #require(try Decision(facts).approval.quote)
        #expect(quote.transaction == (try Sample.money(1000, "USD")))
        #expect(quote.total == (try Sample.money(948)))
    }

    @Test("A payment from an empty account, and cash, are not approved in part", arguments: [
        ("PURCHASE", 0), ("PURCHASE", -500), ("ATM_WITHDRAWAL", 1000), ("PURCHASE_WITH_CASHBACK", 1000),
    ] as [(String, Int64)])
    func notInPart(_ type: String, _ available: Int64) throws {
        var facts = try Sample.facts {
            ($0.type, $0.canApproveInPart) = (Sent(type), true)
            $0.verification.pin = .right
        }
        facts.account?.available = try Sample.money(available)
        #expect(Decision(facts).outcome == .declined(.insufficientFunds))
    }

    @Test("An increment is not approved in part")
    func incrementNotInPart() throws {
        var facts = try Sample.facts { ($0.kind, $0.canApproveInPart) = ("INCREMENTAL", true) }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state)
        facts.account?.available = try Sample.money(1000)
        #expect(Decision(facts).outcome == .declined(.insufficientFunds))
    }

    @Test("A withdrawal needs money for its fee, too")
    func withdrawal() throws {
        var facts = try Sample.facts {
            ($0.kind, $0.type) = ("FINANCIAL", "ATM_WITHDRAWAL")
            $0.verification.pin = .right
        }
        facts.account?.pricing = try Sample.pricing(atmFee: 200)
        facts.account?.available = try Sample.money(1434)
        #expect(try Decision(facts).approval.quote?.total == Sample.money(1434))
        facts.account?.available = try Sample.money(1433)
        #expect(Decision(facts).outcome == .declined(.insufficientFunds))
    }

    @Test("A partner is asked only if everything else passes")
    func askingPartner() throws {
        var facts = try Sample.facts()
        facts.partner = .toAsk
        let decision = Decision(facts)
        guard case .partnerMustBeAsked(let approval) = decision.outcome else {
            throw Decision.Unexpected(outcome: decision.outcome)
        }
        #expect(approval.quote == (try Sample.quote(1234)))
        #expect(decision.trace[.partner] == .skipped(.partnerToAsk))
        facts.account?.available = try Sample.money(0)
        #expect(Decision(facts).outcome == .declined(.insufficientFunds))
        #expect(Decision(facts).trace[.partner] == .skipped(.earlierCheckFailed))
    }

    @Test("The decision says who made it")
    func decidedBy() throws {
        func decider(_ partner: Partner, _ available: Int64 = 5000) throws -> Authorization.Decider {
            var facts = try Sample.facts()
            facts.partner = partner
            facts.account?.available = try Sample.money(available)
            return Decision(facts).decidedBy
        }
        #expect(try decider(.none) == .issuer)
        #expect(try decider(.toAsk) == .issuer)
        #expect(try decider(.approved) == .partner)
        #expect(try decider(.declined(nil)) == .partner)
        #expect(try decider(.silent(.approve, because: .timedOut)) == .standIn)
        #expect(try decider(.silent(.decline, because: .timedOut)) == .standIn)
        #expect(try decider(.approved, 0) == .issuer)
    }

    @Test("A payment that the network reports is approved by the network, without any check")
    func reported() throws {
        var facts = try Sample.facts { $0.verification.pin = .wrong }
        facts.reception = .alreadyReported(inFull: true)
        facts.account?.available = try Sample.money(0)
        let decision = Decision(facts)
        #expect(try decision.approval.code == .approved && decision.decidedBy == .network)
        #expect(decision.trace.entries.allSatisfy { $0.finding == .skipped(.paymentReported) })
        #expect(decision.pinEffect == .none && !decision.activatesCard)
    }

    @Test("A partner can approve less, if the terminal can take less")
    func partnerApprovesLess() throws {
        var facts = try Sample.facts { $0.canApproveInPart = true }
        facts.partner = .approvedUpTo(try Sample.money(700))
        let approval = try Decision(facts).approval
        #expect(approval.code == .approvedInPart)
        #expect(try approval.quote == Sample.quote(700))
        facts.partner = .approvedUpTo(try Sample.money(9999))
        #expect(try Decision(facts).approval.code == .approved)
        facts.account?.available = try Sample.money(600)
        #expect(try Decision(facts).approval.quote == Sample.quote(600))
    }

    @Test("The stand-in approves within its rules")
    func standIn() throws {
        var facts = try Sample.facts()
        facts.partner = .silent(.approveUpTo(1234, except: []), because: .unreadable)
        #expect(try Decision(facts).approval.code == .approved)
        let line = try #require(TraceLine.lines(of: Decision(facts).trace).last)
        #expect(line.outcome == .passed && line.reason == .partnerUnreadable)
    }

    @Test("An increment has its payment's category, so its own category cannot avoid an exclusion")
    func excludedIncrement() throws {
        let betting = try #require(MerchantCategory("7995"))
        var facts = try Sample.facts { $0.kind = "INCREMENTAL" }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state)
        facts.partner = .silent(.approveUpTo(5000, except: [betting]), because: .timedOut)
        facts.originalMerchant = facts.request.merchant
        #expect(try Decision(facts).approval.code == .approved)
        facts.originalMerchant = try Sample.request { $0.category = .value(betting) }.merchant
        #expect(Decision(facts).outcome == .declined(.issuerUnreachable))
        // A charge to a stored card is a payment of its own.
        facts.request = try Sample.request()
        #expect(try Decision(facts).approval.code == .approved)
    }

    @Test("A wrong PIN costs a try, unless an earlier check fails", arguments: [
        (VerificationResults.PIN.right, Decision.PINEffect.reset), (.wrong, .countWrong), (.notSent, .none),
        (.notVerifiable, .none),
    ])
    func pinEffects(_ pin: VerificationResults.PIN, _ effect: Decision.PINEffect) throws {
        var facts = try Sample.facts { $0.verification.pin = pin }
        #expect(Decision(facts).pinEffect == effect)
        facts.card?.status = .locked
        #expect(Decision(facts).pinEffect == .none)
        #expect(Decision(facts).trace[.pin] == .skipped(.earlierCheckFailed))
    }

    @Test("Chip and PIN activate a DIGITAL card, if the payment is approved")
    func activation() throws {
        var facts = try Sample.facts { $0.verification.pin = .right }
        #expect(!Decision(facts).activatesCard)
        facts.card?.status = .digital
        #expect(Decision(facts).activatesCard)
        facts.account?.available = try Sample.money(0)
        #expect(!Decision(facts).activatesCard)
        facts = try Sample.facts { $0.verification.pin = .wrong }
        facts.card?.status = .digital
        #expect(Decision(facts).outcome == .declined(.wrongPIN) && !Decision(facts).activatesCard)
        facts = try Sample.facts { ($0.entryMode, $0.verification.pin) = ("MAGNETIC_STRIPE", .right) }
        facts.card?.status = .digital
        #expect(Decision(facts).outcome == .declined(.notAllowedToCard))
    }

    @Test("A message without a tested PIN activates no card", arguments: ["ADVICE", "CLEARING", "FORCE_POST"])
    func noActivationByReport(_ kind: String) throws {
        for pin in [VerificationResults.PIN.right, .wrong] {
            var facts = try Sample.facts { ($0.kind, $0.verification.pin) = (Sent(kind), pin) }
            facts.card?.status = .digital
            #expect(try Decision(facts).approval.code == .approved)
            #expect(!Decision(facts).activatesCard)
        }
    }

    @Test("An increment needs no PIN, so it neither activates a DIGITAL card nor pays with its plastic")
    func noActivationByIncrement() throws {
        var facts = try Sample.facts { ($0.kind, $0.verification.pin) = ("INCREMENTAL", .wrong) }
        facts.original = .known(try AuthorizationState.approve(Sample.quote(100)).state)
        facts.card?.status = .digital
        #expect(Decision(facts).outcome == .declined(.notAllowedToCard))
        #expect(!Decision(facts).activatesCard)
    }

    @Test("A DIGITAL card pays by phone and on a web page")
    func digitalWithoutPlastic() throws {
        var facts = try Sample.phoneFacts()
        facts.card?.status = .digital
        #expect(try Decision(facts).approval.code == .approved)
        facts = try Sample.facts { $0.pageWithCode(.right) }
        facts.card?.status = .digital
        #expect(try Decision(facts).approval.code == .approved)
    }

    @Test("A payment on a web page needs authentication, an exemption or a phone")
    func authentication() throws {
        for result in [VerificationResults.Authentication.authenticated, .exempted, .attempted, .failed, .none] {
            var facts = try Sample.facts {
                $0.pageWithCode(.right)
                $0.verification.authentication = result
            }
            facts.policy.needsAuthentication = true
            let passes = result == .authenticated || result == .exempted
            #expect((Decision(facts).trace[.authentication] == .passed) == passes)
        }
        var phone = try Sample.phoneFacts { $0.entryMode = "ECOMMERCE" }
        phone.policy.needsAuthentication = true
        #expect(Decision(phone).trace[.authentication] == .passed)
    }

    @Test("A payment without an entry mode counts as one on a web page, unless the card was present")
    func unknownEntryMode() throws {
        for presence in [nil, "UNKNOWN", "NOT_PRESENT", "PRESENT"] {
            var facts = try Sample.facts {
                ($0.entryMode, $0.cardPresence, $0.verification) = (nil, Sent(presence), VerificationResults())
            }
            #expect(try Decision(facts).approval.code == .approved)
            facts.policy = Policy(needsSecurityCode: true)
            #expect((Decision(facts).outcome == .declined(.wrongSecurityCode)) == (presence != "PRESENT"))
            facts.policy = Policy(needsAuthentication: true)
            #expect((Decision(facts).outcome == .declined(.authenticationNeeded)) == (presence != "PRESENT"))
        }
    }

    @Test("A stored card is charged without the customer only after an approved payment")
    func agreements() throws {
        var facts = try Sample.facts {
            $0.pageWithCode(.notSent)
            $0.entryMode = "CREDENTIAL_ON_FILE"
        }
        facts.policy = Policy(needsSecurityCode: true, needsAuthentication: true)
        let (quote, euro) = (try Sample.quote(100), try Sample.money(0).currency)
        for agreement in [
            try AuthorizationState.approve(quote).state, try AuthorizationState.approve(quote).state.expire().state,
            try AuthorizationState.approve(Sample.quote(0)).state,
            try AuthorizationState.pay(quote, by: .visa, isApproved: true).state,
        ] {
            facts.original = .known(agreement)
            #expect(try Decision(facts).approval.code == .approved)
        }
        for other in [
            AuthorizationState.decline(in: euro).state, AuthorizationState.fail(in: euro).state,
            try AuthorizationState.pay(quote, by: .visa, isApproved: false).state,
            try AuthorizationState.refund(quote, by: .visa).state, AuthorizationState.approveRefund(in: euro).state,
        ] {
            facts.original = .known(other)
            #expect(Decision(facts).outcome == .declined(.wrongSecurityCode))
        }
        facts.policy.needsSecurityCode = false
        for original in [Original.none, .unknown] {
            facts.original = original
            #expect(Decision(facts).outcome == .declined(.authenticationNeeded))
        }
    }
}
