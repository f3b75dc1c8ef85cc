import ContractTestSupport
import HTTPContract
import Issuing
import Ledger
import Postgres
import Testing
import TestSupport

@Suite("Loading an account")
struct LoadTests {
    @Test("All wrong fields are reported at once, and nothing is stored", arguments: [
        ("{}", ["amount", "currencyCode"]), (#"{"amount": 0, "currencyCode": "EURO"}"#, ["amount", "currencyCode"]),
        (#"{"amount": -1, "currencyCode": "XXX"}"#, ["amount", "currencyCode"]),
        (#"{"amount": 1.5, "currencyCode": "eur"}"#, ["amount", "currencyCode"]),
        (#"{"amount": 1000000000000, "currencyCode": "EUR"}"#, ["amount"]),
        (#"{"amount": 99999999999999999999, "currencyCode": "EUR"}"#, ["amount"]),
        (#"{"amount": "1", "currencyCode": 978, "merchant": "x"}"#, ["amount", "currencyCode", "merchant"]),
    ])
    func wrongFields(body: String, fields: [String]) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.sandbox("POST", "/customers/10000001/load", body)
            #expect(answer.status == 400)
            for field in fields { #expect(answer.text.contains(#""field":"\#(field)""#), "\(answer.text)") }
            #expect(try await service.texts("SELECT count(*)::text FROM money.account") == ["0"])
        }
    }

    @Test("An unknown customer gets no account", arguments: ["999", "0", "x"])
    func unknownCustomer(customer: String) async throws {
        try await withSharedLiveService { service in
            let answer = try await service.sandbox(
                "POST", "/customers/\(customer)/load", #"{"amount": 1, "currencyCode": "EUR"}"#)
            #expect(answer.status == 404)
            #expect(try await service.texts("SELECT count(*)::text FROM money.account") == ["0"])
        }
    }

    @Test("The ledger shows the money of customers, and where it is kept")
    func ledger() async throws {
        try await withLiveService { service in
            let empty: Trial = try await service.sandbox("GET", "/ledger").decoded(expecting: 200)
            #expect(empty.chart.map(\.name) == LedgerAccount.chart.map(\.name))
            #expect(empty.accounts == [] && empty.totals == [] && empty.isBalanced)
            for body in [#"{"amount": 5000, "currencyCode": "EUR"}"#, #"{"amount": 7, "currencyCode": "JPY"}"#] {
                #expect(try await service.sandbox("POST", "/customers/10000001/load", body).status == 201)
            }
            let loaded: Trial = try await service.sandbox("GET", "/ledger").decoded(expecting: 200)
            #expect(loaded.accounts.map { "\($0.account) \($0.currencyCode) \($0.side) \($0.balance)" } == [
                "customer EUR CREDIT 5000", "customer JPY CREDIT 7", "safeguarding EUR DEBIT 5000",
                "safeguarding JPY DEBIT 7",
            ])
            #expect(loaded.totals == [
                Trial.Total(currencyCode: "EUR", debit: "5000", credit: "5000", isBalanced: true),
                Trial.Total(currencyCode: "JPY", debit: "7", credit: "7", isBalanced: true),
            ])
            #expect(loaded.isBalanced)
        }
    }

    private struct Trial: Decodable {
        struct Kind: Decodable {
            let name, meaning, side: String
        }

        struct Line: Decodable, Equatable {
            let account, meaning, currencyCode, side, balance: String
        }

        struct Total: Decodable, Equatable {
            let currencyCode, debit, credit: String
            let isBalanced: Bool
        }

        let chart: [Kind]
        let accounts: [Line]
        let totals: [Total]
        let isBalanced: Bool
    }

    @Test("Simultaneous loads add up, and a snapshot restores the balance and the numbers")
    func atOnce() async throws {
        try await withLiveService { service in
            let body = #"{"amount": 3, "currencyCode": "JPY"}"#
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await service.sandbox("POST", "/customers/10000001/load", body).status }
                }
                for try await status in group { #expect(status == 201) }
            }
            // The account may have any of the numbers that were drawn at once, so it is left out.
            let balances = "SELECT concat_ws(' ', currency, posted, version) FROM money.account ORDER BY account_id"
            #expect(try await service.texts(balances) == ["JPY 60 20"])
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name": "before"}"#).status == 201)
            let first = try await service.sandbox("POST", "/customers/10000002/load", body)
            #expect(first.status == 201)
            #expect(try await service.sandbox("POST", "/snapshots/before/restore").status == 204)
            #expect(try await service.texts(balances) == ["JPY 60 20"])
            let second = try await service.sandbox("POST", "/customers/10000002/load", body)
            #expect(second.text == first.text, "The numbers of the account and of the transaction are drawn again.")
            let report = try await CheckStatements.report(on: service.fixture.issuing.database)
            #expect(report.findings.isEmpty && report.accounts == 2 && report.journals == 21)
        }
    }
}

extension LiveService {
    fileprivate func texts(_ sql: String) async throws -> [String] {
        try await fixture.issuing.database.read(Statement.evidence(sql)())
    }
}
