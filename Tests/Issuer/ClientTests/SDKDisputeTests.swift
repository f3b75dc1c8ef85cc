import CardAPI
import CardClient
import ContractTestSupport
import Foundation
import HTTPContract
import Testing

@Suite("The SDK: disputes and statements of account")
struct SDKDisputeTests {
    @Test("A cleared purchase is disputed, supported by a file and withdrawn, and the statement has its entries")
    func story() async throws {
        try await withLiveService { service in
            let wallet = service.sdk()
            let (disputes, history) = (wallet.disputeService, wallet.transactionHistoryService)
            let card = try await wallet.cardService.create(request: .virtual)
            _ = try await service.load(5000, "EUR", for: .ivana)
            let id = try await service.play(card, #"{"amount": 1234}"#)
            _ = try await service.play(card, #"{"kind": "CLEARING", "authorizationId": "\#(id)"}"#)

            let claim = Wallet.DisputeRequest(
                authorizationID: id, reason: .notReceived, amount: 1000, description: "No parcel.")
            let opened = try await disputes.create(request: claim, idempotencyKey: "once")
            #expect(opened.status == .open && opened.reason == .notReceived && opened.amount == 1000)
            #expect(opened.authorizationID == id && opened.cardID == card.cardID && opened.accountID == card.accountID)
            #expect(opened.description == "No parcel." && opened.creditedAmount == 0 && opened.deadline != nil)
            let again = try await told { disputes.create(request: claim, idempotencyKey: "once", completion: $0) }
            #expect(again == opened)

            let receipt = Wallet.DisputeEvidenceRequest(
                fileName: "receipt.txt", mediaType: "text/plain", content: "UmVjZWlwdA==")
            let file = try await disputes.addEvidence(disputeID: opened.id, request: receipt)
            #expect(file.size == 7 && file.actor == .customer && file.fileName == "receipt.txt")
            let content = try await told {
                disputes.getEvidence(disputeID: opened.id, evidenceID: file.id, completion: $0)
            }
            #expect(content.content == receipt.content && content.mediaType == "text/plain")
            let shown = try await disputes.getDispute(disputeID: opened.id)
            #expect(shown.history?.map(\.step) == [.open] && shown.history?.map(\.actor) == [.customer])
            #expect(shown.evidence == [file])

            #expect(try await disputes.withdraw(disputeID: opened.id).status == .withdrawn)
            let list = try await disputes.getAll(parameters: .init(authorizationID: id, status: .withdrawn, limit: 1))
            #expect(list.disputes.map(\.id) == [opened.id] && list.meta.numberOfRecords == 1)
            #expect(list.disputes.first?.history == nil)
            #expect(try await disputes.getAll(parameters: .init(status: .open)).disputes.isEmpty)

            let first = try await history.getStatement(accountID: opened.accountID, parameters: .init(limit: 1))
            #expect(first.openingBalance == 0 && first.closingBalance == 3766 && first.currencyCode == "EUR")
            #expect(first.totals?.credits == 5000 && first.totals?.debits == 1234 && first.totals?.fees == [])
            #expect(first.entries.map(\.type) == [.deposit] && first.entries.map(\.direction) == [.credit])
            let after = Wallet.AccountStatementParameters(limit: 1, after: first.next)
            let second = try await told {
                history.getStatement(accountID: opened.accountID, parameters: after, completion: $0)
            }
            #expect(second.entries.map(\.balance) == [3766] && second.entries.map(\.cardID) == [card.cardID])
            #expect(second.totals == nil && second.next == nil)
        }
    }
}
