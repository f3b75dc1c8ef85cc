extension Wallet {
    /// Receives the result of a call without `await`, on the main actor, where views are.
    public typealias Completion<Value> = @MainActor (Result<Value, WalletError>) -> Void
}

/// Runs a call and passes its result to `completion`.
func complete<Value: Sendable>(
    _ completion: @escaping Wallet.Completion<Value>, _ work: @escaping @Sendable () async throws(WalletError) -> Value
) {
    Task {
        let result: Result<Value, WalletError>
        do throws(WalletError) {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        await completion(result)
    }
}
