import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport
import Validation

@Suite("Accounts and transactions")
struct AccountTests {
    @Test("The first card in a currency opens an account, which the profile shows on request")
    func profile() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let bare = try await cards.profile()
            #expect(bare.id == "10000001" && bare.firstName == "Ivana" && bare.country == "BG" && bare.accounts == nil)
            #expect(try await cards.profile(.withAccounts).accounts == [])
            let (first, second) = (try await cards.create(.virtual), try await cards.create(.physical))
            let other = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA", currency: "PLN"))
            #expect(first.accountId == second.accountId && other.accountId != first.accountId)
            let accounts = try #require(try await cards.profile(.withAccounts).accounts)
            #expect(accounts.map(\.id) == [first.accountId, other.accountId])
            #expect(accounts.map(\.currencyCode) == ["EUR", "PLN"])
            #expect(accounts.allSatisfy { $0.totalBalance == 0 && $0.availableBalance == 0 })
            #expect(accounts.allSatisfy { $0.customerId == "10000001" && $0.creationTime == first.createdDate })
            for account in accounts { #expect(try await cards.account(account.id) == account) }
        }
    }

    @Test("A load is a COMPLETED deposit, and changes both balances")
    func load() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let loaded = try await service.load(5000, "EUR", for: .ivana)
            #expect(loaded.paymentType == "BANK_TRANSFER" && loaded.fees == nil)
            #expect(loaded.type == "DEPOSIT" && loaded.direction == "CREDIT" && loaded.status == "COMPLETED")
            #expect(loaded.amount == 5000 && loaded.balance == 5000 && loaded.currencyCode == "EUR")
            let card = try await cards.create(.virtual)
            #expect(card.accountId == loaded.accountId, "The load has opened the account.")
            let account = try await cards.account(loaded.accountId)
            #expect(account.totalBalance == 5000 && account.availableBalance == 5000)
            #expect(try await service.load(34, "EUR", for: .ivana).balance == 5034)
            #expect(try await cards.transaction(loaded.id) == loaded)
            let list = try await cards.transactions()
            #expect(list.transactions.map(\.balance) == [5034, 5000] && list.meta.numberOfRecords == 2)
            var query = TransactionListQuery()
            (query.slipId, query.accountId, query.type, query.status) =
                (loaded.slipId, loaded.accountId, "DEPOSIT", "COMPLETED")
            (query.startDate, query.endDate) = (loaded.creationTime, loaded.creationTime)
            #expect(try await cards.transactions(query).transactions == [loaded])
            (query.limit, query.offset) = (1, 1)
            #expect(try await cards.transactions(query).meta.page == 2)
        }
    }

    @Test("Another customer's account or transaction is not found, as if it did not exist")
    func strangers() async throws {
        try await withLiveService { service in
            let loaded = try await service.load(5000, "EUR", for: .ivana)
            let (ivana, jonas) = (try await service.token(of: .ivana), try await service.token(of: .jonas))
            for (name, id) in [("account", loaded.accountId), ("transaction", loaded.id)] {
                let path = "/digitalwallets/v1/profile/\(name)s/"
                let missing = Problem(.entityNotFound, "There is no such \(name).")
                #expect(try await service.ask("GET", path + id, token: ivana).status == 200)
                #expect(try await service.ask("GET", path + id, token: jonas).problem == missing)
                for unknown in ["1", "0", "01", "x", "99999999999999999999"] {
                    #expect(try await service.ask("GET", path + unknown, token: ivana).problem == missing)
                }
            }
            #expect(try await service.cards(of: .jonas).transactions().transactions.isEmpty)
        }
    }

    @Test("All wrong filters are reported at once")
    func wrongFilters() async throws {
        try await withLiveService { service in
            let query = "accountId=x&slipId=0&cardId=1&type=GIFT&status=DONE"
                + "&startDate=today&endDate=2026&limit=51&page=1"
            let answer = try await service.ask(
                "GET", "/digitalwallets/v1/profile/transactions?" + query, token: service.token(of: .ivana))
            #expect(answer.status == 400)
            #expect(answer.problem?.fieldErrors.map(\.field) == [
                "accountId", "slipId", "cardId", "type", "status", "startDate", "endDate", "limit", "page",
            ])
        }
    }
}

extension ProfileQuery {
    fileprivate static let withAccounts: ProfileQuery = {
        var query = ProfileQuery()
        query.inclusions = [Vocabulary.accounts]
        return query
    }()
}
