import Cards
import Foundation
import Postgres

/// An answer as it went over the wire, so that asking again gets the same bytes.
public struct StoredAnswer: Equatable, Sendable {
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// What an operation that may be sent twice ends in.
public enum Answered<Value: Sendable>: Sendable {
    /// Done now; the answer is the one kept, if a key came with it.
    case now(Value, StoredAnswer)
    /// Done before, under the same key and with the same request.
    case before(StoredAnswer)
}

/// A request together with what makes sending it twice harmless.
///
/// The answer is kept in the transaction that does the work, so a key never stands for work that was not done, nor work
/// for a key that was lost. A refusal leaves nothing behind and so is not kept: sent again, the request is
/// judged again.
public struct IdempotentRequest<Value: Sendable>: Sendable {
    /// Nil when the caller sent none: then nothing is kept.
    public let key: String?
    /// Keyed digest of operation and body: what "the same request" means.
    public let digest: [UInt8]
    /// Turns the result into the bytes that answer it.
    public let answer: @Sendable (Value) -> StoredAnswer

    /// Seconds for which a key is remembered.
    public static var lifetimeSeconds: TimeInterval { 24 * 60 * 60 }

    public init(key: String?, digest: [UInt8], answer: @escaping @Sendable (Value) -> StoredAnswer) {
        self.key = key
        self.digest = digest
        self.answer = answer
    }

    /// A request that nobody sent over the wire, so that there is nothing to answer twice.
    static var unkeyed: IdempotentRequest {
        IdempotentRequest(key: nil, digest: [], answer: { _ in StoredAnswer(status: 200, body: []) })
    }

    /// Takes the key for this transaction, without waiting for another that has it.
    func claim(_ customer: CustomerID) -> Query<Bool> {
        IdempotencyStatements.claim(.text(customer.description), .text(key))
    }

    /// A key of a brand's, for what is no single customer's.
    func claim(_ brand: String) -> Query<Bool> {
        IdempotencyStatements.claim(.text("brand \(brand)"), .text(key))
    }

    /// Looks for an answer under the key. Sent after ``claim(_:)`` and as a statement of its own, because only then is
    /// an answer that was committed just before the claim seen.
    func find(_ customer: CustomerID, at now: Date) -> Query<IdempotencyStatements.Found> {
        IdempotencyStatements.find(
            .bigint(customer.rawValue), .text(key), .timestamp(now - Self.lifetimeSeconds))
    }

    func find(_ brand: String, at now: Date) -> Query<IdempotencyStatements.Found> {
        IdempotencyStatements.findOfBrand(.text(brand), .text(key), .timestamp(now - Self.lifetimeSeconds))
    }

    /// Nil where the work is still to be done.
    func earlierAnswer(
        claimed: [Bool], found: [IdempotencyStatements.Found]
    ) throws(IssuingFailure) -> StoredAnswer? {
        guard claimed == [true] else { throw .refused(.idempotency(.keyInUse)) }
        guard let found = found.first else { return nil }
        guard found.digest == digest else { throw .refused(.idempotency(.keyReused)) }
        return found.answer
    }

    func keep(_ answer: StoredAnswer, for customer: CustomerID, at now: Date) -> Query<Void> {
        Query(
            statement: IdempotencyStatements.keep,
            values: [.bigint(customer.rawValue)] + kept(answer, at: now))
    }

    func keep(_ answer: StoredAnswer, for brand: String, at now: Date) -> Query<Void> {
        Query(statement: IdempotencyStatements.keepOfBrand, values: [.text(brand)] + kept(answer, at: now))
    }

    private func kept(_ answer: StoredAnswer, at now: Date) -> [SQLValue] {
        [
            .text(key), .bytes(digest), .integer(answer.status), .bytes(answer.body), .timestamp(now),
            .timestamp(now - Self.lifetimeSeconds),
        ]
    }
}
