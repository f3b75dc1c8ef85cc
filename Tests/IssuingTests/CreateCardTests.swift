import Cards
import TestSupport
import Testing

@Suite struct CreateCardTests {
    @Test func aVirtualCardIsActiveAtOnce() async throws {
        let fixture = try await IssuingFixture.shared()
        let customer = try await fixture.enrol()
        let card = try await fixture.issue(.virtualMastercard, to: customer)
        #expect(card.standing == Standing(.active))
    }
}
