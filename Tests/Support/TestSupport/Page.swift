import Foundation
import Testing

/// A page of somebody else's documentation, as text. This project may not redistribute such pages, so `SEEDS` names the
/// folder that has their files.
package struct Page: Sendable {
    package static let stitch = Page("000_")
    package static let dintero = Page("001_")
    package static let paysafe = Page("002_")
    package static let moneyHash = Page("003_")
    package static let cardPointe = Page("004_")

    private let path: String?

    /// - Parameter beginning: the beginning of the file's name.
    private init(_ beginning: String) {
        let folder = ProcessInfo.processInfo.environment["SEEDS"]
        let names = folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) }
        let name = names?.first { $0.hasPrefix(beginning) }
        path = folder.flatMap { folder in name.map { "\(folder)/\($0)" } }
    }

    package var isThere: Bool { path != nil }

    /// Skips a test if the page is not there.
    package var needed: ConditionTrait { .enabled(if: isThere, "SEEDS names no folder that has this page.") }

    package var text: String {
        get throws { try String(contentsOfFile: path ?? "", encoding: .utf8) }
    }
}
