import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import HTTPTypes
import Issuing
import Testing
import TestSupport
import Validation

@Suite("Withdrawals over HTTP")
struct WithdrawalStoryTests {
    private static let path = "/digitalwallets/v2/customers/10000001/withdrawals"
    private static let ownPath = "/digitalwallets/v1/profile/withdrawals"
    private static let body = #"{"amount":1000,"currencyCode":"EUR","paymentOption":"BANK_TRANSFER","#
        + #""paymentInstrumentReference":{"id":"1001","instrumentType":"SEPA_BANK_ACCOUNT"}}"#

    @Test("A customer takes money out in three steps, and reads the transaction")
    func customer() async throws {
        try await withLiveService { service in
            let ivana = try await service.cards(of: .ivana)
            try await service.load(5000, for: .ivana)
            var body = CreateWithdrawalBody()
            (body.amount, body.currencyCode, body.paymentOption) = (1200, "EUR", "CARD")
            body.paymentInstrumentReference = .init()
            body.paymentInstrumentReference?.id = "1001"
            body.paymentInstrumentReference?.instrumentType = "CARD"
            body.merchantRefNum = "4bc2deb3-9766-4598-a08e-a98b60615936"
            let preview = try await ivana.createWithdrawal(body)
            #expect(preview.status == "PREVIEW" && preview.accountId != nil && preview.transactionId == nil)
            #expect(preview.paymentOption == "CARD" && preview.recipient == nil)
            #expect(preview.paymentInstrumentReference == .init(id: "1001", instrumentType: "CARD"))
            for status in ["PENDING", "PROCESSING"] {
                var step = UpdateMovementStatusBody()
                step.status = status
                #expect(try await ivana.updateWithdrawal(preview.id, step).status == status)
            }
            try await service.fixture.issuing.settleWhatIsDue()
            let paid = try #require(try await ivana.transactions().transactions.first)
            #expect(paid.type == "WITHDRAWAL" && paid.direction == "DEBIT" && paid.status == "COMPLETED")
            #expect(paid.balance == 3800 && paid.merchantRefNum == body.merchantRefNum)
        }
    }

    @Test("A business withdraws for its customer; a second withdrawal without the money is refused")
    func business() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            try await service.load(1500, for: .ivana)
            let key = [(name: "Idempotency-Key", value: "once")]
            let first = try await service.ask("POST", Self.path, token: token, Self.body, headers: key)
            let again = try await service.ask("POST", Self.path, token: token, Self.body, headers: key)
            #expect(again.body == first.body && again["Idempotent-Replayed"] == "true")
            let second: MovementBody = try await service.ask(
                "POST", Self.path, token: token, Self.body
            ).decoded(expecting: 201)
            let created: MovementBody = try first.decoded(expecting: 201)
            func step(_ id: String, _ status: String) async throws -> RawAnswer {
                try await service.ask(
                    "POST", "\(Self.path)/\(id)/status", token: token, #"{"status":"\#(status)"}"#)
            }
            #expect(try await step(created.id, "PROCESSING").problem == Problem(
                .operationNotAllowed,
                "The withdrawal is PREVIEW, so it cannot become PROCESSING. PENDING is accepted now."))
            for status in ["PENDING", "PROCESSING"] {
                #expect(try await step(created.id, status).decoded(as: MovementBody.self).status == status)
            }
            #expect(try await step(second.id, "PENDING").problem == Problem(
                .withdrawalNotEnoughBalance,
                "The available balance is less than the amount; load the account, or create a smaller withdrawal."))
        }
    }

    @Test("All wrong fields are reported at once; another currency, number, customer or id is refused")
    func refusals() async throws {
        try await withLiveService { service in
            let (token, jonas) = (try await service.businessToken(), try await service.token(of: .jonas))
            try await service.load(1000, for: .ivana)
            func ask(_ body: String) async throws -> RawAnswer {
                try await service.ask("POST", Self.path, token: token, body)
            }
            #expect(try await ask("{}").problem?.fieldErrors.map(\.field) == [
                "amount", "currencyCode", "paymentOption", "paymentInstrumentReference",
            ])
            let wrong = Self.body.replacing("BANK_TRANSFER", with: "CASH").replacing("SEPA_BANK_ACCOUNT", with: "IBAN")
                .replacing("1001", with: "").replacing("1000", with: "0")
            #expect(try await ask(wrong).problem?.fieldErrors.map(\.field) == [
                "amount", "paymentOption", "paymentInstrumentReference.id",
                "paymentInstrumentReference.instrumentType",
            ])
            let dollars = try await ask(Self.body.replacing("EUR", with: "USD"))
            #expect(dollars.status == 400 && dollars.problem?.code == .withdrawalInvalidCurrency)
            let numbered = Self.body.replacing(#"{"amount""#, with: #"{"merchantRefNum":"r","deviceInfo":{},"amount""#)
            #expect(try await ask(numbered).status == 201)
            let taken = try await ask(numbered.replacing("1001", with: "1002"))
            #expect(taken.status == 409 && taken.problem?.code == .withdrawalDuplicatedMerchantRef)
            let created: MovementBody = try await ask(Self.body).decoded(expecting: 201)
            for (path, token) in [
                ("\(Self.ownPath)/\(created.id)/status", jonas), ("\(Self.path)/x/status", token),
                (Self.path.replacing("withdrawals", with: "transfers") + "/\(created.id)/status", token),
            ] {
                let missing = try await service.ask("POST", path, token: token, #"{"status":"PENDING"}"#)
                #expect(missing.status == 404 && missing.problem?.code == .entityNotFound, "\(path)")
            }
        }
    }
}
