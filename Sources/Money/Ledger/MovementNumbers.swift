import Identifiers

/// The owner of a movement's number. The brand uses each of its numbers once, and so does each customer. If they shared
/// numbers, a customer could take those of the brand's next deposits.
public struct MovementNumbers: Hashable, Sendable {
    public let brand: String
    /// Nil for a number of the brand.
    public let customer: AccountHolder?

    public init(of brand: String, for customer: AccountHolder? = nil) {
        (self.brand, self.customer) = (brand, customer)
    }

    var askedBy: Int64 { customer?.rawValue ?? 0 }
}
