import Foundation
import Issuing
import Testing
import TestSupport

@Suite("Acts of the audit trail")
struct AuditedActTests {
    @Test("docs/AUDIT.md names every act")
    func documented() throws {
        let page = try String(contentsOf: Golden.repository.appending(path: "docs/AUDIT.md"), encoding: .utf8)
        for act in AuditedAct.allCases { #expect(page.contains("`\(act.rawValue)`"), "\(act)") }
    }
}
