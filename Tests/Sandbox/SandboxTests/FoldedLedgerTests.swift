import Authorizing
import Cards
import Issuing
import IssuingTestSupport
import Ledger
import Sandbox
import Testing
import TestSupport

/// After the data is replaced, the numbers of postings begin again. A fold at the same time must notice this.
@Suite("The house's balances after a sandbox's data is replaced")
struct FoldedLedgerTests {
    private static let base = SnapshotName.named("base")

    @Test("The balances are right after a snapshot is restored, after one is read from a file, and after a reset")
    func replaced() async throws {
        let fixture = try await IssuingFixture.make()
        let folder = HouseFolder(fixture.issuing.database)
        let card = try await fixture.loadedCard()
        _ = try await fixture.sandbox.takeSnapshot(Self.base)
        let file = try await fixture.sandbox.file(of: Self.base)
        try await fixture.loadAndFold(card, folder)
        try await fixture.sandbox.restore(Self.base)
        try await fixture.loadAndFold(card, folder)
        _ = try await fixture.sandbox.read(file, as: Self.base)
        try await fixture.loadAndFold(card, folder)
        try await fixture.sandbox.resetToDemoUniverse()
        try await fixture.loadAndFold(try await fixture.loadedCard(), folder)
    }
}

extension IssuingFixture {
    /// Runs the fold many times, with loads between the runs.
    fileprivate func loadAndFold(_ card: Card, _ folder: HouseFolder) async throws {
        for amount in Int64(1)...10 {
            try await load(amount, on: card)
            try await folder.fold()
            let balance = try await sandbox.trialBalance()
            try #require(balance.isBalanced, "\(balance.lines)")
        }
        #expect(try await ledgerFindings() == [])
    }
}
