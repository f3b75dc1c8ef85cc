import TesseraTesting
import XCTest

/// XCTest has no traits, so each test asks for its tenant.
final class ExampleCase: XCTestCase {
    func testABrandHasATokenForItsBackend() async throws {
        try await Tenants.shared.withTenant { tessera in
            let token = try await tessera.businessToken()
            XCTAssertFalse(token.isEmpty)
            try await tessera.verify("issueToken", times: 0)
        }
    }
}
