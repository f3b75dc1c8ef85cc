import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPTypes
import Testing
import TestSupport
import Validation

@Suite("A business and its customers' wallets, over HTTP")
struct WalletStoryTests {
    private static let wallets = "/digitalwallets/v2/wallets"
    private static let person = #"{"externalId":"order-4711","email":"ana@example.com","mobile":"+34 600123456","#
        + #""registrationIp":"192.0.2.50","firstName":"Ana-María","lastName":"d'Arc","address1":"Gran Vía 1","#
        + #""city":"Madrid","zip":"28013","countryCode":"ES","birthDate":"1981-01-11","nationality":"ES"}"#
    private static let body = #"{"customer":\#(person),"accounts":[{"currencyCode":"EUR"}]}"#

    @Test("A new customer gets a card with the name on it, is restricted, and is free again", arguments: ["v1", "v2"])
    func story(version: String) async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func ask(_ method: String, _ path: String, _ body: String = "") async throws -> RawAnswer {
                try await service.ask(method, "/digitalwallets/\(version)\(path)", token: token, body)
            }
            let wallet: WalletBody = try await ask("POST", "/wallets", Self.body).decoded(expecting: 200)
            let id = wallet.customer.id
            #expect(wallet.accounts.map(\.currencyCode) == ["EUR"] && wallet.accounts.first?.customerId == id)
            #expect(wallet.customer.type == "PERSON" && wallet.customer.restrictions == [])
            #expect(try await ask("POST", "/wallets", Self.body).decoded(as: WalletBody.self) == wallet)
            let card = try await service.business().create(for: id, .virtual)
            #expect(card.accountId == wallet.accounts.first?.id)
            #expect(try await service.exchanged(id) == 200)

