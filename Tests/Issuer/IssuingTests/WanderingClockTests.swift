import Authorizing
import Cards
import Foundation
import Issuing
import IssuingTestSupport
import Testing
import TestSupport

/// The clock of a machine that goes back and forth. A server of a fixture has one reading of it.
@Suite("A clock that goes back and forth")
struct WanderingClockTests {
    private static let (hour, day): (TimeInterval, TimeInterval) = (3600, 86_400)

    /// A service whose clock is this much later than at the first step. A negative one is earlier.
    private static func after(_ seconds: TimeInterval, _ fixture: IssuingFixture) async throws -> IssuingFixture {
        try await fixture.server(now: IssuingFixture.now + seconds)
    }

    @Test("A stored answer lives for 24 hours of the clock that it was written by, and is then removed")
    func answers() async throws {
        let fixture = try await IssuingFixture.make()
        let customer = try await fixture.enrol()
        func create(_ key: String, after seconds: TimeInterval) async throws -> Answered<Card> {
            try await Self.after(seconds, fixture).issuing.createCard(
                .ordering(.virtualVisa), pin: nil, for: customer, request: .keyed(key))
        }
        let first = try await create("first", after: 0)
        let earlier = try await create("earlier", after: -Self.hour)
        #expect(!first.isReplayed && !earlier.isReplayed)
        // It jumps to the end of the first answer and back, twice.
        for seconds in [Self.day - 0.001, -Self.hour, Self.day - 0.001, 0] {
            let server = try await Self.after(seconds, fixture)
            try await server.issuing.settleWhatIsDue()
            #expect(try await create("first", after: seconds).answer == first.answer, "after \(seconds) s")
        }
        let keys = "SELECT idempotency_key FROM idempotent_answer"
        #expect(try await fixture.texts(keys) == ["first"], "the earlier one ended an hour before")
        try await Self.after(Self.day, fixture).issuing.settleWhatIsDue()
        #expect(try await fixture.texts(keys) == [])
        #expect(try await create("first", after: Self.day).isReplayed == false)
    }

    @Test("A refresh token lives for 30 minutes of the clock that it was issued by, and is then removed")
    func tokens() async throws {
        let fixture = try await IssuingFixture.make()
        let client = try #require(await fixture.issuing.client("demo-app", of: "demo", secret: "demo-secret"))
        let customer = try await fixture.enrol()
        func grant(after seconds: TimeInterval) async throws -> RefreshFamily {
            try await Self.after(seconds, fixture).issuing.exchangeToken(
                for: client, scope: "cards", .vouched(for: customer))
        }
        func renews(_ family: RefreshFamily, after seconds: TimeInterval) async throws -> Bool {
            let renewal = try await Self.after(seconds, fixture).issuing.renewRefreshFamily(
                family.id, generation: family.generation, for: client)
            return if case .renewed = renewal { true } else { false }
        }
        let (first, second, third) = (
            try await grant(after: 0), try await grant(after: 0), try await grant(after: -Self.hour)
        )
        #expect(try await renews(first, after: -Self.hour), "a token of the future is good")
        #expect(try await renews(third, after: 0) == false, "it ended half an hour ago")
        #expect(try await renews(second, after: 1799.999))
        for seconds in [-Self.hour, 0, Self.day] {
            try await Self.after(seconds, fixture).issuing.settleWhatIsDue()
        }
        #expect(try await fixture.texts("SELECT family_id::text FROM refresh_family") == [], "none is left")
    }

    @Test("A hold ends seven days after its payment by the clock of the payment, once, in any order of the readings")
    func holds() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        let life = 7 * Self.day
        try await fixture.pay("now", with: card)
        let before = try await Self.after(-Self.day, fixture)
        try await before.pay("earlier", with: card)
        for (seconds, available) in [
            (0, 2532), (life - Self.day - 0.001, 2532), (-Self.day, 2532), (life - Self.day, 3766), (0, 3766),
            (life - 0.001, 3766), (life, 5000), (-Self.day, 5000),
        ] as [(TimeInterval, Int64)] {
            let server = try await Self.after(seconds, fixture)
            try await server.issuing.settleWhatIsDue()
            let balance = try await server.balance(of: card)
            #expect(balance == .init(posted: 5000, available: available), "after \(seconds) s")
        }
        #expect(try await fixture.texts("SELECT DISTINCT status FROM \"authorization\"") == ["EXPIRED"])
        #expect(try await fixture.ledgerFindings() == [])
    }

    @Test("The history of a card and of its account keeps the order of what happened, and the ledger adds up")
    func history() async throws {
        let fixture = try await IssuingFixture.make()
        let card = try await fixture.loadedCard(with: 5000)
        var expected: [CardStatus] = [.active]
        for (number, seconds) in [Self.hour, -Self.hour, 2 * Self.day, -Self.day, 0, -Self.day].enumerated() {
            let server = try await Self.after(seconds, fixture)
            let status: CardStatus = number.isMultiple(of: 2) ? .locked : .active
            _ = try await server.move(card, to: status)
            expected.append(status)
            if status == .active {
                try await server.pay("p\(number)", with: card) {
                    $0.fields.kind = .value(.financial)
                    $0.fields.amount = 1000
                }
            }
        }
        #expect(try await fixture.path(of: card) == expected)
        let written = try await fixture.texts(#"SELECT reference FROM "authorization" ORDER BY insertion"#)
        #expect(written == ["p1", "p3", "p5"])
        #expect(try await fixture.balance(of: card) == .init(posted: 2000, available: 2000))
        #expect(try await fixture.ledgerFindings() == [])
    }
}
