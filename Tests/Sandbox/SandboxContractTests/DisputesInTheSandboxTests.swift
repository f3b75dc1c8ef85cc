import Authorizing
import CardAPI
import CardClient
import ContractTestSupport
import HTTPContract
import Issuing
import Ledger
import Testing
import TestSupport

@Suite("Disputes of all customers in the sandbox")
struct DisputesInTheSandboxTests {
    private struct Located: Decodable {
        let dispute: DisputeBody
        let brand, ownerName: String
    }

    private struct List: Decodable {
        struct Meta: Decodable {
            let numberOfRecords: Int
        }

        let disputes: [Located]
        let meta: Meta
    }

    private struct Seen: Decodable {
        struct Step: Decodable {
            let actor, step, status: String

            var text: String { "\(actor) \(step) \(status)" }
        }

        let dispute: DisputeBody
        let brand, ownerName: String
        let nextSteps: [Step]
    }

    private func dispute(of customer: LiveService.Person, _ service: LiveService) async throws -> DisputeBody {
        let own = try await service.cards(of: customer)
        let card = try await own.create(.virtual)
        _ = try await service.load(5000, "EUR", for: customer)
        var claim = CreateDisputeBody()
        (claim.authorizationId, claim.reason) = (try await service.purchase(1234, with: card), "FRAUD")
        return try await own.createDispute(claim)
    }

    private func seen(_ dispute: DisputeBody, _ service: LiveService) async throws -> Seen {
        try await service.sandbox("GET", "/disputes/\(dispute.id)").decoded(expecting: 200)
    }

    @Test("Disputes of all customers are listed newest first, page by page and by status")
    func list() async throws {
        try await withSandboxService { service in
            let first = try await dispute(of: .ivana, service)
            let second = try await dispute(of: .jonas, service)
            func list(_ query: String) async throws -> List {
                try await service.sandbox("GET", "/disputes" + query).decoded(expecting: 200)
            }
            let all = try await list("")
            #expect(all.disputes.map(\.dispute) == [second, first].map { $0.listed })
            #expect(all.disputes.map(\.brand) == ["demo", "demo"])
            #expect(all.disputes.last?.ownerName == "Ivana Petrova" && all.meta.numberOfRecords == 2)
            let page = try await list("?limit=1&offset=1")
            #expect(page.disputes.map(\.dispute.id) == [first.id] && page.meta.numberOfRecords == 2)
            let body = #"{"actor":"ISSUER","step":"CHARGE_BACK"}"#
            #expect(try await service.sandbox("POST", "/disputes/\(first.id)/steps", body).status == 200)
            #expect(try await list("?status=CHARGEBACK").disputes.map(\.dispute.id) == [first.id])
            #expect(try await list("?status=OPEN").meta.numberOfRecords == 1)
            let beyond = try await list("?offset=9")
            #expect(beyond.disputes.isEmpty && beyond.meta.numberOfRecords == 2)
            let refused = try await service.sandbox("GET", "/disputes?status=BEGUN")
            #expect(refused.status == 400 && refused.text.contains("status"))
        }
    }

