import CardSecrets
import Foundation
import GatewayTestSupport
import Identifiers
import Ledger
import Payments
import Postgres
import Testing
import TestSupport

@Suite("Settlement at the end of a merchant's day")
struct SettlementTests {
    @Test("Nothing is cleared before the merchant's day ends", arguments: [(0, 12.0), (720, 24.0), (721, 1.0 / 60)])
    func dayEnd(minutes: Int, hours: Double) async throws {
        let fixture = try await PaymentsFixture.make()
        try await fixture.payments.add(PaymentsFixture.merchant(dayEnds: minutes))
        let payment = try await fixture.captured()
        fixture.time.move(seconds: hours * 3600 - 1)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0)
        fixture.time.move(seconds: 1)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 1)
        let record = try #require(fixture.house.ledger.presented.first)
        #expect(record.kind == .capture && record.amount == payment.captured && record.isFinal)
        #expect(record.originalReference == payment.reference && record.settlesAt == fixture.time.now)
        #expect(record.instrument.pan.lastFour == "1111" && record.approvalCode == "A1B2C3")
        #expect(try await fixture.stored(payment).settledAt == fixture.time.now)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0)
    }

    @Test("After a crash between presenting a record and storing it, it is presented again and counts once")
    func crash() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        fixture.time.move(seconds: 24 * 3600)
        let dying = try fixture.anotherServer(7)
        fixture.house.beforeAnswering { await dying.database.shutDown() }
        _ = try? await dying.sendWhatIsDue(to: fixture.house)
        fixture.house.beforeAnswering(nil)
        #expect(fixture.house.ledger.presented.count == 1)
        #expect(try await fixture.stored(payment).settledAt == nil)
        #expect(await refusal { try await fixture.payments.void(payment.id) } == .alreadySettled)

        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.ledger.presented.count == 1, "The other server may still be at it.")
        fixture.time.move(seconds: 61)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.ledger.presented.count == 2 && fixture.house.ledger.taken.count == 1)
        #expect(try await fixture.stored(payment).settledAt != nil)
    }

    @Test("A closed clearing house gets everything later, refunds after their captures")
    func closed() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        _ = try await fixture.payments.refund(payment.id, PaymentsFixture.euros(10))
        fixture.time.move(seconds: 24 * 3600)
        fixture.house.open(false)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0)
        fixture.house.open(true)
        fixture.time.move(seconds: 60)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.ledger.presented.map(\.kind) == [.capture, .refund])
        #expect(fixture.house.total(.refund) == 10)
    }

    @Test("Captures of a payment arrive in their order, because the last one ends the hold")
    func order() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.authorized()
        for amount: Int64 in [6000, 4000] {
            _ = try await fixture.payments.capture(
                payment.id, PaymentsFixture.euros(amount), isFinal: amount == 4000)
        }
        fixture.time.move(seconds: 24 * 3600)
        fixture.house.open(false)
        #expect(try await fixture.payments.sendWhatIsDue(to: fixture.house) == 0)
        #expect(try await fixture.texts("SELECT sum(attempts)::text FROM merchants.unsent_step") == ["1"])
        fixture.house.open(true)
        fixture.time.move(seconds: 60)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(fixture.house.ledger.presented.map(\.amount) == [6000, 4000].map(PaymentsFixture.euros))
        #expect(fixture.house.ledger.presented.map(\.isFinal) == [false, true])
    }

    @Test("Several servers at once present each record once")
    func servers() async throws {
        let fixture = try await PaymentsFixture.make()
        for _ in 0..<30 { _ = try await fixture.captured(100) }
        fixture.time.move(seconds: 24 * 3600)
        let servers = [fixture.payments, try fixture.anotherServer(8), try fixture.anotherServer(9)]
        await withTaskGroup(of: Void.self) { group in
            for server in servers { group.addTask { _ = try? await server.sendWhatIsDue(to: fixture.house) } }
        }
        #expect(fixture.house.ledger.presented.count == 30 && fixture.house.total(.capture) == 3000)
    }

    /// Answers the first record only after it has received all others.
    private actor SlowHouse: ClearingHouse {
        private var missing: Int
        private var waiting: CheckedContinuation<Void, Never>?

        init(of count: Int) { missing = count }

        func present(_ record: ClearingRecord) async -> Bool {
            missing -= 1
            if missing == 0 {
                waiting?.resume()
            } else if waiting == nil {
                await withCheckedContinuation { waiting = $0 }
            }
            return true
        }
    }

    @Test("A record whose answer is slow delays no other one", .timeLimit(.minutes(1)))
    func slowAnswer() async throws {
        let fixture = try await PaymentsFixture.make()
        for _ in 0..<30 { _ = try await fixture.captured(100) }
        fixture.time.move(seconds: 24 * 3600)
        #expect(try await fixture.payments.sendWhatIsDue(to: SlowHouse(of: 30)) == 30)
    }

    @Test("A large merchant does not delay a small one")
    func fairness() async throws {
        let fixture = try await PaymentsFixture.make()
        for _ in 0..<40 { _ = try await fixture.captured(100) }
        let small = try #require(MerchantID("zzz"))
        try await fixture.payments.add(PaymentsFixture.merchant(small))
        var order = NewPayment(
            merchant: small, gateway: PaymentsFixture.gateway, instrument: try PaymentsFixture.instrument(),
            amount: PaymentsFixture.euros(1))
        order.capturesAtOnce = true
        _ = try await fixture.payments.pay(order)
        fixture.time.move(seconds: 24 * 3600)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        let place = fixture.house.ledger.presented.firstIndex { $0.merchant.id == small }
        #expect(try #require(place) < 20)
        #expect(fixture.house.ledger.presented.count == 41)
    }

    private static func settled(
        _ fixture: PaymentsFixture, _ time: SettlementTime, behind last: PaymentStep? = nil, limit: Int = 10
    ) async throws -> [SteppedPayment] {
        try await fixture.payments.settledSteps(
            of: PaymentsFixture.shop, at: PaymentsFixture.gateway, time, behind: last, limit: limit)
    }

    @Test("Cleared records are listed by the day on which they were due, and by the time of their clearing")
    func list() async throws {
        let fixture = try await PaymentsFixture.make()
        let payment = try await fixture.captured()
        let midnight = PaymentsFixture.start + 12 * 3600
        #expect(try await Self.settled(fixture, .due(midnight..<midnight + 1)).isEmpty, "nothing is taken")
        fixture.time.move(seconds: 13 * 3600)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        let taken = fixture.time.now
        for time in [SettlementTime.due(midnight..<midnight + 1), .taken(taken..<taken + 1)] {
            let found = try await Self.settled(fixture, time)
            #expect(found.map(\.payment.id) == [payment.id] && found.map(\.step.kind) == [.capture])
        }
        for time in [SettlementTime.due(midnight + 1..<midnight + 2), .taken(midnight..<taken)] {
            #expect(try await Self.settled(fixture, time).isEmpty)
        }
    }

    @Test("The list can continue after any step, also among steps of one moment", arguments: [true, false])
    func pages(isByDay: Bool) async throws {
        let fixture = try await PaymentsFixture.make()
        for _ in 0..<5 { _ = try await fixture.captured(100) }
        fixture.time.move(seconds: 13 * 3600)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        let times = PaymentsFixture.start..<fixture.time.now + 1
        let time = isByDay ? SettlementTime.due(times) : .taken(times)
        var found: [SteppedPayment] = []
        while let next = try await Self.settled(fixture, time, behind: found.last?.step, limit: 1).first {
            found.append(next)
        }
        #expect(found.count == 5 && Set(found.map(\.payment.id)).count == 5)
        #expect(try await found == Self.settled(fixture, time))
    }

    @Test("While a due record has not been cleared, the list is complete only up to a minute ago")
    func certainty() async throws {
        let fixture = try await PaymentsFixture.make()
        _ = try await fixture.captured()
        func age() async throws -> TimeInterval {
            let until = try await fixture.payments.settledUntil(of: PaymentsFixture.shop)
            return fixture.time.now.timeIntervalSince(until)
        }
        #expect(try await age() < 0, "nothing is due")
        fixture.time.move(seconds: 13 * 3600)
        #expect(try await age() == 60, "nobody has sent it")
        fixture.house.open(false)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(try await age() == 60, "it was sent and not taken")
        fixture.house.open(true)
        fixture.time.move(seconds: 60)
        try await fixture.payments.sendWhatIsDue(to: fixture.house)
        #expect(try await age() < 0)
    }
}
