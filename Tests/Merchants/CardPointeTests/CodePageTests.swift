import Foundation
import Payments
import Testing
import TestSupport

@testable import CardPointe

/// The page says how to reach each code. It is compared with the code tables and with the errors in the source.
@Suite("The page of response codes")
struct CodePageTests {
    private static let section: Substring = {
        let page = Golden.repository.appending(path: "docs/gateways/CARDPOINTE.md")
        let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let start = text.range(of: "\n## Response codes")?.lowerBound ?? text.endIndex
        let end = text[start...].range(of: "\n## Where each behaviour comes from")?.lowerBound ?? text.endIndex
        return text[start..<end]
    }()

    /// The cells of a table, by its first heading.
    private static func rows(_ heading: String) -> [[String]] {
        let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { !$0.hasPrefix("| \(heading)") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
        return table.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    private static func codes(_ cell: String) -> [String] {
        cell.split(separator: " (")[0].split(separator: ", ").map(String.init)
    }

    private static let sources: String = {
        let folder = Golden.repository.appending(path: "Sources/Merchants/CardPointe")
        let files = (FileManager.default.subpaths(atPath: folder.path) ?? []).filter { $0.hasSuffix(".swift") }
        return files.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    }()

    @Test("The page has each code that the gateway answers itself, and no other")
    func gatewayCodes() {
        let shown = Self.rows("PPS code").flatMap { Self.codes($0[0]) }
        let answered = Self.sources.matches(of: /own\("(\w+)"\)/).map { String($0.output.1) }
        #expect(shown.sorted() == answered.sorted() && !answered.isEmpty)
        #expect(shown.allSatisfy { GatewayResponseCode.find($0, of: .gateway) != nil })
    }

    @Test("The page has the codes of each decline of an issuer")
    func declines() {
        let rows = Self.rows("the issuer declines because")
        for (column, processor) in [(1, Processor.rapidConnect), (2, .firstDataNorth)] {
            let reasons = DeclineReason.allCases.filter { $0 != .malfunction }
            let answered = Set(reasons.map { GatewayResponseCode.decline($0, of: processor).code })
            #expect(Set(rows.flatMap { Self.codes($0[column]) }) == answered)
        }
    }

    @Test("The page has each error that CardSecure answers, and no other")
    func secureErrors() {
        let shown = Self.rows("errorcode").flatMap { Self.codes($0[0]) }.compactMap { Int($0) }
        let thrown = Set(
            Self.sources.matches(of: /(?:CardSecureError\(\s*|self\.init\(|\? |Code)\.(\w+)/)
                .map { String($0.output.1) })
        let answered = CardSecureError.Code.allCases.filter { thrown.contains("\($0)") }.map(\.rawValue)
        #expect(shown.sorted() == answered.sorted() && !answered.isEmpty)
    }
}
