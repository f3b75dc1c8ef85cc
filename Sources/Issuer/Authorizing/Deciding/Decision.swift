import Cards
import Ledger

/// The issuer's answer to a message, and the reasons.
public struct Decision: Hashable, Sendable {
    public let outcome: Outcome
    /// The findings of all checks. They are not sent to the network.
    public let trace: Trace
    /// The effect on the count of wrong PINs.
    public let pinEffect: PINEffect
    /// The result for the security code that the answer reports; nil if it was not judged.
    public let securityCode: NetworkAnswer.SecurityCodeResult?
    /// The effect on the count of wrong codes and expiry dates.
    public let codeEffect: CodeEffect
    /// Whether the payment activates a DIGITAL card, by chip and PIN.
    public let activatesCard: Bool
    public let decidedBy: Authorization.Decider

    public enum Outcome: Hashable, Sendable {
        case approved(Approval)
        case declined(ResponseCode)
        /// Everything passes, and the partner must be asked about this amount. Decide again with its answer.
        case partnerMustBeAsked(Approval)
    }

    public enum PINEffect: Hashable, Sendable {
        case none
        /// The PIN was right: the count begins at 0 again.
        case reset
        /// The PIN was wrong.
        case countWrong
    }

    public enum CodeEffect: Hashable, Sendable {
        case none
        /// The code was right: the counts in a row begin at 0 again.
        case rightCode
        /// Only the expiry date was sent, and the message was approved. A thief who knows the date may still try codes,
        /// so only the merchant's count begins again.
        case rightExpiry
        /// The code or the expiry date was wrong.
        case wrong
    }
}

/// The terms of an approval.
public struct Approval: Hashable, Sendable {
    public let code: ResponseCode
    /// The price for the customer; nil for a message that asks for no money, or that reports a past event.
    public let quote: Quote?
}

extension Decision {
    /// Makes all checks, in their order. The first failure is the answer; the others are for the trace.
    public init(_ facts: Facts) { self.init(facts) { _, _ in nil } }

    /// The same, with findings that are known. A check that costs something is skipped after a failure in any case.
    ///
    /// - Parameter known: the finding of a check after the findings so far; nil to make the check.
    init(_ facts: Facts, _ known: (Check, Trace) -> Finding?) {
        var trace = Trace()
        for rule in Rule.all {
            let isSkipped = rule.isCostly && trace.failure != nil
            let finding = isSkipped ? nil : known(rule.check, trace)
            trace.append(rule.check, finding ?? Self.finding(of: rule, facts, trace))
        }
        self.init(outcome: Self.outcome(of: trace, facts), trace: trace, facts: facts)
    }

    /// The decision if other controls had been in force: a draft's, in shadow. All findings except those about controls
    /// stay as they are.
    package func under(_ controls: [CardControls], _ facts: Facts) -> Decision {
        var facts = facts
        facts.controls = controls
        return Decision(facts) { check, trace in
            switch check {
            case .permission, .limits: nil
            case .partner: self.trace[check]?.ofPartner(after: trace)
            default: self.trace[check]
            }
        }
    }

    /// The decision about a message that could not be read.
    public init(_ malformed: MalformedRequest) {
        var trace = Trace()
        trace.append(.message, .failed(malformed.code, .malformed))
        for check in Check.allCases.dropFirst() { trace.append(check, .skipped(.earlierCheckFailed)) }
        self.init(
            outcome: .declined(malformed.code), trace: trace, pinEffect: .none, securityCode: nil, codeEffect: .none,
            activatesCard: false, decidedBy: .issuer)
    }

    /// The decision about an accepted message that cannot be booked: it is not accepted. The network gets 96, nothing
    /// is written, and the same message may be sent again.
    ///
    /// - Returns: nil if the failure is not the network's.
    package func refused(by failure: BookingFailure) -> Decision? {
        let reason: Reason
        switch failure {
        case .pricing(.notConvertible): reason = .notConvertible
        case .pricing(.overflow), .authorization(.overflow): reason = .amountTooLarge
        case .authorization(.exceedsAuthorization), .authorization(.exceedsPayment), .authorization(.exceedsRefund):
            reason = .moreThanIsLeft
        case .authorization: return nil
        }
        return Decision(
            outcome: .declined(.malfunction), trace: trace.replacing(.message, by: .failed(.malfunction, reason)),
            pinEffect: .none, securityCode: nil, codeEffect: .none, activatesCard: false, decidedBy: decidedBy)
    }

