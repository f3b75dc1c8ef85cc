import Foundation

/// A file that orders the plastic of some cards from a bureau.
public struct BureauFile: Hashable, Sendable {
    /// How often and with which bytes it was written.
    public struct Writing: Hashable, Sendable {
        public let at: Date
        /// The cards in it. Those that had ended, were dispatched or were activated are left out.
        public let cards: Int
        /// SHA-256 of the bytes. They differ each time, because each time they are sealed with other keys.
        public let digest: [UInt8]
    }

    /// 1, 2, 3 and so on.
    public let number: Int
    /// How many cards were ordered with it. Each card is in one file.
    public let cards: Int
    public let madeAt: Date
    /// The last one; nil if it was never written.
    public internal(set) var writing: Writing?

    /// How many cards a file can order.
    public static let cardLimits = 1...10_000

    public static let mediaType = "application/x-ndjson"
}
