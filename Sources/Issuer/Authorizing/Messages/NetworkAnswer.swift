import Ledger

/// The answer to the network. A decline is an answer, not an error.
public struct NetworkAnswer: Hashable, Sendable {
    /// Field 39.
    public let code: ResponseCode
    /// In the merchant's currency (field 4): less than was asked for, if the code is ``ResponseCode/approvedInPart``.
    /// Nil for a decline.
    public let approved: Money?
    /// Six digits, which the merchant prints (field 38); nil for a decline.
    public let approvalCode: String?
    /// Nil if no security code was sent, or no card has the number.
    public let securityCode: SecurityCodeResult?
    /// Posted less held, in the account's currency; only after a balance inquiry (field 54).
    public let available: Money?

    /// How the sent security code compares, as networks report it (CVV2 result code).
    public enum SecurityCodeResult: String, CaseIterable, Sendable {
        case match = "M"
        case noMatch = "N"
    }

    public init(
        code: ResponseCode, approved: Money? = nil, approvalCode: String? = nil,
        securityCode: SecurityCodeResult? = nil, available: Money? = nil
    ) {
        (self.code, self.approved, self.approvalCode) = (code, approved, approvalCode)
        (self.securityCode, self.available) = (securityCode, available)
    }
}

/// The finding of one check, as it is stored and shown.
public struct TraceLine: Hashable, Sendable {
    public enum Outcome: String, CaseIterable, Sendable {
        case passed = "PASSED"
        /// Passed for a smaller amount.
        case reduced = "REDUCED"
        case failed = "FAILED"
        case skipped = "SKIPPED"
    }

    public let check: Check
    public let outcome: Outcome
    /// Of a failure.
    public let code: ResponseCode?
    /// Of a failure, of a check that was skipped, or of a partner that did not answer.
    public let reason: Reason?
}

extension TraceLine {
    init(_ entry: Trace.Entry) {
        switch entry.finding {
        case .passed: self.init(check: entry.check, outcome: .passed, code: nil, reason: nil)
        case .reduced: self.init(check: entry.check, outcome: .reduced, code: nil, reason: nil)
        case .stoodIn(let reason): self.init(check: entry.check, outcome: .passed, code: nil, reason: reason)
        case .failed(let code, let reason):
            self.init(check: entry.check, outcome: .failed, code: code, reason: reason)
        case .skipped(let reason): self.init(check: entry.check, outcome: .skipped, code: nil, reason: reason)
        }
    }

    /// One line for each check, in their order.
    public static func lines(of trace: Trace) -> [TraceLine] { trace.entries.map(TraceLine.init) }

    /// The lines that are stored: those of the checks that did not pass, and those with a reason.
    static func texts(of lines: [TraceLine]) -> [String] {
        lines.filter { $0.outcome != .passed || $0.reason != nil }.map { line in
            [line.check.rawValue, line.outcome.rawValue, line.code?.rawValue ?? "-", line.reason?.rawValue ?? "-"]
                .joined(separator: " ")
        }
    }

    /// All checks again. A text that this version does not know counts as passed.
    static func lines(from texts: [String]) -> [TraceLine] {
        let stored = texts.compactMap(TraceLine.init(text:))
        return Check.allCases.map { check in
            stored.first { $0.check == check }
                ?? TraceLine(check: check, outcome: .passed, code: nil, reason: nil)
        }
    }

    /// The finding that the line was made of; nil if a reduced price is not known.
    ///
    /// - Parameter quote: the price of the approved amount.
    func finding(reducedTo quote: Quote?) -> Finding? {
        switch outcome {
        case .passed: reason.map(Finding.stoodIn) ?? .passed
        case .reduced: quote.map(Finding.reduced)
        case .failed: code.flatMap { code in reason.map { .failed(code, $0) } }
        case .skipped: reason.map(Finding.skipped)
        }
    }

    private init?(text: String) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 4, let check = Check(rawValue: words[0]), let outcome = Outcome(rawValue: words[1]) else {
            return nil
        }
        self.init(
            check: check, outcome: outcome, code: ResponseCode(rawValue: words[2]), reason: Reason(rawValue: words[3]))
    }
}