    @Test("A dispute shows who may take which step next, and every step that it shows is accepted")
    func nextSteps() async throws {
        try await withSandboxService { service in
            let dispute = try await dispute(of: .ivana, service)
            let opened = try await seen(dispute, service)
            #expect(opened.brand == "demo" && opened.ownerName == "Ivana Petrova")
            #expect(opened.dispute.history?.map(\.step) == ["OPEN"] && opened.dispute.evidence == [])
            #expect(opened.nextSteps.map(\.text) == [
                "ISSUER CHARGE_BACK CHARGEBACK", "ISSUER REJECT LOST", "CUSTOMER WITHDRAW WITHDRAWN",
                "BUSINESS WITHDRAW WITHDRAWN", "CLOCK TIME_OUT LOST",
            ])
            for (actor, step) in [
                ("ISSUER", "CHARGE_BACK"), ("ACQUIRER", "REPRESENT"), ("ISSUER", "PRE_ARBITRATE"),
                ("ISSUER", "ARBITRATE"), ("SCHEME", "RULE_FOR_ISSUER"),
            ] {
                let promised = try #require(
                    try await seen(dispute, service).nextSteps.first { $0.actor == actor && $0.step == step },
                    "\(actor) \(step)")
                let after: DisputeBody = try await service.sandbox(
                    "POST", "/disputes/\(dispute.id)/steps", #"{"actor":"\#(actor)","step":"\#(step)"}"#
                ).decoded(expecting: 200)
                #expect(after.status == promised.status, "\(actor) \(step)")
            }
            #expect(try await seen(dispute, service).nextSteps.isEmpty)
            let unknown = try await service.sandbox("GET", "/disputes/9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90")
            #expect(unknown.status == 404)
        }
    }

    @Test("Faults strike what a network says of a dispute, and a message that is repeated takes its step once")
    func faults() async throws {
        try await withSandboxService { service in
            let dispute = try await dispute(of: .ivana, service)
            let charged = #"{"actor":"ISSUER","step":"CHARGE_BACK"}"#
            #expect(try await service.sandbox("POST", "/disputes/\(dispute.id)/steps", charged).status == 200)
            let said = #"{"networkReference":"MC-1","disputeId":"\#(dispute.id)","step":"REPRESENT"}"#
            func say() async throws -> RawAnswer {
                try await service.ask("POST", "/network/disputes", said, on: .network)
            }
            func strike(_ fault: String) async throws {
                try await service.setFaults(#"{"operation":"sendDisputeMessage",\#(fault),"times":1}"#)
            }
            try await service.setFaults(#"{"fault":"CONNECTION_RESET"}"#)
            let missing = #"{"networkReference":"MC-0","disputeId":"9c1e7a52-0f4d-4b8a-a3c6-2d5e8f7b1a90","#
                + #""step":"REPRESENT"}"#
            let unstruck = try await service.ask("POST", "/network/disputes", missing, on: .network)
            #expect(unstruck.status == 404 && unstruck["Tessera-Fault"] == nil, "a rule must name the operation")
            try await strike(#""fault":"STATUS","status":503,"retryAfterSeconds":7"#)
            let refused = try await say()
            #expect(refused.status == 503 && refused["Tessera-Fault"] == "STATUS" && refused["Retry-After"] == "7")
            try await strike(#""fault":"CONNECTION_RESET""#)
            await #expect(throws: NoAnswer.self) { _ = try await say() }
            #expect(try await seen(dispute, service).dispute.status == "CHARGEBACK", "nothing was done")
            try await strike(#""fault":"ANSWER_LOST""#)
            await #expect(throws: NoAnswer.self) { _ = try await say() }
            #expect(try await seen(dispute, service).dispute.status == "REPRESENTED", "only the answer was lost")
            try await strike(#""fault":"LATENCY","milliseconds":1"#)
            let late = try await say()
            #expect(late.status == 200 && late["Tessera-Fault"] == "LATENCY", "\(late.text)")
            let steps = try await seen(dispute, service).dispute.history?.map(\.step)
            #expect(steps == ["OPEN", "CHARGE_BACK", "REPRESENT"])
            let refusal = try await service.sandbox("PUT", "/faults", """
                {"rules":[{"operation":"sendDisputeMessage","fault":"SCA_AGAIN"}]}
                """)
            #expect(refusal.status == 400 && refusal.text.contains("rules[0].operation"), "\(refusal.text)")
        }
    }

    @Test("A restored snapshot has a dispute as it was, with its money, its steps and its files")
    func snapshot() async throws {
        try await withSandboxService { service in
            let terms = #"{"provisionalCredit":true}"#
            let path = "/programs/SKRILL-VIRTUAL-MC-EEA/payment-terms"
            #expect(try await service.sandbox("PUT", path, terms).status == 200)
            let dispute = try await dispute(of: .ivana, service)
            let before = try await seen(dispute, service).dispute
            #expect(before.creditedAmount == 1234)
            #expect(try await service.sandbox("POST", "/snapshots", #"{"name":"claim"}"#).status == 201)
            func take(_ step: String) async throws -> Int {
                let body = #"{"actor":"ISSUER","step":"\#(step)"}"#
                return try await service.sandbox("POST", "/disputes/\(dispute.id)/steps", body).status
            }
            #expect(try await take("CHARGE_BACK") == 200)
            var file = AddEvidenceBody()
            (file.fileName, file.mediaType, file.content) = ("receipt.txt", "text/plain", "UmVjZWlwdA==")
            _ = try await service.business().addEvidence(to: dispute.id, of: "10000001", file)
            let after = try await seen(dispute, service).dispute
            #expect(after.evidence?.count == 1 && after.history?.count == 2)
            #expect(try await service.sandbox("POST", "/snapshots/claim/restore").status == 204)
            #expect(try await seen(dispute, service).dispute == before)
            #expect(try await take("REJECT") == 200)
            let database = service.fixture.issuing.database
            #expect(try await CheckStatements.report(on: database, and: AuthorizationInvariants.all).findings == [])
        }
    }
}

extension DisputeBody {
    /// As a list shows it.
    fileprivate var listed: DisputeBody {
        var body = self
        (body.history, body.evidence) = (nil, nil)
        return body
    }
}
