import Authorizing
import Ledger

/// Whether a line of a clearing file is booked, and what differs.
struct ClearingFinding: Sendable {
    let line: ClearingFile.Line
    /// Nil if no authorization has the id.
    let found: ClearingFileStatements.ClearedAuthorization?
    /// Whether the customer has paid the line, now or by an earlier message.
    let isBooked: Bool
    /// Nil if nothing differs.
    let kind: ClearingBreak.Kind?
    /// What the kind does not say.
    var explanation: String?
}

extension ClearingFinding {
    /// A line whose reference was paid as a loss. The scheme has its money, so it is not booked, even if it could be.
    ///
    /// - Parameter found: nil if no authorization has the id.
    init(line: ClearingFile.Line, found: ClearingFileStatements.ClearedAuthorization?, paidBefore loss: ClearingLoss) {
        self.init(line: line, found: found, isBooked: false, kind: .doubled, explanation: loss.description)
    }
}

/// What the line of a file must be, before anything of it is booked.
enum ClearingVerdict: Hashable, Sendable {
    /// An earlier message has booked it.
    case isBooked
    case mustBook
    case differs(ClearingBreak.Kind)

    /// - Parameters:
    ///   - authorization: as it is now; nil if no authorization has the line's id.
    ///   - isTaken: whether a line with the same reference was taken before.
    ///   - message: the earlier message with this reference.
    init(
        on line: ClearingFile.Line, of authorization: Authorization?, isTaken: Bool,
        after message: ClearingFileStatements.EarlierMessage?
    ) {
        guard let authorization else {
            self = .differs(.unknown)
            return
        }
        if isTaken {
            self = .differs(.doubled)
        } else if let message {
            let isSame = message.isClearing && message.authorization == authorization.id
            // The position must not owe another amount than the message has collected.
            let agrees = message.amount.map { $0 == line.amount } ?? true
            self = isSame && agrees ? .isBooked : .differs(.doubled)
        } else if authorization.amount.currency != line.amount.currency {
            self = .differs(.amount)
        } else {
            self = Self.verdict(on: authorization.state)
        }
    }

    /// A clearing that comes after the hold has expired also collects.
    private static func verdict(on state: AuthorizationState) -> ClearingVerdict {
        guard !state.isRefund else { return .differs(.status) }
        switch state.status {
        case .approved, .settledInPart, .expired, .released: return .mustBook
        case .settled: return .differs(.doubled)
        case .declined, .failed, .reversed, .releaseFailed, .unknown: return .differs(.status)
        }
    }
}

/// The clearings of one authorization, compared with what was authorized.
struct ClearingSum {
    private var collected: Int64
    private let authorized: Int64

    /// - Parameter booked: the lines of the batch that earlier messages have booked.
    init(of authorization: Authorization, without booked: [ClearingFile.Line]) {
        authorized = authorization.amount.minorUnits
        collected = authorization.settlement.collected.amount.minorUnits
        for line in booked where line.amount.currency == authorization.amount.currency {
            collected -= line.amount.minorUnits
        }
    }

    /// Adds a booked line.
    ///
    /// - Returns: whether all clearings so far collect too much, or too little although the last one came.
    mutating func differs(with line: ClearingFile.Line) -> Bool {
        // A sum of amounts of 12 digits, which the authorization has added up in 64 bits before.
        collected += line.amount.minorUnits
        return collected > authorized || (collected < authorized && line.isFinal)
    }
}
