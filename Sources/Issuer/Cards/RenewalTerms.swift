/// Whether a program renews its cards before they expire, and how.
public struct RenewalTerms: Hashable, Sendable {
    /// Cards expire without a successor, unless their customer asks for one.
    public static let none = RenewalTerms(days: 0, keepsNumber: false)

    /// The accepted values of ``days``.
    public static let allowedDays = 0...90

    /// How many days before the end of its expiry month a card is renewed; 0 for never.
    public var days: Int
    /// Whether the new card has the number of the old one, and its PIN.
    public var keepsNumber: Bool

    public init(days: Int, keepsNumber: Bool) {
        (self.days, self.keepsNumber) = (days, keepsNumber)
    }
}
