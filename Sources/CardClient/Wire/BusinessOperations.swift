import CardAPI

/// What a program manager's backend does with the cards of its brand's customers: one method for each operation.
///
/// Whatever may not happen twice takes an idempotency key, as in ``CustomerOperations``.
public struct BusinessOperations: Sendable {
    let client: CardAPIClient
    let accessToken: String

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

    /// - Returns: the order as it was accepted; what becomes of it, ``bulkOrder(_:)`` tells.
    public func order(
        _ body: OrderCardsBody, idempotencyKey: String? = nil
    ) async throws(WalletError) -> BulkOrderBody {
        try await call(Operations.orderCards, body: body, idempotencyKey: idempotencyKey)
    }

    public func bulkOrder(_ orderID: String) async throws(WalletError) -> BulkOrderBody {
        try await call(Operations.getBulkOrder, ["orderId": orderID])
    }

    private func call<Answer: Decodable>(
        _ operation: Operation, _ path: [String: String] = [:], query: some RequestQuery = EmptyQuery(),
        body: (some RequestBody)? = EmptyBody?.none, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Answer {
        let call = Call(
            operation, filling: path, query: query.text, body: body,
            idempotencyKey: idempotencyKey ?? client.makeIdempotencyKey())
        return try await client.send(call, bearing: accessToken)
    }
}

extension BusinessOperations: CustomStringConvertible, CustomReflectable {
    /// The token is left out: whoever holds it is taken for the brand.
    public var description: String { "BusinessOperations(\(client.configuration.baseURL))" }
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
