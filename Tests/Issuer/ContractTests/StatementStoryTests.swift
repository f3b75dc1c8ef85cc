import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Ledger
import Postgres
import TestSupport
import Testing
import Validation

/// The clock of these tests stands at 2026-03-15T12:00:00Z.
@Suite("Statements of account")
struct StatementStoryTests {
    private static let base = "/digitalwallets/v1"

    @Test("A statement has each transaction with its fees, and leads from one balance to the other")
    func story() async throws {
        try await withLiveService { service in
            let (own, business) = (try await service.cards(of: .ivana), try await service.business())
            let card = try await own.create(.virtual)
            let account: String = try #require(card.accountId)
            _ = try await service.load(5000, "EUR", for: .ivana)
            try await service.payInDollars(with: card)
            let statement = try await own.statement(of: account)
            #expect(statement.accountId == account && statement.customerId == "10000001")
            #expect(statement.currencyCode == "EUR" && statement.startDate.description == "2026-03-01T00:00:00Z")
            #expect(statement.endDate == statement.creationTime)
            #expect(statement.endDate.description == "2026-03-15T12:01:00Z")
            #expect(statement.openingBalance == 0 && statement.closingBalance == 4052)
            #expect(statement.next == nil && !statement.isFinal)
            #expect(statement.closingBalance == (try await own.account(account).totalBalance))
            #expect(statement.totals == StatementTotalsBody(
                numberOfCredits: 1, numberOfDebits: 1, credits: 5000, debits: 948,
                fees: [FeeBody(amount: 28, currency: "EUR", paymentReason: "FX_FEE")]))
            let transactions = Array(try await own.transactions().transactions.reversed())
            #expect(statement.entries.compactMap(\.transactionId) == transactions.map(\.id))
            #expect(statement.entries.compactMap(\.slipId) == transactions.map(\.slipId))
            #expect(statement.entries.map(\.type) == ["DEPOSIT", "PREPAID_CARD"])
            #expect(statement.entries.map(\.direction) == ["CREDIT", "DEBIT"])
            #expect(statement.entries.map(\.amount) == transactions.map(\.amount))
            #expect(statement.entries.map(\.balance) == transactions.compactMap(\.balance))
            #expect(statement.entries.map(\.fees) == transactions.map(\.fees))
            #expect(statement.entries.map(\.bookingTime) == transactions.map(\.creationTime))
            #expect(statement.entries.map(\.cardId) == [nil, card.cardId])
            #expect(statement == (try await business.statement(of: account)))
        }
    }

    @Test("Pages follow each other, and periods do: a balance at the end of one is that at the beginning of the next")
    func pages() async throws {
        try await withLiveService { service in
            let account = try await service.load(100, "EUR", for: .ivana).accountId
            for amount in 1...6 {
                _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":86400}"#)
                try await service.load(amount, for: .ivana)
            }
            let own = try await service.cards(of: .ivana)
            var query = StatementPageQuery()
            query.limit = 3
            var (amounts, pages) = ([Int](), 0)
            repeat {
                let page = try await own.statement(of: account, query)
                #expect(page.openingBalance == 0 && page.closingBalance == 121)
                #expect((page.totals?.credits ?? 121) == 121 && (page.totals == nil) == (pages > 0))
                amounts += page.entries.map(\.amount)
                (query.after, pages) = (page.next, pages + 1)
            } while query.after != nil
            #expect(amounts == [100, 1, 2, 3, 4, 5, 6] && pages == 3)
            var balance = 0
            for (start, end, sum) in [
                ("2026-02-01T00:00:00Z", "2026-03-15T11:59:59Z", 0),
                ("2026-03-15T12:00:00Z", "2026-03-17T11:59:59Z", 101),
                ("2026-03-17T12:00:00Z", "2026-03-17T12:00:00Z", 2),
                ("2026-03-17T12:00:01Z", "2026-12-31T23:59:59Z", 18),
            ] {
                var query = StatementPageQuery()
                (query.startDate, query.endDate) = (Timestamp(start), Timestamp(end))
                let statement = try await own.statement(of: account, query)
                #expect(statement.openingBalance == balance && statement.totals?.credits == sum)
                balance = statement.closingBalance
            }
            #expect(balance == 121)
        }
    }

    @Test("Documents have amounts with all decimals of the currency, and camt.053 follows its schema", arguments: [
        ("EUR", "50.00", "0.28"), ("JPY", "5000", nil), ("KWD", "5.000", nil),
    ] as [(String, String, String?)])
    func documents(_ currency: String, _ amount: String, _ fee: String?) async throws {
        try await withLiveService { service in
            let own = try await service.cards(of: .ivana)
            let account = try await service.load(5000, currency, for: .ivana).accountId
            if fee != nil { try await service.payInDollars(with: own.create(.virtual)) }
            let lines = try await service.document("csv", of: account).text.components(separatedBy: "\r\n")
            let entries = fee == nil ? 1 : 2
            #expect(lines.count == entries + (fee == nil ? 0 : 1) + 4 && lines.last == "")
            #expect(lines[0].hasPrefix("record,entryReference,time,type,amount,currencyCode,fees,balance,"))
            #expect(lines[1].hasPrefix("OPENING,,2026-03-01T00:00:00Z,,,\(currency),,"))
            #expect(lines[2].contains(",DEPOSIT,\(amount),\(currency),,\(amount),"))
            if let fee {
                #expect(lines[3].contains(",PREPAID_CARD,-9.48,EUR,\(fee),40.52,"))
                #expect(lines[4].hasPrefix("FEE,,2026-03-15T12:01:00Z,FX_FEE,,EUR,\(fee),"))
            }
            let camt = try await service.document("camt053", of: account).text
            try await expectValidCAMT(camt, entries: entries)
            #expect(camt.contains(#"<Amt Ccy="\#(currency)">\#(amount)</Amt><CdtDbtInd>CRDT</CdtDbtInd>"#))
            #expect(camt.contains("<Cd>ITBD</Cd>"), "The period is not over.")
            let page = try await service.document("page", of: account)
            #expect(page.text.contains("<td class=\"number\">\(amount)</td>") && !page.text.contains("<script"))
            let policy = try #require(page["Content-Security-Policy"])
            let nonce = try #require(policy.firstMatch(of: /style-src 'nonce-([A-Za-z0-9_-]+)'/)).1
            #expect(page.text.contains("<style nonce=\"\(nonce)\">"))
        }
    }

    @Test("A statement is final a minute after its period, and one without entries is valid, too")
    func finalBalance() async throws {
        try await withLiveService { service in
            let account = try await service.load(5000, "EUR", for: .ivana).accountId
            let period = "?startDate=2026-03-01T00:00:00Z&endDate=2026-03-15T11:58:59Z"
            let camt = try await service.document("camt053" + period, of: account).text
            try await expectValidCAMT(camt, entries: 0)
            #expect(camt.contains("<Cd>CLBD</Cd>") && !camt.contains("ITBD"))
            let csv = try await service.document("csv" + period, of: account)
            #expect(csv.text.contains("CLOSING,,2026-03-15T11:58:59Z,,,EUR,,0.00,"))
            for (end, isFinal) in [("2026-03-15T11:58:59Z", true), ("2026-03-15T11:59:00Z", false)] {
                var query = StatementPageQuery()
                query.endDate = Timestamp(end)
                let page = try await service.cards(of: .ivana).statement(of: account, query)
                #expect(page.isFinal == isFinal && page.entries == [] && page.totals?.credits == 0)
            }
            #expect(csv["Content-Disposition"]
                == "attachment; filename=\"statement-\(account)-2026-03-01-2026-03-15.csv\"")
        }
    }

    @Test("A brand gets the same documents as its customer")
    func brand() async throws {
        try await withLiveService { service in
            let account = try await service.load(5000, "EUR", for: .ivana).accountId
            let token = try await service.businessToken()
            for name in ["csv", "camt053"] {
                let answer = try await service.ask(
                    "GET", "\(Self.base)/accounts/\(account)/statement/\(name)", token: token)
                #expect(answer.status == 200)
                #expect(answer.text == (try await service.document(name, of: account).text))
            }
            let page = try await service.ask("GET", "\(Self.base)/accounts/\(account)/statement/page", token: token)
            #expect(page.status == 200 && page.text.contains("<td>Deposit</td>"))
        }
    }

    @Test("A reference that begins like a formula is a text in CSV, and no markup in the other documents")
    func hostileReference() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            var body = CreateDepositBody()
            (body.amount, body.currencyCode, body.merchantRefNum) = (100, "EUR", #"=1+"<b>&,'"#)
            let deposit = try await business.createDeposit(for: "10000001", body)
            for step in ["PENDING", "PROCESSING"] {
                var status = UpdateMovementStatusBody()
                status.status = step
                _ = try await business.updateDeposit(deposit.id, of: "10000001", status)
            }
            try await service.fixture.issuing.settleWhatIsDue()
            let found = try #require(try await service.cards(of: .ivana).transactions().transactions.first)
            let csv = try await service.document("csv", of: found.accountId).text
            #expect(csv.contains(#","'=1+""<b>&,'""# + "\r\n"), "\(csv)")
            let camt = try await service.document("camt053", of: found.accountId).text
            try await expectValidCAMT(camt, entries: 1)
            #expect(camt.contains("<EndToEndId>=1+&quot;&lt;b&gt;&amp;,'</EndToEndId>"))
            let page = try await service.document("page", of: found.accountId).text
            #expect(page.contains("<small>=1+&quot;&lt;b&gt;&amp;,&#39;</small>"))
        }
    }

    @Test("A period that ends before it begins or is too long is refused, in each form", arguments: [
        "", "/csv", "/camt053", "/page",
    ])
    func wrongPeriods(_ form: String) async throws {
        try await withLiveService { service in
            let account = try await service.load(1, "EUR", for: .ivana).accountId
            let token = try await service.token(of: .ivana)
            let late = "must not be after endDate, which is the present time if it is absent"
            for (query, fields) in [
                ("startDate=2026-03-15T12:00:01Z", ["startDate": late]),
                ("startDate=2026-03-02T00:00:00Z&endDate=2026-03-01T00:00:00Z", ["startDate": late]),
                (
                    "startDate=2025-03-14T00:00:00Z&endDate=2026-03-15T00:00:00Z",
                    ["startDate": "must be at most 366 days before endDate"]
                ),
                (
                    "startDate=today&endDate=",
                    [
                        "startDate": "must be a time in UTC, like 2026-11-21T08:45:34Z",
                        "endDate": "must be a time in UTC, like 2026-11-21T08:45:34Z",
                    ]
                ),
                ("offset=1", ["offset": "is not a known query parameter"]),
            ] {
                let path = "\(Self.base)/profile/accounts/\(account)/statement\(form)?\(query)"
                let problem = try await service.ask("GET", path, token: token).problem
                let found = problem.map { $0.fieldErrors.map { ($0.field, $0.error) } } ?? []
                #expect(Dictionary(found, uniquingKeysWith: { $1 }) == fields, "\(path)")
                #expect(problem?.code == .fieldErrors)
            }
            let whole = "startDate=2025-03-14T12:00:00Z&endDate=2026-03-15T11:59:59Z"
            let path = "\(Self.base)/profile/accounts/\(account)/statement\(form)?\(whole)"
            #expect(try await service.ask("GET", path, token: token).status == 200)
        }
    }

    @Test("A document has at most 5,000 entries; the pages have them all")
    func limit() async throws {
        try await withLiveService { service in
            let account = try await service.load(1, "EUR", for: .ivana).accountId
            try await service.fixture.issuing.database.execute(script: Self.crowd(on: account))
            let end = "endDate=2026-03-15T12:00:05Z"
            let answer = try await service.document("csv?\(end)", of: account)
            let tooMany = FieldError("startDate", "must be later: the period has more than 5000 entries")
            #expect(answer.problem == Problem(fieldErrors: [tooMany]))
            let later = try await service.document("csv?startDate=2026-03-15T12:00:01Z&\(end)", of: account)
            #expect(later.status == 200 && later.text.components(separatedBy: "\r\n").count == 5_004)
            #expect(later.text.contains("\r\nOPENING,,2026-03-15T12:00:01Z,,,EUR,,0.01,"))
            var query = StatementPageQuery()
            query.endDate = Timestamp("2026-03-15T12:00:05Z")
            let page = try await service.cards(of: .ivana).statement(of: account, query)
            #expect(page.totals?.numberOfCredits == 5_001 && page.next != nil)
        }
    }

    /// 5,000 journals of the second after the load.
    private static func crowd(on account: String) -> String {
        """
        INSERT INTO money.journal (customer_id, journal_id, account_id, version, balance, posted_at)
        SELECT customer_id, gen_random_uuid(), account_id, version + n, posted + n, '2026-03-15T12:00:01Z'
        FROM money.account, generate_series(1, 5000) n WHERE account_id = \(account);
        INSERT INTO money.posting (customer_id, journal_id, posting_number, debit, credit, currency, amount)
        SELECT customer_id, journal_id, 1, 'safeguarding', 'customer', 'EUR', 1 FROM money.journal
        WHERE account_id = \(account) AND version > 1;
        UPDATE money.account SET version = version + 5000, posted = posted + 5000 WHERE account_id = \(account)
        """
    }
}

extension LiveService {
    /// Pays 10.00 USD, which cost 9.20 EUR and a fee of 0.28 EUR. The clock is a minute later afterwards.
    fileprivate func payInDollars(with card: CardBody) async throws {
        try await authorize(card, 1) { sample in
            sample.outcome = .paid
            (sample.message.amount, sample.message.currency) = (1000, "USD")
            sample.rate = ExchangeRate(numerator: 92, denominator: 100)
            sample.tariff = Tariff(atmFee: 0, foreignExchangeFee: BasisPoints(300))
        }
        _ = try await sandbox("PUT", "/clock", #"{"advanceSeconds":60}"#)
    }

    /// A document of Ivana's, with its query.
    fileprivate func document(_ name: String, of account: String) async throws -> RawAnswer {
        try await ask(
            "GET", "/digitalwallets/v1/profile/accounts/\(account)/statement/\(name)", token: token(of: .ivana))
    }
}
