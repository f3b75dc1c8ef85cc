import CardAPI
import CardClient
import Cards
import ContractTestSupport
import HTTPContract
import Ledger
import Testing
import TestSupport
import Validation

@Suite("A business reads accounts, transactions and authorizations")
struct BusinessAccountTests {
    private static let version2 = "/digitalwallets/v2"

    @Test("A business sees the accounts of its customers as an array")
    func accounts() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            #expect(try await business.accounts(of: "10000001") == [])
            let own = try await service.cards(of: .ivana)
            let card = try await own.create(.virtual)
            _ = try await own.create(.ordering("DEMO-VIRTUAL-VISA-EEA", currency: "PLN"))
            let accounts = try await business.accounts(of: "10000001")
            #expect(accounts.map(\.currencyCode) == ["EUR", "PLN"] && accounts.first?.id == card.accountId)
            for account in accounts {
                #expect(try await own.account(account.id) == account)
                #expect(try await business.account(account.id) == account)
            }
            let path = Self.version2 + "/accounts"
            let answer = try await service.ask(
                "GET", path + "?customerId=10000001", token: service.businessToken())
            #expect(answer.text.hasPrefix(#"[{"id":"#))
            for query in ["", "?customerId="] {
                let answer = try await service.ask("GET", path + query, token: service.businessToken())
                #expect(answer.problem == Problem(fieldErrors: [FieldError("customerId", "is required")]))
            }
        }
    }

    @Test("A business and its customer see the same transactions and authorizations")
    func histories() async throws {
        try await withLiveService { service in
            let (business, own) = (try await service.business(), try await service.cards(of: .ivana))
            let card = try await own.create(.virtual)
            let account: String = try #require(card.accountId)
            for number in 1...3 {
                try await service.authorize(card, number) { $0.outcome = number == 2 ? .approved : .paid }
            }
            var transactions = TransactionListQuery()
            (transactions.accountId, transactions.cardId) = (account, card.cardId)
            (transactions.limit, transactions.offset) = (1, 1)
            let list = try await business.transactions(transactions)
            #expect(list == (try await own.transactions(transactions)) && list.meta.numberOfRecords == 2)
            let transaction = try #require(list.transactions.first)
            #expect(try await business.transaction(transaction.id) == transaction)
            var authorizations = AuthorizationListQuery()
            (authorizations.accountId, authorizations.status) = (account, "SETTLED")
            let found = try await business.authorizations(authorizations)
            #expect(found == (try await own.authorizations(authorizations)) && found.meta.numberOfRecords == 2)
            let authorization = try #require(found.authorizations.first)
            #expect(try await business.authorization(authorization.id) == authorization)
        }
    }

    @Test("A list needs an account; a list of transactions may have a merchant's reference instead")
    func neededFilters() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func problem(_ target: String) async throws -> Problem? {
                try await service.ask("GET", Self.version2 + target, token: token).problem
            }
            let needed = ["accountId", "merchantRefNum"].map { field in
                FieldError(field, "is required, unless the other one is given")
            }
            let wanted = Problem(fieldErrors: needed, code: .transactionBadRequest)
            #expect(try await problem("/transactions") == wanted)
            #expect(try await problem("/transactions?limit=5&accountId=") == wanted)
            #expect(
                try await problem("/authorizations?limit=5")
                    == Problem(fieldErrors: [.missing("accountId")], code: .authorizationBadRequest))
            var query = TransactionListQuery()
            query.merchantRefNum = "order-1"
            #expect(try await service.business().transactions(query).meta.numberOfRecords == 0)
            #expect(try await service.cards(of: .ivana).transactions(query).meta.numberOfRecords == 0)
        }
    }

    @Test("An accountId that is no number has its own code, unless something else is wrong, too")
    func numericAccounts() async throws {
        try await withLiveService { service in
            let (business, own) = (try await service.businessToken(), try await service.token(of: .ivana))
            for (path, token) in [
                (Self.version2 + "/transactions", business), (Self.version2 + "/authorizations", business),
                ("/digitalwallets/v1/profile/transactions", own), ("/digitalwallets/v1/profile/authorizations", own),
            ] {
                for account in ["x", "0", "01", "1234567890123", "-1"] {
                    let answer = try await service.ask("GET", "\(path)?accountId=\(account)", token: token)
                    #expect(answer.status == 400 && answer.problem?.code == .accountIDShouldBeNumeric, "\(path)")
                    #expect(answer.problem?.fieldErrors.map(\.field) == ["accountId"])
                }
                let answer = try await service.ask("GET", "\(path)?accountId=x&limit=0", token: token)
                #expect(answer.problem?.code == .fieldErrors)
            }
        }
    }

    @Test("The data of another brand's customer looks unknown, byte for byte")
    func otherBrands() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let account: String = try #require(card.accountId)
            let id = try await service.authorize(card, 1) { $0.outcome = .paid }
            let transaction = try #require(try await service.cards(of: .ivana).transactions().transactions.first).id
            let unknown = try AuthorizationSample.id(2).spelled
            let (own, other) = (try await service.businessToken(), try await service.businessTokenOfAnotherBrand())
            for (target, unknownTargets, noun) in [
                ("v1/accounts/\(account)", ["v1/accounts/1", "v1/accounts/x"], "account"),
                ("v2/transactions?accountId=\(account)", ["v2/transactions?accountId=1"], "account"),
                ("v2/authorizations?accountId=\(account)", ["v2/authorizations?accountId=1"], "account"),
                ("v2/transactions/\(transaction)", ["v2/transactions/1", "v2/transactions/x"], "transaction"),
                (
                    "v2/authorizations/\(id)", ["v2/authorizations/\(unknown)", "v2/authorizations/x"],
                    "authorization"
                ),
            ] {
                func ask(_ target: String, _ token: String) async throws -> RawAnswer {
                    try await service.ask(
                        "GET", "/digitalwallets/\(target)", token: token, headers: [("X-Request-Id", "same")])
                }
                #expect(try await ask(target, own).status == 200, "\(target)")
                let answer = try await ask(target, other)
                #expect(answer.problem == Problem(.entityNotFound, "There is no such \(noun)."), "\(target)")
                for target in unknownTargets {
                    #expect(try await ask(target, own).body == answer.body, "\(target)")
                }
            }
            let foreign = try await service.ask(
                "GET", Self.version2 + "/accounts?customerId=10000001", token: other)
            #expect(foreign.problem == Problem(.noSuchCustomer, "There is no such customer."))
        }
    }
}
