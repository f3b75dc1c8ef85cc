import CardAPI
import HTTPContract

/// The operations of a program manager's backend on its customers, their cards and webhooks: one
/// method for each.
///
/// An operation that must not happen twice takes an idempotency key, as in ``CustomerOperations``.
public struct BusinessOperations: Sendable {
    let call: AuthorizedCall

    /// The same identifiers again return the wallet as it is.
    public func createWallet(_ body: CreateWalletBody) async throws(WalletError) -> WalletBody {
        try await call(Operations.createWallet, body: body)
    }

    public func updatePerson(
        _ customerID: String, _ body: UpdateCustomerPersonBody
    ) async throws(WalletError) -> CustomerPersonBody {
        try await call(Operations.updateCustomerPerson, ["customerId": customerID], body: body)
    }

    /// - Returns: all restrictions of the customer.
    public func placeRestriction(
        on customerID: String, _ body: PlaceRestrictionBody
    ) async throws(WalletError) -> RestrictionListBody {
        try await call(Operations.placeRestriction, ["customerId": customerID], body: body)
    }

    /// - Returns: the restrictions that remain.
    public func liftRestrictions(of customerID: String) async throws(WalletError) -> RestrictionListBody {
        try await call(Operations.liftRestrictions, ["customerId": customerID])
    }

    public func getAll(
        of customerID: String, _ query: CardListQuery = .init()
    ) async throws(WalletError) -> CardListBody {
        try await call(Operations.listCustomerCards, ["customerId": customerID], query: query)
    }

