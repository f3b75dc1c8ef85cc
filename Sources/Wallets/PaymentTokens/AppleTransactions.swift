import Foundation

/// A payment's own number, which the wallet draws and signs: however often its token is sent, it is one payment.
public struct AppleTransactionID: Hashable, Sendable {
    public let bytes: [UInt8]

    /// The result of claiming a transaction, which must be granted before its token is opened.
    public enum Claim: Sendable {
        case granted
        /// It was granted before.
        case taken
        /// The claim could not be decided; the caller may try again.
        case unknown
    }
}

/// The transactions that were granted, each as long as its token could be opened again.
///
/// It is the memory of one process. Where several open tokens, the claim is a row that a database holds unique; the
/// closure that asks is the same. Full, it grants nothing more: to forget a transaction early is to allow it twice.
public struct AppleTransactions: Sendable {
    private let limit: Int
    private var deadlines: [AppleTransactionID: Date] = [:]

    /// - Parameter limit: how many are remembered; a token is good for minutes, and none but Apple's count.
    public init(limit: Int = 65_536) {
        self.limit = limit
    }

    /// - Parameter deadline: after which the token is refused for its age, so that nobody need remember it.
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
