import Foundation
import Ledger

/// How long each side has, in days of 24 hours. A deadline is over when its last moment has passed.
public struct DisputeDeadlines: Hashable, Sendable {
    /// From the last change of the purchase to the chargeback, and so to opening a dispute.
    public let chargebackDays: Int
    /// From the chargeback to the merchant's representment.
    public let representmentDays: Int
    /// From the representment to the issuer's pre-arbitration.
    public let preArbitrationDays: Int
    /// From the pre-arbitration to the acquirer's answer.
    public let preArbitrationAnswerDays: Int

    /// The networks publish their rules for banks. These are the usual times of a dispute by a cardholder:
    /// - Visa Core Rules and Visa Product and Service Rules, chapter 11: 120 days for a dispute, and 30 days for each
    ///   later answer.
    /// - Mastercard, Chargeback Guide: 120 days for a chargeback, 45 for a second presentment, 45 for pre-arbitration
    ///   after it, and 30 for the answer.
    public static func of(_ scheme: LedgerAccount.Scheme) -> DisputeDeadlines {
        switch scheme {
        case .visa:
            DisputeDeadlines(
                chargebackDays: 120, representmentDays: 30, preArbitrationDays: 30, preArbitrationAnswerDays: 30)
        case .mastercard:
            DisputeDeadlines(
                chargebackDays: 120, representmentDays: 45, preArbitrationDays: 45, preArbitrationAnswerDays: 30)
        }
    }

    /// The end of the time for the next step; nil if nobody has a deadline.
    ///
    /// - Parameters:
    ///   - begin: when the status was reached.
    ///   - cleared: when the purchase last changed before the dispute.
    public func end(of status: DisputeStatus, since begin: Date, cleared: Date) -> Date? {
        func after(_ days: Int, _ date: Date) -> Date { date + TimeInterval(days) * 86_400 }
        return switch status {
        case .open: after(chargebackDays, cleared)
        case .chargeback: after(representmentDays, begin)
        case .represented: after(preArbitrationDays, begin)
        case .preArbitration: after(preArbitrationAnswerDays, begin)
        case .arbitration, .won, .lost, .withdrawn: nil
        }
    }
}
