import CardServer
import Gateways
import HTTPService
import Identifiers
import IssuingTestSupport
import Ledger
import Logging
import MerchantsHosting
import Payments
import Sandbox
import SandboxServer
import Testing
import TestSupport

@Suite("A merchant's clients at Stitch")
struct StitchClientTests {
    @Test("A merchant has a client for payments and a test client, each with its own secret")
    func clients() async throws {
        let fixture = try await IssuingFixture.make()
        let settings = CardServerSettings(
            logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, metrics: PrometheusRegistry())
        let side = MerchantsServer(
            over: fixture.issuing, asking: SimulatedNetworkDesk(fixture.sandbox), trusting: try .sandbox(), settings)
        let id = try #require(MerchantID("700000000001"))
        let merchant = try #require(
            Merchant(id: id, name: "Corner Shop", category: 5411, country: "DE", city: "Berlin", currency: .euro))
        let prepared = try await side.prepare(merchant, at: fixture.sandbox.clock.now())
        let stitch = try #require(prepared.equipped.gateways.first { $0.gateway.gateway == Gateway("stitch") })
        let credentials = try #require(stitch.credentials)
        let names = ["client_id", "client_secret", "test_client_id", "test_client_secret"]
        #expect(credentials.map(\.name) == names)
        #expect(Set(credentials.map(\.value)).count == 4)
    }
}
