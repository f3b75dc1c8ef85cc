import Issuing
import IssuingTestSupport
import Ledger
import Testing
import TestSupport

@Suite("The balances of the house on a cluster")
struct HouseBalancesOnClusterTests {
    @Test("They are not folded there", arguments: [false, true])
    func fold(onCluster: Bool) async throws {
        let fixture = try await IssuingFixture.make(onCluster: onCluster)
        _ = try await fixture.loadedCard()
        let edge = try await HouseStatements.foldAll(upTo: nil, in: fixture.issuing.database)
        #expect((edge == nil) == onCluster)
        #expect(try await fixture.ledgerFindings() == [])
    }
}
