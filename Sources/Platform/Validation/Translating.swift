/// Runs work, and throws its failure as another type.
///
///     let secret = try translating(IssuingFailure.vault) { () throws(VaultFailure) in try vault.open(sealed) }
///
/// A closure names the type that it throws, because the compiler does not infer it.
@inlinable
public func translating<Value, Failure: Error, Translation: Error>(
    _ translation: (Failure) -> Translation, _ work: () throws(Failure) -> Value
) throws(Translation) -> Value {
    do {
        return try work()
    } catch {
        throw translation(error)
    }
}

/// Does the same with work that waits. The work stays on the caller's actor.
@inlinable
nonisolated(nonsending) public func translating<Value, Failure: Error, Translation: Error>(
    _ translation: (Failure) -> Translation,
    _ work: nonisolated(nonsending) () async throws(Failure) -> Value
) async throws(Translation) -> Value {
    do {
        return try await work()
    } catch {
        throw translation(error)
    }
}
