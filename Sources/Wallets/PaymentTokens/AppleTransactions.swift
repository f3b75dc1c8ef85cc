import Foundation

/// The id of one payment, which the wallet draws and signs. Sending a token again does not make a second payment.
public struct AppleTransactionID: Hashable, Sendable {
    public let bytes: [UInt8]

    /// The result of claiming a transaction. A token opens only if its transaction is granted.
    public enum Claim: Sendable {
        case granted
        /// It was granted before.
        case taken
        /// The claim could not be decided; the caller may try again.
        case unknown
    }
}

/// The transactions that were granted. Each is remembered for as long as its token could be opened again.
///
/// It is the memory of one process. If several processes open tokens, use the same closure with a unique row in a
/// database. When it is full, it grants no further transaction, because forgetting one early would allow it twice.
public struct AppleTransactions: Sendable {
    private let limit: Int
    private var deadlines: [AppleTransactionID: Date] = [:]

    /// - Parameter limit: how many are remembered. A token is valid for minutes, and only tokens that Apple signed
    ///   count.
    public init(limit: Int = 65_536) {
        self.limit = limit
    }

    /// - Parameter deadline: when the token becomes too old to open, so that it need not be remembered any longer.
    public mutating func claim(
        _ id: AppleTransactionID, until deadline: Date, at now: Date
    ) -> AppleTransactionID.Claim {
        if deadlines.count >= limit { deadlines = deadlines.filter { $0.value >= now } }
        if deadlines[id] != nil { return .taken }
        guard deadlines.count < limit else { return .unknown }
        deadlines[id] = deadline
        return .granted
    }
}
