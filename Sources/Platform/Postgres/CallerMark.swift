/// A mark of the task that asks for a transaction. The body of the transaction runs elsewhere and finds the mark there.
public enum CallerMark {
    /// Nil if the task has none.
    @TaskLocal public static var current: String?

    /// The body with the present mark, which it keeps on any thread.
    static func carried<Success: Sendable, Failure: DatabaseError>(
        into body: @escaping @Sendable (Transaction<Failure>) throws(Failure) -> Success
    ) -> @Sendable (Transaction<Failure>) throws(Failure) -> Success {
        guard let mark = current else { return body }
        return { tx throws(Failure) in
            let result: Result<Success, Failure> = $current.withValue(mark) {
                do throws(Failure) {
                    return .success(try body(tx))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        }
    }
}
