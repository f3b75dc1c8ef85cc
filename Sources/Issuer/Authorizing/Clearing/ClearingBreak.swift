import Foundation
import Identifiers
import Ledger
import Validation

/// A difference between a scheme's files and the issuer's books, which somebody must explain.
public struct ClearingBreak: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// No authorization has the id that the line names.
        case unknown = "UNKNOWN"
        /// The clearings of the authorization collect more than was authorized, or less although the last one came, or
        /// the line is in another currency.
        case amount = "AMOUNT"
        /// The line's reference was used before, also by a line that was paid as a loss, or the last clearing of the
        /// authorization came before.
        case doubled = "DOUBLED"
        /// There is nothing to collect: the authorization was declined or reversed, or is a refund.
        case status = "STATUS"
        /// The issuer could not book the line, for example because there is no exchange rate.
        case unbooked = "UNBOOKED"
        /// No clearing of the authorization came in time.
        case missing = "MISSING"
    }

    /// The line of a file that a break is about.
    public struct Line: Hashable, Sendable {
        /// The file's.
        public let fileReference: NetworkReference
        /// In the file, from 1; the column names are line 1.
        public let number: Int
        /// The clearing's.
        public let reference: NetworkReference
        public let amount: Money

        package init(fileReference: NetworkReference, number: Int, reference: NetworkReference, amount: Money) {
            (self.fileReference, self.number, self.reference) = (fileReference, number, reference)
            self.amount = amount
        }
    }

    /// Who has explained a break, and how.
    public struct Resolution: Hashable, Sendable {
        public let at: Date
        public let by: String
        public let reason: String
        /// Whether the line's amount was booked as a loss, and is paid to the scheme.
        public let isLoss: Bool

        package init(at: Date, by: String, reason: String, isLoss: Bool) {
            (self.at, self.by, self.reason, self.isLoss) = (at, by, reason, isLoss)
        }
    }

    public let id: ClearingBreakID
    public let kind: Kind
    /// As the line names it, even if it is unknown.
    public let authorization: AuthorizationID
    /// Nil if a clearing is missing.
    public let line: Line?
    /// What was authorized, in the merchant's currency; nil if the authorization is unknown.
    public let authorized: Money?
    /// Whether the line was booked on the customer's account.
    public let isBooked: Bool
    /// What the kind does not say; nil if it says all.
    public let explanation: String?
    public let openedAt: Date
    /// Nil while it is open.
    public let resolution: Resolution?

    package init(
        id: ClearingBreakID, kind: Kind, authorization: AuthorizationID, line: Line?, authorized: Money?,
        isBooked: Bool, explanation: String?, openedAt: Date, resolution: Resolution?
    ) {
        (self.id, self.kind, self.authorization, self.line) = (id, kind, authorization, line)
        (self.authorized, self.isBooked, self.explanation) = (authorized, isBooked, explanation)
        (self.openedAt, self.resolution) = (openedAt, resolution)
    }

    /// Whole days from its opening to its resolution, or until now.
    public func ageInDays(at now: Date) -> Int {
        max(0, Int((resolution?.at ?? now).timeIntervalSince(openedAt) / 86_400))
    }

    /// How many characters a reason may have.
    public static let reasonLength = 1...500

    /// Why a text is no reason; nil if it is one. The audit trail keeps it, and it is printed on one line.
    public static func violation(inReason text: String) -> String? {
        guard reasonLength.contains(text.unicodeScalars.count) else {
            return "must be \(reasonLength.lowerBound) to \(reasonLength.upperBound) characters long"
        }
        guard !ControlCharacters.areIn(text) else { return ControlCharacters.violation }
        return CardNumber.isIn(text) ? CardNumber.violation : nil
    }
}
