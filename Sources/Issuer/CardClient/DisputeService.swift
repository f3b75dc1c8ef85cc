import CardAPI
import Foundation
import HTTPContract

/// The customer's disputes of cleared payments. Paysafe's SDK has no such service, so its names are decided.
///
/// Calls are retried as ``CardService`` describes. What changes something may require strong customer authentication.
public struct DisputeService: Sendable {
    let wallet: Wallet

    /// The customer's disputes, newest first.
    public func getAll(
        parameters: Wallet.DisputeParameters = Wallet.DisputeParameters()
    ) async throws(WalletError) -> Wallet.DisputeList {
        let body: DisputeListBody = try await wallet.answer(
            to: Call(Operations.listDisputes, query: parameters.query.text))
        return Wallet.DisputeList(body)
    }

    /// A dispute with its history and the names of its files.
    public func getDispute(disputeID: String) async throws(WalletError) -> Wallet.Dispute {
        try await dispute(Call(Operations.getDispute, filling: ["disputeId": disputeID]))
    }

    /// Disputes a cleared payment, or a part of it.
    ///
    /// - Parameter idempotencyKey: as in ``CardService/create(request:scaDetails:idempotencyKey:)``.
    public func create(
        request: Wallet.DisputeRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.Dispute {
        try await dispute(
            Call(
                Operations.createDispute, body: request.body, idempotencyKey: idempotencyKey ?? newKey(),
                scaDetails: scaDetails))
    }

    /// Takes a claim back, and with it a provisional credit.
    public func withdraw(
        disputeID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil
    ) async throws(WalletError) -> Wallet.Dispute {
        try await dispute(
            Call(Operations.withdrawDispute, filling: ["disputeId": disputeID], scaDetails: scaDetails))
    }

    /// Adds a file to a dispute that is not over.
    ///
    /// - Parameter idempotencyKey: as in ``CardService/create(request:scaDetails:idempotencyKey:)``.
    public func addEvidence(
        disputeID: String, request: Wallet.DisputeEvidenceRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Wallet.DisputeEvidence {
        let call = Call(
            Operations.addDisputeEvidence, filling: ["disputeId": disputeID], body: request.body,
            idempotencyKey: idempotencyKey ?? newKey(), scaDetails: scaDetails)
        let body: EvidenceBody = try await wallet.answer(to: call)
        return Wallet.DisputeEvidence(body)
    }

    /// A file of a dispute with its content.
    public func getEvidence(
        disputeID: String, evidenceID: String
    ) async throws(WalletError) -> Wallet.DisputeEvidenceContent {
        let call = Call(
            Operations.getDisputeEvidence, filling: ["disputeId": disputeID, "evidenceId": evidenceID])
        let body: EvidenceContentBody = try await wallet.answer(to: call)
        return Wallet.DisputeEvidenceContent(
            fileName: body.fileName, mediaType: body.mediaType, content: body.content)
    }

    private func dispute(_ call: Call) async throws(WalletError) -> Wallet.Dispute {
        let body: DisputeBody = try await wallet.answer(to: call)
        return Wallet.Dispute(body)
    }

    private func newKey() -> String { wallet.client.makeIdempotencyKey() }
}

extension DisputeService {
    public func getAll(
        parameters: Wallet.DisputeParameters = Wallet.DisputeParameters(),
        completion: @escaping Wallet.Completion<Wallet.DisputeList>
    ) {
        complete(completion) { () async throws(WalletError) in try await getAll(parameters: parameters) }
    }

    public func getDispute(disputeID: String, completion: @escaping Wallet.Completion<Wallet.Dispute>) {
        complete(completion) { () async throws(WalletError) in try await getDispute(disputeID: disputeID) }
    }

    public func create(
        request: Wallet.DisputeRequest, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        idempotencyKey: String? = nil, completion: @escaping Wallet.Completion<Wallet.Dispute>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await create(request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func withdraw(
        disputeID: String, scaDetails: Wallet.SCAAuthenticationEventRequest? = nil,
        completion: @escaping Wallet.Completion<Wallet.Dispute>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await withdraw(disputeID: disputeID, scaDetails: scaDetails)
        }
    }

    public func addEvidence(
        disputeID: String, request: Wallet.DisputeEvidenceRequest,
        scaDetails: Wallet.SCAAuthenticationEventRequest? = nil, idempotencyKey: String? = nil,
        completion: @escaping Wallet.Completion<Wallet.DisputeEvidence>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await addEvidence(
                disputeID: disputeID, request: request, scaDetails: scaDetails, idempotencyKey: idempotencyKey)
        }
    }

    public func getEvidence(
        disputeID: String, evidenceID: String, completion: @escaping Wallet.Completion<Wallet.DisputeEvidenceContent>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await getEvidence(disputeID: disputeID, evidenceID: evidenceID)
        }
    }
}
