import Authorizing
import Ledger
import Testing
import TestSupport

@Suite("Amounts that refunds return")
struct RefundSettlementTests {
    @Test("A refund has the rates at which its purchase was cleared", arguments: [(70, 50), (50, 70), (62, 62)])
    func clearedAtAnotherRate(_ authorized: Int64, _ cleared: Int64) throws {
        var payment = try PlayedPayment(.authorization, 1000, at: (authorized, 100))
        #expect(try payment.play(.clearing, 1000, at: (cleared, 100)) == -10 * cleared)
        #expect(try payment.play(.refund, 1000) == 10 * cleared)
    }

    @Test("A refund of several clearings returns what all of them cost")
    func severalClearings() throws {
        var payment = try PlayedPayment(.authorization, 1000, at: (1, 2))
        try payment.play(.clearing, 400, at: (1, 2), isLast: false)
        try payment.play(.clearing, 600, at: (1, 3))
        #expect(payment.balance == -400)
        #expect(try payment.play(.refund, 500) == 200)
        #expect(try payment.play(.refund, 500) == 200)
    }

    @Test("A refund above the purchase, or before its clearing, has the rate of the authorization")
    func moreThanWasPaid() throws {
        var payment = try PlayedPayment(.authorization, 1000, at: (1, 2))
        #expect(try payment.play(.refund, 100) == 50)
        try payment.play(.clearing, 1000, at: (1, 4))
        #expect(payment.balance == -200)
        // 100 were refunded before. Of 1,200 in all, 1,000 return the 250 that were paid, and the excess of 200 returns
        // 100.
        #expect(try payment.play(.refund, 1100) == 300)
        #expect(payment.balance == 100)
    }

    @Test("The refunds of parts add up to the whole, however small the parts are", arguments: [
        (300, 23, 100), (100, 2, 3), (7, 1, 1000), (1000, 149, 100),
    ] as [(Int64, Int64, Int64)])
    func hundredParts(_ amount: Int64, _ numerator: Int64, _ denominator: Int64) throws {
        let rate = (numerator, denominator)
        var whole = try PlayedPayment(.authorization, amount, at: rate)
        let paid = -(try whole.play(.clearing, amount))
        #expect(paid >= 1)
        for _ in 1...amount { try whole.play(.refund, 1) }
        #expect(whole.balance == 0)
        // Each refund is reversed, too.
        for _ in 1...amount { try whole.play(.refundReversal, 1) }
        #expect(whole.balance == -paid)
        #expect(throws: BookingFailure.authorization(.exceedsRefund)) { try whole.play(.refundReversal, 1) }

        var parts = try PlayedPayment(.authorization, amount, at: rate)
        for part in 1...amount { try parts.play(.clearing, 1, isLast: part == amount) }
        #expect(parts.balance == -paid)
        try parts.play(.refund, amount)
        #expect(parts.balance == 0)

        var reversed = try PlayedPayment(.financial, amount, at: rate)
        #expect(reversed.balance == -paid)
        for _ in 1...amount {
            try reversed.play(.partialReversal, 1)
            #expect(reversed.balance <= 0)
        }
        #expect(reversed.balance == 0 && reversed.state.status == .reversed)
    }

    @Test("A hold that grows in parts holds as much as the whole costs")
    func increments() throws {
        var payment = try PlayedPayment(.authorization, 1, at: (23, 100))
        #expect(payment.state.rest.minorUnits == 1)
        for _ in 1...99 { try payment.play(.incremental, 1) }
        #expect(payment.state.rest.minorUnits == 23)
    }

    @Test("A refund without a purchase is rounded down, so that its parts never exceed the whole")
    func unlinked() throws {
        #expect(try PlayedPayment(.refund, 199, at: (1, 2)).balance == 99)
        #expect(try PlayedPayment(.refund, 1, at: (99, 100)).balance == 0)
        var refund = try PlayedPayment(.refund, 3, at: (1, 2))
        for _ in 1...3 { try refund.play(.refund, 1) }
        #expect(refund.balance == 3)
        try refund.play(.refundReversal, 6, at: (9, 1))
        #expect(refund.balance == 0)
    }

    /// 400 random messages of 20 purchases each, at a rate that changes with every message.
    @Test("Refunds can return everything that was paid, and no more", arguments: 1...20 as ClosedRange<UInt64>)
    func anyOrder(_ seed: UInt64) throws {
        var dice = SeededNumbers(seed: seed)
        for number in 1...20 {
            func rate() -> (Int64, Int64) { (Int64(dice.below(400) + 1), Int64(dice.below(400) + 1)) }
            var payment = try PlayedPayment(.authorization, 100, at: rate())
            var (collected, returned, paid) = (Int64(0), Int64(0), Int64(0))
            for _ in 1...20 {
                let amount = Int64(dice.below(9) + 1)
                switch dice.below(3) {
                case 0:
                    paid -= try payment.play(.clearing, amount, at: rate(), isLast: false)
                    collected += amount
                    #expect(paid >= 1)
                case 1 where returned + amount <= collected:
                    try payment.play(.refund, amount)
                    returned += amount
                case 2 where returned >= amount:
                    try payment.play(.refundReversal, amount)
                    returned -= amount
                default: break
                }
                try #require(payment.balance <= 0, "Seed \(seed), purchase \(number)")
            }
            if collected > returned { try payment.play(.refund, collected - returned) }
            try #require(payment.balance == 0, "Seed \(seed), purchase \(number)")
        }
    }
}
