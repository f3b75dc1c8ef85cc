import Authorizing
import Foundation
import Ledger

/// What a scheme is owed for a day, in one currency. All amounts are in minor units.
public struct ClearingPosition: Hashable, Sendable {
    /// In UTC, such as 2026-11-30: the day on which the files were received, or a loss was accepted.
    public let day: String
    public let scheme: Scheme
    public let currency: Currency
    /// The booked clearings.
    public let lines: Int64
    /// Their sum.
    public let amount: Int128
    /// The issuer's part of it.
    public let interchange: Int128
    /// Lines that were not booked and are paid anyway.
    public let losses: Int128
    /// Nil until it is paid.
    public let settledAt: Date?

    /// What the scheme gets. Interchange is a part of the amount, so it is never below 0.
    public var net: Int128 { amount - interchange + losses }
}

/// The issuer's part of each clearing with the cards of a program: a share of the amount, and a fixed part.
public struct InterchangeRate: Hashable, Sendable {
    public let program: String
    /// The merchants' category; nil for all that have no rate of their own.
    public let category: MerchantCategory?
    public let share: BasisPoints
    /// In the merchants' currency, which the rate is for. Up to 12 digits.
    public let fixed: Money

    public init(program: String, category: MerchantCategory?, share: BasisPoints, fixed: Money) {
        (self.program, self.category, self.share, self.fixed) = (program, category, share, fixed)
    }

    /// The clearings with the cards of a program that one rate is for.
    struct Clearings: Hashable {
        let currency: Currency
        let category: MerchantCategory?
    }

    var clearings: Clearings { Clearings(currency: fixed.currency, category: category) }
}

extension [InterchangeRate] {
    /// By currency and category, the one for all other categories first.
    var inOrder: [InterchangeRate] {
        sorted { one, other in
            (one.fixed.currency.code, one.category?.number ?? 0)
                < (other.fixed.currency.code, other.category?.number ?? 0)
        }
    }
}
