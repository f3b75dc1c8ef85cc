import Foundation

/// Controls of a program that are tried before they count. A program has at most one.
public struct RulesDraft: Hashable, Sendable {
    public let program: String
    public let controls: CardControls
    public let status: Status
    /// Rises with each change of the program's draft, also with that of an earlier one.
    public let version: Int64
    public let changedAt: Date
    /// The version of the program's controls when the draft was made; nil if an earlier program has made it.
    public let replacedVersion: Int64?
    /// The version of the program's controls now; 0 if none were ever set.
    public let versionInForce: Int64

    /// Whether the program's controls were changed after the draft was made, so that it would undo that change.
    public var controlsHaveChanged: Bool { replacedVersion.map { $0 != versionInForce } ?? false }

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

    init(
        program: String, controls: CardControls, status: Status, version: Int64, changedAt: Date,
        replacing replacedVersion: Int64?, inForce versionInForce: Int64
    ) {
        (self.program, self.controls, self.status) = (program, controls, status)
        (self.version, self.changedAt) = (version, changedAt)
        (self.replacedVersion, self.versionInForce) = (replacedVersion, versionInForce)
    }
}
