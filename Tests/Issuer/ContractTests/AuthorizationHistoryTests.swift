import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Ledger
import Testing
import TestSupport
import Validation

@Suite("The customer's authorizations")
struct AuthorizationHistoryTests {
    private static let path = "/digitalwallets/v1/profile/authorizations"

    @Test("An authorization shows the requested amount, its price and the answer")
    func foreignPurchase() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let id = try await service.authorize(card, 1) { sample in
                (sample.message.amount, sample.message.currency) = (1000, "USD")
                (sample.message.entryMode, sample.message.cardPresence) = ("ECOMMERCE", "NOT_PRESENT")
                (sample.message.country, sample.message.city) = ("US", "Boston")
                sample.message.token = .init(requestorID: "50110030273", wallet: "APPLE_PAY", counter: 17)
                sample.message.verification.cryptogram = .valid
                sample.rate = ExchangeRate(numerator: 92, denominator: 100)
                sample.tariff = Tariff(atmFee: 200, foreignExchangeFee: BasisPoints(300))
            }
            let answer = try await service.ask("GET", "\(Self.path)/\(id)", token: service.token(of: .ivana))
            let account = try #require(card.accountId)
            #expect(answer.text == """
                {"id":"\(id)","customerId":"10000001","accountId":"\(account)","cardId":"\(card.cardId)",\
                "creationTime":"2026-03-15T12:00:01Z","status":"APPROVED","direction":"DEBIT","type":"PURCHASE",\
                "transactionAmount":1000,"transactionCurrency":"USD","cardAmount":920,"cardCurrency":"EUR",\
                "netAmount":920,"netCurrency":"EUR","customerAmount":948,"customerCurrency":"EUR",\
                "fees":[{"amount":28,"currency":"EUR","paymentReason":"FX_FEE"}],"mcc":5812,"merchantName":"Café",\
                "merchantCity":"Boston","merchantCountry":"US","cardPresence":"NOT_PRESENT",\
                "cardholderPresence":"NOT_PRESENT_ECOMMERCE","challenge":"BIOMETRIC","panEntryMethod":"ECOMMERCE",\
                "mobileWallet":"APPLE_PAY","responseCode":"00"}
                """)
            #expect(try await cards.authorization(id) == answer.decoded())
        }
    }

    @Test("A declined authorization is listed; without an exchange rate it has no price")
    func declined() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let id = try await service.authorize(card, 1) { sample in
                sample.message.currency = "USD"
                sample.outcome = .declined(.notAllowedToCard)
            }
            let found = try #require(try await cards.authorizations().authorizations.first)
            #expect(found.id == id && found.status == "DECLINED" && found.responseCode == "57")
            #expect(found.transactionAmount == 1234 && found.transactionCurrency == "USD")
            #expect(found.cardAmount == nil && found.netAmount == nil && found.customerAmount == nil)
            #expect(found.cardCurrency == nil && found.netCurrency == nil && found.customerCurrency == nil)
            #expect(found.fees == nil && found.slipId == nil && found.mobileWallet == nil && found.merchantCity == nil)
        }
    }

    @Test("The authorization of a refund is a CREDIT")
    func refund() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let id = try await service.authorize(cards.create(.virtual), 1) { sample in
                sample.message.kind = "REFUND_AUTHORIZATION"
                sample.outcome = .refund
            }
            let found = try await cards.authorization(id)
            #expect(found.direction == "CREDIT" && found.type == "REFUND" && found.customerAmount == 1234)
        }
    }

    @Test("The slip of a payment leads to its transaction, which lists the fees")
    func slip() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            let id = try await service.authorize(card, 1) { sample in
                (sample.message.kind, sample.message.type) = ("FINANCIAL", "ATM_WITHDRAWAL")
                (sample.message.amount, sample.message.currency) = (1000, "USD")
                sample.rate = ExchangeRate(numerator: 92, denominator: 100)
                sample.tariff = Tariff(atmFee: 200, foreignExchangeFee: BasisPoints(300))
                sample.outcome = .paid
            }
            let found = try await cards.authorization(id)
            #expect(found.status == "SETTLED" && found.type == "ATM_WITHDRAWAL" && found.customerAmount == 1148)
            var query = TransactionListQuery()
            let slip: String = try #require(found.slipId)
            query.slipId = slip
            let transaction = try #require(try await cards.transactions(query).transactions.first)
            let fees = [
                FeeBody(amount: 200, currency: "EUR", paymentReason: "ATM_FEE"),
                FeeBody(amount: 28, currency: "EUR", paymentReason: "FX_FEE"),
            ]
            #expect(found.fees == fees && transaction.fees == fees)
            #expect(transaction.type == "PREPAID_CARD" && transaction.paymentType == "CARD")
            #expect(transaction.amount == 1148 && transaction.direction == "DEBIT" && transaction.balance == -1148)
            #expect(try await cards.transaction(transaction.id) == transaction)
        }
    }

    @Test("Authorizations are listed in pages, newest first, by account, card, status and time")
    func filters() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let (card, other) = (try await cards.create(.virtual), try await cards.create(.virtual))
            let abroad = try await cards.create(.ordering("DEMO-VIRTUAL-VISA-EEA", currency: "PLN"))
            let first = try await service.authorize(card, 1)
            let second = try await service.authorize(other, 2) { $0.outcome = .declined(.insufficientFunds) }
            let third = try await service.authorize(abroad, 3) { $0.message.currency = "PLN" }
            func listed(
                _ change: (inout AuthorizationListQuery) -> Void
            ) async throws -> (ids: [String], meta: CardListBody.Meta) {
                var query = AuthorizationListQuery()
                change(&query)
                let list = try await cards.authorizations(query)
                return (list.authorizations.map(\.id), list.meta)
            }
            #expect(try await listed { _ in }.ids == [third, second, first])
            #expect(try await listed { $0.accountId = card.accountId }.ids == [second, first])
            #expect(try await listed { $0.accountId = "999999999999" }.ids == [])
            #expect(try await listed { $0.cardId = other.cardId.uppercased() }.ids == [second])
            #expect(try await listed { $0.status = "DECLINED" }.ids == [second])
            #expect(try await listed { $0.status = "UNKNOWN" }.ids == [])
            let time = Timestamp(IssuingFixture.now + 2)
            #expect(try await listed { $0.startDate = time }.ids == [third, second])
            #expect(try await listed { $0.endDate = time }.ids == [second, first])
            #expect(try await listed { ($0.startDate, $0.endDate) = (time, time) }.ids == [second])
            let page = try await listed { ($0.limit, $0.offset) = (2, 2) }
            #expect(page.ids == [first])
            #expect(page.meta.numberOfRecords == 3 && page.meta.limit == 2 && page.meta.page == 2)
            #expect(try await listed { $0.offset = 3 }.meta.numberOfRecords == 3)
        }
    }

    @Test("Of authorizations of the same second, the last one that was made comes first, whatever its id")
    func order() async throws {
        try await withLiveService { service in
            let cards = try await service.cards(of: .ivana)
            let card = try await cards.create(.virtual)
            var ids: [String] = []
            for number in [2, 3, 1] { ids.append(try await service.authorize(card, number) { $0.seconds = 0 }) }
            #expect(try await cards.authorizations().authorizations.map(\.id) == ids.reversed())
        }
    }

    @Test("Another customer's authorization, an unknown one and an invalid id get the same answer, byte for byte")
    func strangers() async throws {
        try await withLiveService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let id = try await service.authorize(card, 1)
            let token = try await service.token(of: .jonas)
            let same = [(name: "X-Request-Id", value: "same")]
            let other = try await service.ask("GET", "\(Self.path)/\(id)", token: token, headers: same)
            #expect(other.problem == Problem(.entityNotFound, "There is no such authorization."))
            for unknown in [try AuthorizationSample.id(2).spelled, card.cardId, "1", "x", "%00", "a%2Fb"] {
                let answer = try await service.ask("GET", "\(Self.path)/\(unknown)", token: token, headers: same)
                #expect(answer.status == 404 && answer.body == other.body, "\(unknown)")
            }
            #expect(try await service.cards(of: .jonas).authorizations().meta.numberOfRecords == 0)
        }
    }

    @Test("All wrong filters are reported at once, and a wrong page has its own code")
    func wrongFilters() async throws {
        try await withLiveService { service in
            let token = try await service.token(of: .ivana)
            let query = "accountId=x&cardId=1&status=DONE&startDate=today&endDate=2026&limit=51&slipId=1"
            let answer = try await service.ask("GET", "\(Self.path)?\(query)", token: token)
            #expect(answer.status == 400 && answer.problem?.code == .fieldErrors)
            #expect(answer.problem?.fieldErrors.map(\.field) == [
                "accountId", "cardId", "status", "startDate", "endDate", "limit", "slipId",
            ])
            for (page, isGood) in [
                ("limit=1", true), ("limit=50", true), ("limit=0", false), ("limit=51", false), ("limit=-1", false),
                ("offset=0", true), ("offset=2147483647", true), ("offset=-1", false), ("offset=2147483648", false),
            ] {
                let answer = try await service.ask("GET", "\(Self.path)?\(page)", token: token)
                #expect(answer.status == (isGood ? 200 : 400), "\(page)")
                #expect(answer.problem?.code == (isGood ? nil : .incorrectOffsetAndLimit), "\(page)")
            }
        }
    }

    @Test("The contract has every word that an authorization or a transaction can have")
    func words() {
        func lacking(_ words: [String], in vocabulary: [String]) -> [String] {
            words.filter { !vocabulary.contains($0) }
        }
        #expect(AuthorizationStatus.allCases.map(\.rawValue) == Vocabulary.authorizationStatuses)
        #expect(TransactionType.allCases.map(\.rawValue) == Vocabulary.authorizationTypes.dropLast())
        #expect(EntryMode.allCases.map(\.rawValue) == Vocabulary.panEntryMethods)
        #expect(CardPresence.allCases.map(\.rawValue) == Vocabulary.cardPresences)
        #expect(lacking(CardholderPresence.allCases.map(\.rawValue), in: Vocabulary.cardholderPresences) == [])
        #expect(lacking(CardholderChallenge.allCases.map(\.rawValue), in: Vocabulary.cardholderChallenges) == [])
        #expect(lacking(SentToken.Wallet.allCases.map(\.rawValue), in: Vocabulary.walletTypes) == [])
        #expect(LedgerAccount.Fee.allCases.map(\.rawValue) == Vocabulary.feeReasons)
        #expect(AccountTransaction.Kind.allCases.map(\.rawValue) == Vocabulary.transactionTypes)
        #expect(AccountTransaction.Status.allCases.map(\.rawValue) == Vocabulary.transactionStatuses)
    }
}
