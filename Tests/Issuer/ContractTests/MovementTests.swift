import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import HTTPTypes
import Issuing
import Testing
import TestSupport
import Validation

@Suite("Deposits and transfers")
struct MovementTests {
    private static let deposit = #"{"amount":1000,"currencyCode":"EUR"}"#
    private static let version2 = "/digitalwallets/v2/customers/"

    private static func transfer(_ amount: Int = 1000, _ currency: String = "EUR", to recipient: String) -> String {
        #"{"amount":\#(amount),"currencyCode":"\#(currency)","recipient":{"customerId":"\#(recipient)"},"#
            + #""transferDetails":{"reason":"PEER_TRANSFER","description":"Half of the rent"}}"#
    }

    @Test("A business deposits money in three steps, and the customer reads the transaction")
    func deposit() async throws {
        try await withLiveService { service in
            let (business, ivana) = (try await service.business(), try await service.cards(of: .ivana))
            var body = CreateDepositBody()
            (body.amount, body.currencyCode, body.merchantRefNum) = (1000, "EUR", "5040452805")
            let preview = try await business.createDeposit(for: "10000001", body)
            #expect(preview.status == "PREVIEW" && preview.amount == 1000 && preview.customerId == "10000001")
            #expect(preview.transactionId == nil && preview.slipId == nil && preview.accountId == nil)
            #expect(preview.recipient == nil && preview.transferDetails == nil)
            #expect(try await ivana.transactions().transactions.isEmpty)
            let pending = try await business.updateDeposit(preview.id, of: "10000001", .step("PENDING"))
            #expect(pending.status == "PENDING" && pending.transactionId != nil)
            let processing = try await business.updateDeposit(preview.id, of: "10000001", .step("PROCESSING"))
            #expect(processing.status == "PROCESSING" && processing.slipId == pending.slipId)
            try await service.fixture.issuing.settleWhatIsDue()
            let done = try await ivana.transaction(try #require(pending.transactionId))
            #expect(done.type == "DEPOSIT" && done.status == "COMPLETED" && done.merchantRefNum == "5040452805")
            #expect(done.slipId == pending.slipId && done.balance == 1000 && done.accountId == pending.accountId)
            var query = TransactionListQuery()
            query.merchantRefNum = "5040452805"
            #expect(try await ivana.transactions(query).transactions == [done])
            query.merchantRefNum = "5040452806"
            #expect(try await ivana.transactions(query).transactions == [])
        }
    }

    @Test("A customer sends money to another one, and both read their transactions")
    func transfer() async throws {
        try await withLiveService { service in
            let (ivana, jonas) = (try await service.cards(of: .ivana), try await service.cards(of: .jonas))
            try await service.load(5000, for: .ivana)
            var body = CreateTransferBody()
            (body.amount, body.currencyCode) = (1200, "EUR")
            (body.recipient, body.transferDetails) = (.init(), .init())
            body.recipient?.customerId = LiveService.Person.jonas.rawValue
            body.transferDetails?.reason = "PEER_TRANSFER"
            let preview = try await ivana.createTransfer(body)
            #expect(preview.status == "PREVIEW" && preview.recipient?.customerId == "10000002")
            #expect(preview.transferDetails == .init(reason: "PEER_TRANSFER", description: nil))
            for step in ["PENDING", "PROCESSING"] {
                #expect(try await ivana.updateTransfer(preview.id, .step(step)).status == step)
            }
            try await service.fixture.issuing.settleWhatIsDue()
            let sent = try #require(try await ivana.transactions().transactions.first)
            let received = try #require(try await jonas.transactions().transactions.first)
            #expect(sent.type == "TRANSFER_OUT" && sent.direction == "DEBIT" && sent.balance == 3800)
            #expect(received.type == "TRANSFER_IN" && received.direction == "CREDIT" && received.balance == 1200)
            #expect(sent.slipId == received.slipId && received.customerId == "10000002")
        }
    }

    @Test("A business sends a customer's money; a transfer without the money fails")
    func businessTransfer() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let path = Self.version2 + "10000001/transfers"
            try await service.load(1000, for: .ivana)
            func create(_ body: String) async throws -> MovementBody {
                try await service.ask("POST", path, token: token, body).decoded(expecting: 201)
            }
            func step(_ transfer: MovementBody, _ status: String) async throws -> RawAnswer {
                try await service.ask(
                    "POST", "\(path)/\(transfer.id)/status", token: token, #"{"status":"\#(status)"}"#)
            }
            let large = try await create(Self.transfer(1001, to: "10000002"))
            let refused = try await step(large, "PENDING")
            #expect(refused.status == 400 && refused.problem?.code == .transferNotEnoughBalance)
            let first = try await create(Self.transfer(600, to: "10000002"))
            let second = try await create(Self.transfer(600, to: "10000002"))
            for transfer in [first, second] { #expect(try await step(transfer, "PENDING").status == 200) }
            #expect(try await step(first, "PROCESSING").decoded(as: MovementBody.self).status == "PROCESSING")
            let failed: MovementBody = try await step(second, "PROCESSING").decoded(expecting: 200)
            #expect(failed.status == "FAILED" && failed.statusReason == "INSUFFICIENT_FUNDS")
            let dollars = try await service.ask("POST", path, token: token, Self.transfer(1, "USD", to: "10000002"))
            #expect(dollars.status == 400 && dollars.problem?.code == .transferInvalidCurrency)
        }
    }

    /// The steps before, the step that is refused, and the message of the refusal.
    static let outOfOrder: [(taken: [String], step: String, message: String)] = [
        ([], "PROCESSING", "is PREVIEW, so it cannot become PROCESSING. PENDING is accepted now."),
        (["PENDING"], "PENDING", "is PENDING, so it cannot become PENDING. PROCESSING is accepted now."),
        (["PENDING", "PROCESSING"], "PENDING", "is PROCESSING, so it cannot become PENDING. No step is accepted now."),
    ]

    @Test("A step out of order is a 403 that names the status and what is accepted", arguments: outOfOrder)
    func order(taken: [String], step: String, message: String) async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            try await service.load(1000, for: .ivana)
            for (noun, body) in [("deposit", Self.deposit), ("transfer", Self.transfer(to: "10000002"))] {
                let path = Self.version2 + "10000001/\(noun)s"
                let created: MovementBody = try await service.ask(
                    "POST", path, token: token, body
                ).decoded(expecting: 201)
                func take(_ step: String) async throws -> RawAnswer {
                    try await service.ask(
                        "POST", "\(path)/\(created.id)/status", token: token, #"{"status":"\#(step)"}"#)
                }
                for step in taken { #expect(try await take(step).status == 200) }
                let refused = try await take(step)
                #expect(refused.status == 403)
                #expect(refused.problem == Problem(.operationNotAllowed, "The \(noun) \(message)"))
            }
        }
    }

    @Test("An unknown deposit, customer and recipient are not found, nor are those of others")
    func strangers() async throws {
        try await withLiveService { service in
            let (business, ivana) = (try await service.businessToken(), try await service.token(of: .ivana))
            let elsewhere = try await service.customerOfAnotherBrand()
            try await service.load(1000, for: .ivana)
            let created: MovementBody = try await service.ask(
                "POST", Self.version2 + "10000002/deposits", token: business, Self.deposit
            ).decoded(expecting: 201)
            let step = #"{"status":"PENDING"}"#
            for id in [created.id, "00000000-0000-4000-8000-000000000000", "x"] {
                for (path, token, noun) in [
                    (Self.version2 + "10000001/deposits", business, "deposit"),
                    (Self.version2 + "10000002/transfers", business, "transfer"),
                    ("/digitalwallets/v1/profile/transfers", ivana, "transfer"),
                ] {
                    let missing = try await service.ask("POST", "\(path)/\(id)/status", token: token, step)
                    #expect(missing.problem == Problem(.entityNotFound, "There is no such \(noun)."), "\(path)/\(id)")
                }
            }
            for nobody in [elsewhere, "99", "x"] {
                for (path, body) in [
                    ("deposits", Self.deposit), ("deposits/\(created.id)/status", step),
                    ("transfers", Self.transfer(to: "10000002")), ("transfers/\(created.id)/status", step),
                ] {
                    let answer = try await service.ask(
                        "POST", Self.version2 + "\(nobody)/\(path)", token: business, body)
                    #expect(answer.status == 404 && answer.problem?.code == .noSuchCustomer, "\(nobody)/\(path)")
                }
            }
            for nobody in [elsewhere, "99"] {
                for (path, token) in [
                    (Self.version2 + "10000001/transfers", business), ("/digitalwallets/v1/profile/transfers", ivana),
                ] {
                    let answer = try await service.ask("POST", path, token: token, Self.transfer(to: nobody))
                    #expect(answer.status == 404 && answer.problem?.code == .noSuchCustomer)
                }
            }
            let customers = try await service.ask(
                "POST", Self.version2 + "10000001/deposits", token: ivana, Self.deposit)
            #expect(customers.status == 403 && customers.problem?.code == .customerNotAllowed)
        }
    }

    @Test("A merchantRefNum returns the first deposit for the same request, and conflicts with another one")
    func reference() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            try await service.load(1000, for: .ivana)
            let deposits = Self.version2 + "10000001/deposits"
            let named = #"{"amount":1000,"currencyCode":"EUR","merchantRefNum":"r"}"#
            let first = try await service.ask("POST", deposits, token: token, named)
            let again = try await service.ask("POST", deposits, token: token, named)
            #expect(first.status == 201 && again.status == 201 && again.body == first.body)
            let other = named.replacing("1000", with: "1001")
            let refused = try await service.ask("POST", deposits, token: token, other)
            #expect(refused.status == 409 && refused.problem?.code == .depositDuplicatedMerchantRef)
            let transfer = Self.transfer(to: "10000002")
                .replacing(#"{"amount""#, with: #"{"merchantRefNum":"r","amount""#)
            let conflict = try await service.ask(
                "POST", Self.version2 + "10000001/transfers", token: token, transfer)
            #expect(conflict.status == 409 && conflict.problem?.code == .transferDuplicatedMerchantRef)
        }
    }

