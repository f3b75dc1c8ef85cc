import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Issuing
import Ledger
import Testing
import TestSupport
import Validation

@Suite("Disputes over HTTP")
struct DisputeStoryTests {
    /// A purchase of 12.34 with a card of Mastercard, whose program gives provisional credit.
    private func begin(_ service: LiveService) async throws -> (own: CustomerOperations, payment: String) {
        let own = try await service.cards(of: .ivana)
        var application = CreateCardBody()
        (application.programName, application.currency) = ("SKRILL-VIRTUAL-MC-EEA", "EUR")
        let card = try await own.create(application)
        let terms = try await service.sandbox(
            "PUT", "/programs/SKRILL-VIRTUAL-MC-EEA/payment-terms", #"{"provisionalCredit":true}"#)
        #expect(terms.status == 200)
        _ = try await service.load(5000, "EUR", for: .ivana)
        return (own, try await service.purchase(1234, with: card))
    }

    private func claim(_ payment: String, _ amount: Int? = nil) -> CreateDisputeBody {
        var body = CreateDisputeBody()
        (body.authorizationId, body.amount, body.reason) = (payment, amount, "NOT_RECEIVED")
        body.description = "The parcel has not arrived."
        return body
    }

    /// Checks that debits equal credits, and that the statement of account ends with the account's balance.
    private func check(
        _ service: LiveService, _ own: CustomerOperations, _ account: String, balance: Int,
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        #expect(try await service.fixture.findings() == [], sourceLocation: location)
        let statement = try await own.statement(of: account)
        let stored = try await own.account(account).totalBalance
        #expect(statement.closingBalance == balance && stored == balance, sourceLocation: location)
    }

    @Test(
        "Purchase, dispute, 45 days, representment, pre-arbitration, and lost or won: every step adds up",
        arguments: [("ISSUER", "LOST", 3766), ("ACQUIRER", "WON", 5000)])
    func story(_ giver: String, _ end: String, _ balance: Int) async throws {
        try await withLiveService { service in
            let (first, payment) = try await begin(service)
            var own = first
            let dispute = try await own.createDispute(claim(payment))
            #expect(dispute.status == "OPEN" && dispute.amount == 1234 && dispute.creditedAmount == 1234)
            #expect(dispute.deadline?.description == "2026-07-13T12:00:00Z")
            try await check(service, own, dispute.accountId, balance: 5000)
            func take(_ step: String, _ actor: String) async throws -> DisputeBody {
                try await service.sandbox(
                    "POST", "/disputes/\(dispute.id)/steps", #"{"actor":"\#(actor)","step":"\#(step)"}"#
                ).decoded(expecting: 200)
            }
            #expect(try await take("CHARGE_BACK", "ISSUER").deadline?.description == "2026-04-29T12:00:00Z")
            try await check(service, own, dispute.accountId, balance: 5000)
            _ = try await service.sandbox("PUT", "/clock", #"{"advanceSeconds":\#(45 * 86_400)}"#)
            own = try await service.cards(of: .ivana)
            let said = #"{"networkReference":"MC-1","disputeId":"\#(dispute.id)","step":"REPRESENT"}"#
            for _ in 1...2 {
                let represented: DisputeBody = try await service.ask(
                    "POST", "/network/disputes", said, on: .network
                ).decoded(expecting: 200)
                #expect(represented.status == "REPRESENTED")
            }
            try await check(service, own, dispute.accountId, balance: 5000)
            #expect(try await take("PRE_ARBITRATE", "ISSUER").status == "PRE_ARBITRATION")
            try await check(service, own, dispute.accountId, balance: 5000)
            #expect(try await take("ACCEPT", giver).status == end)
            try await check(service, own, dispute.accountId, balance: balance)
            let steps = try await own.dispute(dispute.id).history?.map(\.step)
            #expect(steps == ["OPEN", "CHARGE_BACK", "REPRESENT", "PRE_ARBITRATE", "ACCEPT"])
            let types = try await own.transactions().transactions.map(\.type)
            #expect(types == (end == "LOST" ? ["CHARGEBACK_REVERSAL"] : []) + ["CHARGEBACK", "PREPAID_CARD", "DEPOSIT"])
            let refused = try await service.ask(
                "POST", "/network/disputes", said.replacing("MC-1", with: "MC-2"), on: .network)
            #expect(refused.status == 403 && refused.text.contains("DW-OPERATION-NOT-ALLOWED"))
        }
    }

    @Test("A customer adds a file and reads it, and a brand does the same for its customer alone")
    func evidence() async throws {
        try await withLiveService { service in
            let (own, payment) = try await begin(service)
            let business = try await service.business()
            let dispute = try await business.createDispute(for: "10000001", claim(payment, 500))
            var file = AddEvidenceBody()
            (file.fileName, file.mediaType, file.content) = ("receipt.txt", "text/plain", "UmVjZWlwdA==")
            let first = try await own.addEvidence(to: dispute.id, file)
            #expect(first.size == 7 && first.actor == "CUSTOMER")
            let second = try await business.addEvidence(to: dispute.id, of: "10000001", file)
            #expect(second.actor == "BUSINESS")
            #expect(try await own.evidence(first.id, of: dispute.id).content == file.content)
            #expect(try await business.evidence(first.id, of: dispute.id, "10000001").fileName == "receipt.txt")
            let shown = try await own.dispute(dispute.id)
            #expect(shown == (try await business.dispute(dispute.id, of: "10000001")))
            #expect(shown.evidence?.map(\.id) == [first.id, second.id] && shown.description != nil)
            #expect(try await own.disputes().disputes.map(\.id) == [dispute.id])
            let stranger = try await service.cards(of: .jonas)
            await expectProblem(.entityNotFound, "There is no such dispute.") { try await stranger.dispute(dispute.id) }
            await expectProblem(.entityNotFound, "The dispute has no such file.") {
                try await stranger.evidence(first.id, of: dispute.id)
            }
            #expect(try await own.withdrawDispute(dispute.id).status == "WITHDRAWN")
            #expect(try await business.withdrawDispute(dispute.id, of: "10000001").status == "WITHDRAWN")
            try await check(service, own, dispute.accountId, balance: 3766)
        }
    }

    @Test("A response names all wrong fields of a claim or of a file, and the same key opens one dispute")
    func requests() async throws {
        try await withLiveService { service in
            let (_, payment) = try await begin(service)
            let (path, token) = ("/digitalwallets/v1/profile/disputes", try await service.token(of: .ivana))
            let wrong = try await service.ask(
                "POST", path, token: token,
                #"{"authorizationId":"1","amount":0,"reason":"WHY","description":"Card 4895370000000007"}"#)
            #expect(wrong.status == 400)
            for field in ["authorizationId", "amount", "reason", "description"] {
                #expect(wrong.text.contains(#""field":"\#(field)""#), "\(field)")
            }
            let body = #"{"authorizationId":"\#(payment)","reason":"FRAUD"}"#
            let key = [(name: "Idempotency-Key", value: "once")]
            let first = try await service.ask("POST", path, token: token, body, headers: key)
            let again = try await service.ask("POST", path, token: token, body, headers: key)
            #expect(first.status == 201 && again.body == first.body && again["Idempotent-Replayed"] == "true")
            let second = try await service.ask("POST", path, token: token, body)
            #expect(second.status == 409 && second.text.contains("DW-DISPUTE-CONFLICT"))
            let dispute: DisputeBody = try first.decoded(expecting: 201)
            let file = try await service.ask(
                "POST", "\(path)/\(dispute.id)/evidence", token: token,
                #"{"fileName":"../receipt.txt","mediaType":"image/gif","content":"?"}"#)
            #expect(file.status == 400)
            for field in ["fileName", "mediaType", "content"] {
                #expect(file.text.contains(#""field":"\#(field)""#), "\(field)")
            }
        }
    }
}

extension IssuingFixture {
    fileprivate func findings() async throws -> [String] {
        try await CheckStatements.report(on: issuing.database, and: AuthorizationInvariants.all)
            .findings.map(\.description)
    }
}
