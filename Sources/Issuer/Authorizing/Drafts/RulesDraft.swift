import Foundation

/// Controls of a program that are tried before they count. A program has at most one.
public struct RulesDraft: Hashable, Sendable {
    public let program: String
    public let controls: CardControls
    public let status: Status
    /// Rises with each change of the program's draft, also with that of an earlier one.
    public let version: Int64
    public let changedAt: Date

    public enum Status: String, CaseIterable, Sendable {
        /// It waits, and judges nothing.
        case open = "OPEN"
        /// It judges each request beside the live controls, and decides nothing.
        case shadow = "SHADOW"
        case dropped = "DROPPED"
        /// Its controls became the program's.
        case promoted = "PROMOTED"

        public var isOver: Bool { self == .dropped || self == .promoted }
    }

    init(program: String, controls: CardControls, status: Status, version: Int64, changedAt: Date) {
        (self.program, self.controls, self.status) = (program, controls, status)
        (self.version, self.changedAt) = (version, changedAt)
    }
}