    @Test("An Idempotency-Key returns the first response of a deposit, even after its steps")
    func key() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            let path = Self.version2 + "10000001/deposits"
            let headers = [(name: "Idempotency-Key", value: "once")]
            let first = try await service.ask("POST", path, token: token, Self.deposit, headers: headers)
            let created: MovementBody = try first.decoded(expecting: 201)
            let step = try await service.ask(
                "POST", "\(path)/\(created.id)/status", token: token, #"{"status":"PENDING"}"#)
            #expect(step.status == 200)
            let again = try await service.ask("POST", path, token: token, Self.deposit, headers: headers)
            #expect(again.body == first.body && again["Idempotent-Replayed"] == "true")
        }
    }

    @Test("All wrong fields are reported at once")
    func wrongFields() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func fields(_ path: String, _ body: String) async throws -> [String]? {
                let answer = try await service.ask("POST", Self.version2 + "10000001/\(path)", token: token, body)
                #expect(answer.status == 400)
                return answer.problem?.fieldErrors.map(\.field)
            }
            let long = String(repeating: "r", count: 51)
            let money = #""amount":0,"currencyCode":"XXX","merchantRefNum":"\#(long)""#
            #expect(try await fields("deposits", "{}") == ["amount", "currencyCode"])
            #expect(try await fields("deposits", "{\(money),\"fee\":1}") == [
                "amount", "currencyCode", "merchantRefNum", "fee",
            ])
            #expect(try await fields("transfers", "{}") == ["amount", "currencyCode", "recipient", "transferDetails"])
            let wrong = #"{\#(money),"recipient":{"customerId":"0"},"transferDetails":{"reason":"GIFT"}}"#
            #expect(try await fields("transfers", wrong) == [
                "amount", "currencyCode", "recipient.customerId", "merchantRefNum", "transferDetails.reason",
            ])
            #expect(try await fields("transfers", Self.transfer(to: "10000001")) == ["recipient.customerId"])
            let id = "7d1f5b0e-9a53-4a4e-8a3e-5f0f6c1d2b34"
            for body in ["{}", #"{"status":"COMPLETED"}"#] {
                #expect(try await fields("deposits/\(id)/status", body) == ["status"])
                #expect(try await fields("transfers/\(id)/status", body) == ["status"])
            }
        }
    }
}

extension UpdateMovementStatusBody {
    fileprivate static func step(_ status: String) -> UpdateMovementStatusBody {
        var body = UpdateMovementStatusBody()
        body.status = status
        return body
    }
}

extension LiveService {
    func load(_ amount: Int, for person: Person) async throws {
        let body = #"{"amount":\#(amount),"currencyCode":"EUR"}"#
        #expect(try await sandbox("POST", "/customers/\(person.rawValue)/load", body).status == 201)
    }
}
