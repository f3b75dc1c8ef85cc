/// How many calls a brand accepts in a minute: any number where it sets none.
public struct CallRates: Sendable, Equatable {
    /// Of one client, with its own tokens and with those of its customers.
    public var client: Int?
    /// Of one customer, whichever clients send them.
    public var customer: Int?
    /// Of one client to one operation, by the operation's name.
    public var operations: [String: Int]

    public init(client: Int? = nil, customer: Int? = nil, operations: [String: Int] = [:]) {
        (self.client, self.customer, self.operations) = (client, customer, operations)
    }

    public static let none = CallRates()

    /// The numbers that a brand can set.
    public static let numbers = 1...1_000_000
}

/// A call, with everything that it counts for.
public struct CountedCall: Sendable {
    public let brand: String
    public let client: String
    /// Nil if the client calls with its secret or its own token.
    public let customer: CustomerID?
    /// The name of the operation; all its versions have one.
    public let operation: String

    public init(brand: String, client: String, customer: CustomerID?, operation: String) {
        (self.brand, self.client, self.customer, self.operation) = (brand, client, customer, operation)
    }
}

/// A rate of which a call would have used more than is left.
public struct UsedUpRate: Error, Hashable {
    /// `client`, `customer`, or the name of an operation.
    public let name: String
    public let perMinute: Int
    public let retryAfterSeconds: Int
}
