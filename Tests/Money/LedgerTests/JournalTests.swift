import Identifiers
import Ledger
import Testing

@Suite("Journals")
struct JournalTests {
    private static func euros(_ amount: Int64) throws -> Money {
        Money(minorUnits: amount, currency: try #require(Currency("EUR")))
    }

    private static func dollars(_ amount: Int64) throws -> Money {
        Money(minorUnits: amount, currency: try #require(Currency("USD")))
    }

    /// A purchase in dollars, paid in euros with a fee.
    private static func conversion() throws -> Journal {
        try Journal(
            id: JournalID(rawValue: uuid(1, of: 2)),
            [
                Posting(from: .customer, to: .fx, amount: euros(920)),
                Posting(from: .customer, to: .income(.fx), amount: euros(28)),
                Posting(from: .fx, to: .scheme(.visa), amount: dollars(1000)),
            ])
    }

    @Test("The debits and credits of a journal are equal in each currency")
    func balanced() throws {
        let entries = try Self.conversion().entries
        #expect(entries.count == 6)
        for code in ["EUR", "USD"] {
            let ofOne = entries.filter { $0.amount.currency.code == code }
            let sum = { (side: LedgerAccount.Side) in
                ofOne.filter { $0.side == side }.reduce(0) { $0 + $1.amount.minorUnits }
            }
            #expect(sum(.debit) == sum(.credit) && sum(.debit) > 0)
        }
    }

    @Test("A journal changes the customer's account by what it takes and gives")
    func change() throws {
        let journal = try Self.conversion()
        #expect(try journal.change(ofAccountIn: Self.euros(0).currency) == Self.euros(-948))
        #expect(throws: LedgerRefusal.otherCurrency) { try journal.change(ofAccountIn: Self.dollars(0).currency) }
        let refund = try Journal(
            id: journal.id, [Posting(from: .scheme(.visa), to: .customer, amount: Self.euros(5))])
        #expect(try refund.change(ofAccountIn: Self.euros(0).currency) == Self.euros(5))
    }

    @Test("A posting has a positive amount and leads to another account")
    func postings() throws {
        for amount: Int64 in [0, -1, .min] {
            #expect(throws: LedgerRefusal.amountNotPositive) {
                try Posting(from: .customer, to: .writeoff, amount: Self.euros(amount))
            }
        }
        #expect(throws: LedgerRefusal.postingLeadsNowhere) {
            try Posting(from: .scheme(.visa), to: .scheme(.visa), amount: Self.euros(1))
        }
        #expect(throws: LedgerRefusal.journalIsEmpty) { try Journal(id: JournalID(rawValue: uuid(1, of: 2)), []) }
    }

    @Test("A sum that does not fit is refused")
    func overflow() throws {
        let most = try Posting(from: .safeguarding, to: .customer, amount: Self.euros(.max))
        let journal = try Journal(id: JournalID(rawValue: uuid(1, of: 2)), [most, most])
        #expect(throws: LedgerRefusal.amountTooLarge) {
            try journal.change(ofAccountIn: most.amount.currency)
        }
    }

    @Test("The name of each account of the chart is read as it was written")
    func names() {
        for account in Self.accounts {
            #expect(LedgerAccount(account.name) == account)
            #expect(LedgerAccount.chart.contains { account.name == $0.name || account.name.hasPrefix("\($0.name):") })
        }
        #expect(LedgerAccount.chart.allSatisfy { kind in
            Self.accounts.contains { $0.name.split(separator: ":").first.map(String.init) == kind.name }
        })
        for name in Self.unknownNames { #expect(LedgerAccount(name) == nil, "\(name)") }
    }

    static let accounts: [LedgerAccount] =
        [
            .customer, .safeguarding, .fx, .transfer, .dispute, .writeoff, .merchant(gateway: "DINTERO", id: "a:b"),
        ] + LedgerAccount.Scheme.allCases.map { .scheme($0) } + LedgerAccount.Fee.allCases.map { .income($0) }

    static let unknownNames = [
        "", "cash", "scheme", "scheme:", "scheme:AMEX", "income:TIP", "merchant:A", "merchant:A:", "merchant::B",
        "customer:1", "Customer",
    ]
}
