import Identifiers
import IssuingTestSupport
import Ledger
import Testing
import TestSupport

@testable import Issuing

/// Each page has two pieces of the work that is left.
@Suite("Due work in pages")
struct SettleInPagesTests {
    @Test("A page that another server has emptied meanwhile is not the last one")
    func emptiedByAnother() async throws {
        let fixture = try await IssuingFixture.make()
        var (left, done) = (Array(1...6), [Int]())
        try await fixture.issuing.settleInPages({ _ in Array(left.prefix(2)) }, about: Self.subject) { piece in
            guard left.contains(piece) else { return }
            // Another server has done the whole first page.
            if piece == 1 { left.removeFirst(2) } else { (left, done) = (left.filter { $0 != piece }, done + [piece]) }
        }
        #expect(left.isEmpty && done == [3, 4, 5, 6])
    }

    @Test("Work that stays due without a failure ends after its page came twice")
    func stays() async throws {
        let fixture = try await IssuingFixture.make()
        var pages = 0
        try await fixture.issuing.settleInPages({ _ in
            pages += 1
            return pages.isMultiple(of: 2) ? [1, 2] : [2, 1]
        }, about: Self.subject) { _ in }
        #expect(pages == 2)
    }

    @Test("Damaged work is left out of the next page, and any other failure ends everything")
    func failures() async throws {
        let fixture = try await IssuingFixture.make()
        var (left, excluded) = ([1, 2, 3], [Setback.Subject]())
        let failure = await #expect(throws: IssuingFailure.self) {
            try await fixture.issuing.settleInPages({ (paused) in
                excluded = paused
                return Array(left.filter { !paused.contains(Self.subject($0)) }.prefix(2))
            }, about: Self.subject) { (piece) throws(IssuingFailure) in
                switch piece {
                case 1: throw .damaged("a test")
                case 2: left.removeAll { $0 == 2 }
                default: throw .overloaded
                }
            }
        }
        #expect(excluded == [Self.subject(1)] && left == [1, 3])
        guard case .overloaded = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
    }

    private static func subject(_ piece: Int) -> Setback.Subject { .account(AccountID(known: Int64(piece))) }
}