    private init(outcome: Outcome, trace: Trace, facts: Facts) {
        let securityCode = Self.securityCode(facts, trace)
        self.init(
            outcome: outcome, trace: trace, pinEffect: Self.pinEffect(of: trace), securityCode: securityCode,
            codeEffect: Self.codeEffect(of: outcome, trace, securityCode, facts),
            activatesCard: Self.activates(outcome, trace, facts), decidedBy: Self.decider(of: trace, facts))
    }

    private static func finding(of rule: Rule, _ facts: Facts, _ trace: Trace) -> Finding {
        // A report is about a past event, so there is nothing to decide about it.
        guard facts.reception != .alreadyReported(inFull: true) else { return .skipped(.paymentReported) }
        guard facts.request.kind.isRequest || rule.check == .message else { return .skipped(.notARequest) }
        guard !rule.isCostly || trace.failure == nil else { return .skipped(.earlierCheckFailed) }
        return rule.judge(facts, trace)
    }

    private static func outcome(of trace: Trace, _ facts: Facts) -> Outcome {
        if let failure = trace.failure { return .declined(failure.code) }
        let approval = approval(of: facts, trace)
        return trace[.partner] == .skipped(.partnerToAsk) ? .partnerMustBeAsked(approval) : .approved(approval)
    }

    private static func approval(of facts: Facts, _ trace: Trace) -> Approval {
        let kind = facts.request.kind
        if let part = trace.reduction { return Approval(code: .approvedInPart, quote: part) }
        if kind == .accountVerification { return Approval(code: .noReasonToDecline, quote: nil) }
        return Approval(code: .approved, quote: kind.asksForMoney ? facts.quote : nil)
    }

    /// A PIN that was not tested, because an earlier check failed, costs no try.
    private static func pinEffect(of trace: Trace) -> PINEffect {
        switch trace[.pin] {
        case .passed: .reset
        case .failed(_, .pinWrong): .countWrong
        default: .none
        }
    }

    /// A code is judged only if no earlier check has failed, so no answer helps to find the code of a card that cannot
    /// pay.
    private static func securityCode(_ facts: Facts, _ trace: Trace) -> NetworkAnswer.SecurityCodeResult? {
        switch trace[.cryptogram] {
        case .passed where facts.request.verification.securityCode == .right: .match
        case .failed(_, .securityCodeWrong): .noMatch
        default: nil
        }
    }

    /// The answer reveals only the first failure, so only that one counts.
    private static func codeEffect(
        of outcome: Outcome, _ trace: Trace, _ code: NetworkAnswer.SecurityCodeResult?, _ facts: Facts
    ) -> CodeEffect {
        switch trace.failure?.reason {
        case .expiryDiffers, .securityCodeWrong: return .wrong
        default: break
        }
        if code == .match { return .rightCode }
        guard case .approved = outcome, facts.request.kind.isRequest, facts.triesCode else { return .none }
        return .rightExpiry
    }

    /// A PIN that was not tested proves nothing: a report may carry a wrong one.
    private static func activates(_ outcome: Outcome, _ trace: Trace, _ facts: Facts) -> Bool {
        guard case .approved = outcome, trace[.pin] == .passed else { return false }
        return facts.card?.status == .digital && facts.request.isChipAndPIN
    }

    /// The partner and its stand-in decide only where they were asked, and no later check fails.
    private static func decider(of trace: Trace, _ facts: Facts) -> Authorization.Decider {
        guard facts.request.kind.isRequest, facts.reception != .alreadyReported(inFull: true) else { return .network }
        // The network knows its tokens, and verifies their cryptograms. The issuer repeats what it has decided.
        if facts.request.token != nil, let check = trace.failure?.check, [.token, .cryptogram].contains(check) {
            return .network
        }
        guard let finding = trace[.partner], !finding.isSkipped, trace.failure?.check ?? .partner == .partner else {
            return .issuer
        }
        if case .silent = facts.partner { return .standIn }
        return .partner
    }
}
