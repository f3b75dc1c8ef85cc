import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The SDK: histories of transactions and authorizations")
struct SDKHistoryTests {
    @Test("A purchase is an authorization, and a transaction once it is cleared")
    func purchase() async throws {
        try await withLiveService { service in
            let wallet = service.sdk()
            let (history, authorizations) = (wallet.transactionHistoryService, wallet.authorizationHistoryService)
            let card = try await wallet.cardService.create(request: .virtual)
            let account: String = try #require(card.accountID)
            let loaded = try await service.load(5000, "EUR", for: .ivana)
            let id = try await service.play(card, #"{"amount": 1234}"#)
            let held = try await authorizations.getAuthorization(authorizationID: id)
            #expect(held.id == id && held.cardID == card.cardID && held.accountID == account)
            #expect(held.status == .approved && held.direction == .debit && held.type == .purchase)
            #expect(held.transactionAmount == 1234 && held.customerAmount == 1234 && held.customerCurrency == "EUR")
            #expect(held.cardholderPresence == .notPresentEcommerce && held.panEntryMethod == .ecommerce)
            #expect(held.responseCode == "00" && held.slipID == nil && held.fees == [] && held.mobileWallet == nil)

            _ = try await service.play(card, #"{"kind": "CLEARING", "authorizationId": "\#(id)"}"#)
            let settled = try await told { authorizations.getAuthorization(authorizationID: id, completion: $0) }
            #expect(settled.status == .settled)
            let all = try await history.getTransactionHistory(parameters: .init(accountID: account))
            #expect(all.transactions.map(\.balance) == [3766, 5000] && all.meta.numberOfRecords == 2)
            let paid = try #require(all.transactions.first)
            #expect(paid.slipID == settled.slipID && paid.type == .prepaidCard && paid.direction == .debit)
            #expect(paid.amount == 1234 && paid.currencyCode == "EUR" && paid.paymentType == .card)
            #expect(paid.status == .completed && paid.statusReason == nil && paid.fees == [])
            #expect(all.transactions.last?.id == loaded.id && all.transactions.last?.paymentType == .bankTransfer)
            #expect(try await history.getTransaction(transactionID: paid.id) == paid)
            #expect(try await told { history.getTransaction(transactionID: paid.id, completion: $0) } == paid)
            #expect(
                try await told { history.getTransactionHistory(parameters: .init(accountID: account), completion: $0) }
                    == all)
        }
    }

    @Test("Every filter of transactions is sent")
    func filters() async throws {
        try await withLiveService { service in
            let history = service.sdk().transactionHistoryService
            var loaded: [TransactionBody] = []
            for amount in 1...3 { loaded.append(try await service.load(amount, "EUR", for: .ivana)) }
            let base = Wallet.TransactionHistoryParameters(accountID: loaded[0].accountId)
            func listed(_ change: (inout Wallet.TransactionHistoryParameters) -> Void) async throws -> [Int] {
                var parameters = base
                change(&parameters)
                return try await history.getTransactionHistory(parameters: parameters).transactions.map(\.amount)
            }
            #expect(try await listed { ($0.limit, $0.offset) = (1, 1) } == [2])
            #expect(try await listed { $0.slipID = loaded[2].slipId } == [3])
            #expect(try await listed { ($0.type, $0.status) = (.deposit, .completed) } == [3, 2, 1])
            #expect(try await listed { $0.type = .prepaidCard } == [])
            #expect(try await listed { $0.status = .failed } == [])
            #expect(try await listed { $0.cardID = "f16ba382-eb42-481a-b08f-c57bdc9aae24" } == [])
            #expect(try await listed { $0.merchantRefNum = "invoice-1" } == [])
            let created = try await history.getTransaction(transactionID: loaded[0].id).creationTime
            #expect(try await listed { ($0.startDate, $0.endDate) = (created, created) } == [3, 2, 1])
            #expect(try await listed { $0.startDate = created + 1 } == [])
            #expect(try await listed { $0.endDate = created - 1 } == [])
        }
    }

    @Test("Every filter of authorizations is sent, and declined ones are listed")
    func authorizationFilters() async throws {
        try await withLiveService { service in
            let wallet = service.sdk()
            let authorizations = wallet.authorizationHistoryService
            let card = try await wallet.cardService.create(request: .virtual)
            _ = try await service.load(100, "EUR", for: .ivana)
            for amount in [60, 50] { _ = try await service.play(card, #"{"amount": \#(amount)}"#) }
            func listed(_ parameters: Wallet.AuthorizationHistoryParameters = .init()) async throws -> [Int] {
                try await authorizations.getAuthorizationHistory(parameters: parameters).authorizations
                    .map(\.transactionAmount).sorted()
            }
            #expect(try await listed() == [50, 60])
            #expect(try await listed(.init(accountID: card.accountID, cardID: card.cardID)) == [50, 60])
            #expect(try await listed(.init(accountID: "1")) == [])
            #expect(try await listed(.init(cardID: "f16ba382-eb42-481a-b08f-c57bdc9aae24")) == [])
            #expect(try await listed(.init(status: .declined)) == [50])
            #expect(try await listed(.init(limit: 1, offset: 1)).count == 1)
            let declined = try await told {
                authorizations.getAuthorizationHistory(parameters: .init(status: .declined), completion: $0)
            }
            let only = try #require(declined.authorizations.first)
            #expect(only.responseCode == "51" && declined.meta.numberOfRecords == 1)
            #expect(try await listed(.init(startDate: only.creationTime + 60)) == [])
            #expect(try await listed(.init(endDate: only.creationTime - 60)) == [])
        }
    }

    @Test("A list without account and reference is not sent; reads are retried; another customer's is not found")
    func refusals() async throws {
        try await withLiveService { service in
            let loaded = try await service.load(100, "EUR", for: .ivana)
            try await withFront(of: service, [.problem(503, "DW-SERVICE-UNAVAILABLE")]) { front, port in
                let history = service.sdk(port: port).transactionHistoryService
                let incomplete = try await failure { () throws(WalletError) in
                    try await history.getTransactionHistory(parameters: .init(limit: 10))
                }
                #expect(incomplete.knownProblem?.code == .transactionBadRequest && front.received.isEmpty)
                #expect(incomplete.problem?.fieldErrors.map(\.field) == ["accountId", "merchantRefNum"])
                #expect(try await history.getTransaction(transactionID: loaded.id).amount == 100)
                #expect(front.received.count == 2)
            }
            let stranger = service.sdk(of: .jonas)
            let transaction = try await failure { () throws(WalletError) in
                try await stranger.transactionHistoryService.getTransaction(transactionID: loaded.id)
            }
            let authorization = try await failure { () throws(WalletError) in
                try await stranger.authorizationHistoryService.getAuthorization(
                    authorizationID: "f16ba382-eb42-481a-b08f-c57bdc9aae24")
            }
            for refusal in [transaction, authorization] { #expect(refusal.knownProblem?.code == .entityNotFound) }
        }
    }
}

extension LiveService {
    /// Plays a message about a card's payment, and returns the id of its authorization.
    func play(_ card: Wallet.Card, _ body: String) async throws -> String {
        struct Played: Decodable {
            let authorizationId: String
        }
        let played: Played = try await sandbox("POST", "/cards/\(card.cardID)/payments", body).decoded(expecting: 201)
        return played.authorizationId
    }
}
