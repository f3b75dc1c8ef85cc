/// How long money is held for a clearing.
///
/// Networks give merchants about a week to clear, and a month where the final amount is known late.
public struct HoldLife: Hashable, Sendable {
    public static let standard = HoldLife(days: 7, daysIfPaidLater: 30)

    public let days: Int
    /// For hotels, cruises and rented vehicles (``MerchantCategory/isPaidLater``).
    public let daysIfPaidLater: Int

    /// Less than one day counts as one.
    public init(days: Int, daysIfPaidLater: Int) {
        self.days = max(1, days)
        self.daysIfPaidLater = max(1, daysIfPaidLater)
    }

    public func days(for category: MerchantCategory) -> Int {
        category.isPaidLater ? daysIfPaidLater : days
    }
}
