import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The bookkeeping of an account and the payments of merchants")
struct AccountBookkeepingTests {
    private struct Postings: Decodable {
        struct Posting: Decodable {
            let journalId, date, direction, currencyCode, otherAccount: String
            let number, amount, balance: Int
            let transactionId, transactionType: String?
        }

        let postings: [Posting]
        let meta: Meta
    }

    private struct Holds: Decodable {
        struct Hold: Decodable {
            let holdId, currencyCode, createdDate: String
            let expiryDate: String?
            let amount, cleared: Int
        }

        let holds: [Hold]
        let meta: Meta
    }

    private struct Payments: Decodable {
        struct Step: Decodable {
            let number, amount: Int
            let kind: String
        }

        struct Payment: Decodable {
            let id, merchantId, gateway, reference, status, currencyCode, lastFour: String
            let declineReason: String?
            let amount, authorized, captured, refunded, voided: Int
            let steps: [Step]
        }

        let payments: [Payment]
        let meta: Meta
    }

    private struct Meta: Decodable, Equatable {
        let numberOfRecords, limit, page: Int
    }

    @Test("A load is a posting, and a purchase is a hold until it is cleared")
    func book() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let load = #"{"amount":250,"currencyCode":"EUR"}"#
            #expect(try await service.sandbox("POST", "/customers/10000001/load", load).status == 201)
            try await shop.authorize("12.34")
            let account = try #require(shop.card.accountId)
            let all: Postings = try await service.sandbox("GET", "/accounts/\(account)/postings")
                .decoded(expecting: 200)
            #expect(all.postings.map(\.amount) == [250, 5000] && all.postings.map(\.balance) == [5250, 5000])
            #expect(all.postings.allSatisfy { $0.direction == "CREDIT" && $0.otherAccount == "safeguarding" })
            #expect(all.postings.allSatisfy { $0.transactionId != nil && $0.currencyCode == "EUR" })
            #expect(all.meta == Meta(numberOfRecords: 2, limit: 20, page: 1))
            let second: Postings = try await service.sandbox("GET", "/accounts/\(account)/postings?limit=1&offset=1")
                .decoded()
            #expect(second.postings.map(\.amount) == [5000] && second.meta.page == 2)
            let holds: Holds = try await service.sandbox("GET", "/accounts/\(account)/holds").decoded(expecting: 200)
            #expect(holds.holds.map(\.amount) == [1234] && holds.holds.map(\.cleared) == [0])
            #expect(holds.holds.allSatisfy { $0.currencyCode == "EUR" } && holds.meta.numberOfRecords == 1)
        }
    }

    @Test("An account that does not exist, or is another tenant's, is not found", arguments: [
        "1", "x", "0", "999999999999", "1234567890123",
    ])
    func unknown(account: String) async throws {
        try await withSharedSandboxService { service in
            for list in ["postings", "holds"] {
                let answer = try await service.sandbox("GET", "/accounts/\(account)/\(list)")
                #expect(answer.status == 404)
            }
        }
    }

    @Test("An account without postings has an empty list")
    func empty() async throws {
        try await withSandboxService { service in
            let card = try await service.cards(of: .ivana).create(.virtual)
            let account = try #require(card.accountId)
            let none: Postings = try await service.sandbox("GET", "/accounts/\(account)/postings")
                .decoded(expecting: 200)
            #expect(none.postings.isEmpty && none.meta.numberOfRecords == 0)
            #expect(try await service.sandbox("GET", "/accounts/\(account)/holds?limit=0").status == 400)
        }
    }

    @Test("Merchants' payments are listed with their steps, by merchant and by gateway")
    func payments() async throws {
        try await withSandboxService { service in
            let shop = try await Shop(at: service)
            let other = try await Shop(at: service)
            try await shop.authorize("1.00", order: "one", capture: "Y")
            try await shop.authorize("9999.00", order: "two")
            try await other.authorize("2.00", order: "three")
            func list(_ query: String) async throws -> Payments {
                try await service.sandbox("GET", "/payments" + query).decoded(expecting: 200)
            }
            let all = try await list("")
            #expect(all.meta.numberOfRecords == 3)
            let own = try await list("?merchantId=\(shop.id)&gateway=cardpointe")
            #expect(own.payments.count == 2 && own.payments.allSatisfy { $0.merchantId == shop.id })
            let captured = try #require(own.payments.first { $0.amount == 100 })
            #expect(captured.status == "CAPTURED" && captured.captured == 100 && captured.currencyCode == "EUR")
            #expect(captured.steps.map(\.kind) == ["CAPTURE"] && captured.steps.map(\.amount) == [100])
            let declined = try #require(own.payments.first { $0.amount == 999_900 })
            #expect(declined.status == "DECLINED" && declined.declineReason == "INSUFFICIENT_FUNDS")
            #expect(try await list("?gateway=stitch").payments.isEmpty)
            #expect(try await list("?merchantId=unknown").meta.numberOfRecords == 0)
            #expect(try await list("?limit=1&offset=2").meta == Meta(numberOfRecords: 3, limit: 1, page: 3))
            let wrong = try await service.sandbox("GET", "/payments?merchantId=a-b&gateway=strype")
            #expect(wrong.status == 400)
            #expect(wrong.text.contains(#""field":"merchantId""#) && wrong.text.contains(#""field":"gateway""#))
        }
    }
}