    public func get(
        _ cardID: String, of customerID: String, _ query: CardQuery = .init()
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.getCustomerCard, ["customerId": customerID, "cardId": cardID], query: query)
    }

    public func create(
        for customerID: String, _ body: CreateCardBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> CardBody {
        try await call(
            Operations.createCustomerCard, ["customerId": customerID], body: body, idempotencyKey: idempotencyKey)
    }

    public func update(
        _ cardID: String, of customerID: String, _ body: BusinessUpdateBody
    ) async throws(WalletError) -> CardBody {
        try await call(Operations.updateCustomerCard, ["customerId": customerID, "cardId": cardID], body: body)
    }

    public func controls(_ cardID: String, of customerID: String) async throws(WalletError) -> CardControlsBody {
        try await call(Operations.getCustomerCardControls, ["customerId": customerID, "cardId": cardID])
    }

    /// Replaces all controls of the card.
    public func setControls(
        _ cardID: String, of customerID: String, _ body: SetCardControlsBody
    ) async throws(WalletError) -> CardControlsBody {
        try await call(Operations.setCustomerCardControls, ["customerId": customerID, "cardId": cardID], body: body)
    }

    public func accounts(of customerID: String) async throws(WalletError) -> [AccountBody] {
        var query = CustomerAccountQuery()
        query.customerId = customerID
        return try await call(Operations.listCustomerAccounts, query: query)
    }

    public func account(_ accountID: String) async throws(WalletError) -> AccountBody {
        try await call(Operations.getCustomerAccount, ["accountId": accountID])
    }

    /// One page of the statement of a customer's account, as in ``CustomerOperations``.
    public func statement(
        of accountID: String, _ query: StatementPageQuery = .init()
    ) async throws(WalletError) -> StatementBody {
        try await call(Operations.getCustomerStatement, ["accountId": accountID], query: query)
    }

    /// - Parameter query: with an `accountId` or a `merchantRefNum`.
    public func transactions(_ query: TransactionListQuery) async throws(WalletError) -> TransactionListBody {
        try await call(Operations.listCustomerTransactions, query: query)
    }

    public func transaction(_ transactionID: String) async throws(WalletError) -> TransactionBody {
        try await call(Operations.getCustomerTransaction, ["transactionId": transactionID])
    }

    /// - Parameter query: with an `accountId`.
    public func authorizations(_ query: AuthorizationListQuery) async throws(WalletError) -> AuthorizationListBody {
        try await call(Operations.listCustomerAuthorizations, query: query)
    }

    public func authorization(_ authorizationID: String) async throws(WalletError) -> AuthorizationBody {
        try await call(Operations.getCustomerAuthorization, ["authorizationId": authorizationID])
    }

    /// - Returns: a preview; ``updateDeposit(_:of:_:)`` takes its steps.
    public func createDeposit(
        for customerID: String, _ body: CreateDepositBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.createDeposit, ["customerId": customerID], body: body, idempotencyKey: idempotencyKey)
    }

    public func updateDeposit(
        _ depositID: String, of customerID: String, _ body: UpdateMovementStatusBody
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.updateDepositStatus, ["customerId": customerID, "depositId": depositID], body: body)
    }

    /// - Returns: a preview; ``updateTransfer(_:of:_:)`` takes its steps.
    public func createTransfer(
        for customerID: String, _ body: CreateTransferBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.createCustomerTransfer, ["customerId": customerID], body: body, idempotencyKey: idempotencyKey)
    }

    public func updateTransfer(
        _ transferID: String, of customerID: String, _ body: UpdateMovementStatusBody
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.updateCustomerTransferStatus, ["customerId": customerID, "transferId": transferID], body: body)
    }

    /// - Returns: a preview; ``updateWithdrawal(_:of:_:)`` takes its steps.
    public func createWithdrawal(
        for customerID: String, _ body: CreateWithdrawalBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.createCustomerWithdrawal, ["customerId": customerID], body: body,
            idempotencyKey: idempotencyKey)
    }

    public func updateWithdrawal(
        _ withdrawalID: String, of customerID: String, _ body: UpdateMovementStatusBody
    ) async throws(WalletError) -> MovementBody {
        try await call(
            Operations.updateCustomerWithdrawalStatus, ["customerId": customerID, "withdrawalId": withdrawalID],
            body: body)
    }

    public func createDispute(
        for customerID: String, _ body: CreateDisputeBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> DisputeBody {
        try await call(
            Operations.createCustomerDispute, ["customerId": customerID], body: body, idempotencyKey: idempotencyKey)
    }

    public func disputes(
        of customerID: String, _ query: DisputeListQuery = .init()
    ) async throws(WalletError) -> DisputeListBody {
        try await call(Operations.listCustomerDisputes, ["customerId": customerID], query: query)
    }

    /// The dispute with its history and the names of its files.
    public func dispute(_ disputeID: String, of customerID: String) async throws(WalletError) -> DisputeBody {
        try await call(Operations.getCustomerDispute, ["customerId": customerID, "disputeId": disputeID])
    }

    public func withdrawDispute(_ disputeID: String, of customerID: String) async throws(WalletError) -> DisputeBody {
        try await call(Operations.withdrawCustomerDispute, ["customerId": customerID, "disputeId": disputeID])
    }

    public func addEvidence(
        to disputeID: String, of customerID: String, _ body: AddEvidenceBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> EvidenceBody {
        try await call(
            Operations.addCustomerDisputeEvidence, ["customerId": customerID, "disputeId": disputeID], body: body,
            idempotencyKey: idempotencyKey)
    }

    public func evidence(
        _ evidenceID: String, of disputeID: String, _ customerID: String
    ) async throws(WalletError) -> EvidenceContentBody {
        try await call(
            Operations.getCustomerDisputeEvidence,
            ["customerId": customerID, "disputeId": disputeID, "evidenceId": evidenceID])
    }

    /// Sets the PIN with which the customer answers challenges of the method `PIN`.
    public func setWalletPIN(of customerID: String, _ body: SetWalletPINBody) async throws(WalletError) {
        let _: NoAnswer = try await call(Operations.setWalletPIN, ["customerId": customerID], body: body)
    }

    /// - Returns: the order as it was accepted; ``bulkOrder(_:)`` returns its progress.
    public func order(
        _ body: OrderCardsBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> BulkOrderBody {
        try await call(Operations.orderCards, body: body, idempotencyKey: idempotencyKey)
    }

    public func bulkOrder(_ orderID: String) async throws(WalletError) -> BulkOrderBody {
        try await call(Operations.getBulkOrder, ["orderId": orderID])
    }

    /// - Returns: the subscription with the key that its events are signed with. Only this response contains the key.
    public func subscribe(_ body: SubscribeWebhookBody) async throws(WalletError) -> WebhookSubscriptionBody {
        try await call(Operations.subscribeWebhook, body: body)
    }

    public func subscriptions(
        _ query: WebhookSubscriptionListQuery = .init()
    ) async throws(WalletError) -> WebhookSubscriptionListBody {
        try await call(Operations.listWebhookSubscriptions, query: query)
    }

    public func unsubscribe(_ subscriptionID: String) async throws(WalletError) {
        let _: NoAnswer = try await call(Operations.unsubscribeWebhook, ["subscriptionId": subscriptionID])
    }

    public func deliveries(
        _ query: WebhookDeliveryListQuery = .init()
    ) async throws(WalletError) -> WebhookDeliveryListBody {
        try await call(Operations.listWebhookDeliveries, query: query)
    }

    /// Sends an event again, or at once if it waits for its next attempt.
    public func resend(_ deliveryID: String) async throws(WalletError) {
        let _: NoAnswer = try await call(Operations.resendWebhook, ["deliveryId": deliveryID])
    }
}

extension BusinessOperations: CustomStringConvertible, CustomReflectable {
    /// Does not contain the token, because its holder can act for the brand.
    public var description: String { "BusinessOperations(\(call.client.configuration.baseURL))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