            let changed: CustomerPersonBody = try await ask(
                "PATCH", "/customer-persons/\(id)",
                #"{"id":7,"externalId":[],"registrationIp":null,"title":"Dr.","lastName":"Łuk","state":""}"#
            ).decoded(expecting: 200)
            #expect(changed.title == "Dr." && changed.lastName == "Łuk" && changed.firstName == "Ana-María")
            #expect(changed.externalId == "order-4711" && changed.registrationIp == "192.0.2.50")
            for name in ["OUTGOING_TRANSACTIONS", "SEND_MONEY", "OUTGOING_TRANSACTIONS"] {
                let placed = try await ask("POST", "/customers/\(id)/restrictions", #"{"name":"\#(name)"}"#)
                #expect(try placed.decoded(as: RestrictionListBody.self, expecting: 201).id == id)
            }
            let lifted: RestrictionListBody = try await ask("DELETE", "/customers/\(id)/restrictions").decoded(
                expecting: 200)
            #expect(lifted == RestrictionListBody(id: id, restrictions: []))
            #expect(try await ask("POST", "/wallets", Self.body).decoded(as: WalletBody.self).customer == changed)
        }
    }

    @Test("A movement that a restriction blocks is refused with 403, also for a restricted recipient")
    func blocked() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            try await service.load(5000, for: .ivana)
            var place = PlaceRestrictionBody()
            place.name = "ALL_TRANSACTIONS"
            let placed = try await business.placeRestriction(on: "10000001", place)
            #expect(placed.restrictions == [
                RestrictionBody(
                    name: "ALL_TRANSACTIONS", reason: "MERCHANT_REQUEST",
                    requiredActions: ["CONTACT_CUSTOMER_SERVICE"]),
            ])
            let token = try await service.businessToken()
            let transfer = #"{"amount":1000,"currencyCode":"EUR","recipient":{"customerId":"10000002"},"#
                + #""transferDetails":{"reason":"PEER_TRANSFER"}}"#
            let withdrawal = #"{"amount":1000,"currencyCode":"EUR","paymentOption":"BANK_TRANSFER","#
                + #""paymentInstrumentReference":{"id":"1001","instrumentType":"SEPA_BANK_ACCOUNT"}}"#
            for (name, body) in [
                ("deposits", #"{"amount":1000,"currencyCode":"EUR"}"#), ("transfers", transfer),
                ("withdrawals", withdrawal),
            ] {
                let answer = try await service.ask(
                    "POST", "/digitalwallets/v2/customers/10000001/\(name)", token: token, body)
                #expect(answer.problem == Problem(
                    .operationNotAllowed,
                    "The customer has the restriction ALL_TRANSACTIONS, which blocks this; lift it first."), "\(name)")
            }
            try await service.load(1000, for: .jonas)
            let own = try await service.ask(
                "POST", "/digitalwallets/v1/profile/transfers", token: service.token(of: .jonas),
                transfer.replacing("10000002", with: "10000001"))
            #expect(own.problem == Problem(
                .operationNotAllowed, "The recipient cannot receive money now; name another one, or try again later."))
        }
    }

    @Test("All wrong fields of a wallet are reported at once, and nothing is created")
    func wrongWallets() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func fields(_ body: String) async throws -> [String]? {
                let answer = try await service.ask("POST", Self.wallets, token: token, body)
                #expect(answer.status == 400 && answer.problem?.code == .fieldErrors)
                return answer.problem?.fieldErrors.map(\.field)
            }
            #expect(try await fields("{}") == ["customer"])
            #expect(try await fields(#"{"customer":{}}"#) == [
                "externalId", "email", "mobile", "registrationIp", "firstName", "lastName", "address1", "city", "zip",
                "countryCode", "birthDate",
            ].map { "customer.\($0)" })
            let wrong = Self.body.replacing("1981-01-11", with: "11.1.1981")
                .replacing("EUR", with: "XXY").replacing("192.0.2.50", with: "192.0.250")
                .replacing(#""externalId":"order-4711""#, with: #""externalId":1,"type":"LEGAL_ENTITY","kyc":{}"#)
                .replacing(#""nationality":"ES""#, with: #""nationality":"E","restrictions":[{"name":"NAP"}]"#)
            #expect(Set(try await fields(wrong) ?? []) == [
                "customer.externalId", "customer.type", "customer.kyc", "customer.birthDate",
                "customer.registrationIp", "customer.nationality", "customer.restrictions[0].name",
                "accounts[0].currencyCode",
            ])
            let long = String(repeating: "a", count: 151)
            #expect(try await fields(Self.body.replacing("ana@example.com", with: long)) == ["customer.email"])
            #expect(try await fields(Self.body.replacing("+34 600123456", with: long)) == ["customer.mobile"])
            let dated = Self.body.replacing(#""email""#, with: #""registrationDate":"yesterday","email""#)
            #expect(try await fields(dated) == ["customer.registrationDate"])
            #expect(try await service.ask("POST", Self.wallets, token: token, Self.body).status == 200)
        }
    }

    @Test("Another customer's identifier is refused with 409; a wallet lists placed and legal restrictions")
    func identifiers() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func ask(_ body: String) async throws -> RawAnswer {
                try await service.ask("POST", Self.wallets, token: token, body)
            }
            let open = Self.body
                .replacing(#","nationality":"ES""#, with: #","restrictions":[{"name":"LOGIN"},{"name":"LOGIN"}]"#)
                .replacing(#""email""#, with: #""registrationDate":"2026-11-20T08:00:00+00:00","email""#)
            let wallet: WalletBody = try await ask(open).decoded(expecting: 200)
            #expect(wallet.customer.restrictions.map(\.name) == ["LOGIN", "OUTGOING_TRANSACTIONS"])
            #expect(wallet.customer.restrictions.map(\.reason) == ["MERCHANT_REQUEST", "KYC"])
            #expect(wallet.customer.restrictions.last?.requiredActions == ["COMPLETE_ONBOARDING"])
            #expect(wallet.customer.registrationDate?.description == "2026-11-20T08:00:00Z")
            #expect(try await service.exchanged(wallet.customer.id) == 400)
            for body in [
                Self.body.replacing("order-4711", with: "other"), Self.body.replacing("ana@", with: "other@"),
            ] {
                let taken = try await ask(body)
                #expect(taken.status == 409 && taken.problem?.code == .customerExists)
            }
            let rest = try await service.business().liftRestrictions(of: wallet.customer.id)
            #expect(rest.restrictions.map(\.reason) == ["KYC"])
            #expect(try await service.exchanged(wallet.customer.id) == 200)
        }
    }

    @Test("A member that cannot change is a field error, whatever its value; another country is refused with 403")
    func wrongChanges() async throws {
        try await withLiveService { service in
            let token = try await service.businessToken()
            func ask(_ body: String) async throws -> RawAnswer {
                try await service.ask("PATCH", "/digitalwallets/v2/customer-persons/10000001", token: token, body)
            }
            let before = try await ask("{}")
            #expect(before.status == 200)
            for body in [
                #"{"type":"PERSON","email":"a@b","restrictions":[{"name":"OTHER"}],"title":"Dr."}"#,
                #"{"type":1,"email":{},"restrictions":[],"title":"Dr."}"#,
            ] {
                #expect(try await ask(body).problem?.fieldErrors.map(\.field) == ["type", "email", "restrictions"])
            }
            let wrong = try await ask(
                #"{"firstName":"","lastName":"Иван","title":"\#(String(repeating: "a", count: 16))","zip":1,"#
                    + #""state":"Utah","nationality":"xx","occupation":"KING","mobile":"+1 1","birthDate":"today"}"#)
            #expect(Set(wrong.problem?.fieldErrors.map(\.field) ?? []) == [
                "firstName", "lastName", "title", "zip", "state", "nationality", "occupation", "mobile", "birthDate",
            ])
            #expect(try await ask(#"{"countryCode":"DE"}"#).problem?.code == .operationNotAllowed)
            #expect(try await ask(#"{"countryCode":"BG"}"#).status == 200)
            for name in ["LOGIN", "OTHER", "send_money"] {
                let answer = try await service.ask(
                    "POST", "/digitalwallets/v2/customers/10000001/restrictions", token: token, #"{"name":"\#(name)"}"#)
                #expect(answer.problem?.fieldErrors.map(\.field) == ["name"])
            }
            #expect(try await ask("{}").body == before.body)
        }
    }
}

extension LiveService {
    /// The status of a token exchange for a customer.
    fileprivate func exchanged(_ customer: String) async throws -> Int {
        try await ask(
            "POST", Operations.issueToken.path(filling: ["brand": "demo"]),
            TokenGrant.customer(customer, scope: nil).formText,
            headers: [
                ("Authorization", "Basic \("demo-app:demo-secret".base64)"),
                ("Content-Type", "application/x-www-form-urlencoded"),
            ]).status
    }
}
