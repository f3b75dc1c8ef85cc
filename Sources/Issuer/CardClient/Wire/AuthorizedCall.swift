import CardAPI
import HTTPContract

/// Sends calls with one token, each once: the basis of ``CustomerOperations`` and ``BusinessOperations``.
struct AuthorizedCall: Sendable {
    let client: CardAPIClient
    let accessToken: String

    /// - Parameter idempotencyKey: if nil, a new key is used for an operation that takes one.
    func callAsFunction<Answer: Decodable>(
        _ operation: Operation, _ path: [String: String] = [:], query: some RequestQuery = EmptyQuery(),
        body: (some RequestBody)? = EmptyBody?.none, idempotencyKey: String? = nil
    ) async throws(WalletError) -> Answer {
        let call = Call(
            operation, filling: path, query: query.text, body: body,
            idempotencyKey: idempotencyKey ?? client.makeIdempotencyKey())
        return try await client.send(call, bearing: accessToken)
    }
}
