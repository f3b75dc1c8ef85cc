import CardAPI
import HTTPContract

/// The operations that a customer's token allows: one method for each operation on cards.
///
/// An operation that must not happen twice takes an idempotency key; without one, each call has a new key. To repeat a
/// call whose response was lost, pass the same key to both calls.
public struct CustomerOperations: Sendable {
    let call: AuthorizedCall

    public func profile(_ query: ProfileQuery = .init()) async throws(WalletError) -> ProfileBody {
        try await call(Operations.getProfile, query: query)
    }

    public func account(_ accountID: String) async throws(WalletError) -> AccountBody {
        try await call(Operations.getAccount, ["accountId": accountID])
    }

    public func transactions(_ query: TransactionListQuery = .init()) async throws(WalletError) -> TransactionListBody {
        try await call(Operations.listTransactions, query: query)
    }

    /// One page of the statement of an account. The `next` of a page is the `after` of the one that follows.
    public func statement(
        of accountID: String, _ query: StatementPageQuery = .init()
    ) async throws(WalletError) -> StatementBody {
        try await call(Operations.getStatement, ["accountId": accountID], query: query)
    }

    public func transaction(_ transactionID: String) async throws(WalletError) -> TransactionBody {
        try await call(Operations.getTransaction, ["transactionId": transactionID])
    }

    public func authorizations(
        _ query: AuthorizationListQuery = .init()
    ) async throws(WalletError) -> AuthorizationListBody {
        try await call(Operations.listAuthorizations, query: query)
    }

    public func authorization(_ authorizationID: String) async throws(WalletError) -> AuthorizationBody {
        try await call(Operations.getAuthorization, ["authorizationId": authorizationID])
    }

    public func programs(_ query: ProgramListQuery = .init()) async throws(WalletError) -> ProgramListBody {
        try await call(Operations.listPrograms, query: query)
    }

    public func program(_ name: String) async throws(WalletError) -> ProgramBody {
        try await call(Operations.getProgram, ["programName": name])
    }

    public func getAll(_ query: CardListQuery = .init()) async throws(WalletError) -> CardListBody {
        try await call(Operations.listCards, query: query)
    }

    public func get(_ cardID: String, _ query: CardQuery = .init()) async throws(WalletError) -> CardBody {
        try await call(Operations.getCard, ["cardId": cardID], query: query)
    }

    public func create(
        _ body: CreateCardBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.createCard, body: body, idempotencyKey: idempotencyKey)
    }

    public func update(_ cardID: String, _ body: UpdateCardBody) async throws(WalletError) -> CardBody {
        try await call(Operations.updateCard, ["cardId": cardID], body: body)
    }

    public func activate(
        _ cardID: String, _ body: ActivateCardBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.activateCard, ["cardId": cardID], body: body, idempotencyKey: idempotencyKey)
    }

    /// - Returns: the new card.
    public func replace(
        _ cardID: String, _ body: ReplaceCardBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.replaceCard, ["cardId": cardID], body: body, idempotencyKey: idempotencyKey)
    }

    public func setPIN(_ cardID: String, _ body: SetPINBody) async throws(WalletError) -> CardBody {
        try await call(Operations.setPIN, ["cardId": cardID], body: body)
    }

    public func resetRetries(
        _ cardID: String, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.resetRetries, ["cardId": cardID], idempotencyKey: idempotencyKey)
    }

    public func controls(_ cardID: String) async throws(WalletError) -> CardControlsBody {
        try await call(Operations.getCardControls, ["cardId": cardID])
    }

    /// Replaces all controls of the card.
    public func setControls(
        _ cardID: String, _ body: SetCardControlsBody
    ) async throws(WalletError) -> CardControlsBody {
        try await call(Operations.setCardControls, ["cardId": cardID], body: body)
    }

    /// - Returns: a preview; ``updateTransfer(_:_:)`` takes its steps.
    public func createTransfer(
        _ body: CreateTransferBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> MovementBody {
        try await call(Operations.createTransfer, body: body, idempotencyKey: idempotencyKey)
    }

    public func updateTransfer(
        _ transferID: String, _ body: UpdateMovementStatusBody
    ) async throws(WalletError) -> MovementBody {
        try await call(Operations.updateTransferStatus, ["transferId": transferID], body: body)
    }

    /// - Returns: a preview; ``updateWithdrawal(_:_:)`` takes its steps.
    public func createWithdrawal(
        _ body: CreateWithdrawalBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> MovementBody {
        try await call(Operations.createWithdrawal, body: body, idempotencyKey: idempotencyKey)
    }

    public func updateWithdrawal(
        _ withdrawalID: String, _ body: UpdateMovementStatusBody
    ) async throws(WalletError) -> MovementBody {
        try await call(Operations.updateWithdrawalStatus, ["withdrawalId": withdrawalID], body: body)
    }

    public func createDispute(
        _ body: CreateDisputeBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> DisputeBody {
        try await call(Operations.createDispute, body: body, idempotencyKey: idempotencyKey)
    }

    public func disputes(_ query: DisputeListQuery = .init()) async throws(WalletError) -> DisputeListBody {
        try await call(Operations.listDisputes, query: query)
    }

    /// The dispute with its history and the names of its files.
    public func dispute(_ disputeID: String) async throws(WalletError) -> DisputeBody {
        try await call(Operations.getDispute, ["disputeId": disputeID])
    }

    public func withdrawDispute(_ disputeID: String) async throws(WalletError) -> DisputeBody {
        try await call(Operations.withdrawDispute, ["disputeId": disputeID])
    }

    public func addEvidence(
        to disputeID: String, _ body: AddEvidenceBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> EvidenceBody {
        try await call(
            Operations.addDisputeEvidence, ["disputeId": disputeID], body: body, idempotencyKey: idempotencyKey)
    }

    public func evidence(_ evidenceID: String, of disputeID: String) async throws(WalletError) -> EvidenceContentBody {
        try await call(Operations.getDisputeEvidence, ["disputeId": disputeID, "evidenceId": evidenceID])
    }

    /// The details in plain text; the access token must have the scope `pci-dss-1`.
    public func showDetails(_ cardID: String) async throws(WalletError) -> DetailsBody {
        try await call(Operations.showDetails, ["cardId": cardID])
    }

    /// The address of a page that opens once, or data that only the session's key opens; with the same scope.
    public func createSecureView(
        _ cardID: String, _ body: SecureViewRequestBody
    ) async throws(WalletError) -> SecureViewBody {
        try await call(Operations.createSecureView, ["cardId": cardID], body: body)
    }

    /// - Returns: data that only the wallet on this device can open.
    public func tokenize(
        _ cardID: String, _ body: TokenizeCardBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardTokenizationBody {
        try await call(Operations.tokenizeCard, ["cardId": cardID], body: body, idempotencyKey: idempotencyKey)
    }

    public func updateTokenizationStatus(
        _ cardID: String, _ body: UpdateTokenizationBody
    ) async throws(WalletError) -> TokenizationBody {
        try await call(Operations.updateTokenizationStatus, ["cardId": cardID], body: body)
    }
}

extension CustomerOperations: CustomStringConvertible, CustomReflectable {
    /// Does not contain the token, because its holder can act for the customer.
    public var description: String { "CustomerOperations(\(call.client.configuration.baseURL))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
