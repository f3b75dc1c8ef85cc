import Foundation
import Testing

/// MoneyHash's guide to Apple Pay, as text. This project may not redistribute it, so `MONEYHASH_GUIDE` names its file.
enum Guide {
    static let path = ProcessInfo.processInfo.environment["MONEYHASH_GUIDE"]
    static let needed: ConditionTrait = .enabled(if: path != nil, "MONEYHASH_GUIDE names no file.")

    struct HasNoReceipt: Error {}

    /// The receipt in its example of a request.
    static func receipt() throws -> String {
        let text = try String(contentsOfFile: path ?? "", encoding: .utf8)
        guard let match = text.firstMatch(of: /"receipt"\s*:\s*"([^"]+)"/) else { throw HasNoReceipt() }
        return String(match.1)
    }
}
