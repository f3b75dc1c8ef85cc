import Cards
import Foundation
import Postgres

/// A response as it was sent. A repeated request gets the same bytes.
public struct StoredAnswer: Equatable, Sendable {
    public let status: Int
    public let body: [UInt8]

    public init(status: Int, body: [UInt8]) {
        self.status = status
        self.body = body
    }
}

/// The result of an operation that may be requested twice.
public enum Answered<Value: Sendable>: Sendable {
    /// Done now. The response is stored if the request had a key.
    case now(Value, StoredAnswer)
    /// Done before, with the same key and the same request.
    case before(StoredAnswer)
}

/// The owner of an Idempotency-Key. Two owners may use the same key, and neither learns about the other.
enum IdempotencyKeyOwner: Equatable, Sendable {
    case customer(CustomerID)
    case brand(String)
    /// The brand of a customer, in a request about this customer.
    case brandOf(CustomerID)

    /// The three forms begin differently, so no two owners have the same text, even with an unusual brand name.
    var text: String {
        switch self {
        case .customer(let customer): "customer \(customer)"
        case .brand(let brand): "brand \(brand)"
        case .brandOf(let customer): "brand-of \(customer)"
        }
    }
}

/// A request that can be sent twice without harm.
///
/// The answer is stored in the transaction that does the work, so either both exist or neither does. A refusal changes
/// nothing and is not stored, so a repeated request is checked again.
public struct IdempotentRequest<Value: Sendable>: Sendable {
    /// The key of the request; nil if the caller sent none. Then no response is stored.
    public let key: String?
    /// Whether the brand sent the request, instead of the customer that it is about.
    public let isOfBrand: Bool
    /// A keyed digest of operation, path and the body's content: it defines "the same request".
    public let digest: [UInt8]
    /// The same under the other versions of the key: one of them may be stored.
    public let otherDigests: [[UInt8]]
    /// Turns the result into the bytes of the response.
    public let answer: @Sendable (Value) -> StoredAnswer

    /// How long a key is remembered.
    public static var lifetimeSeconds: TimeInterval { 24 * 60 * 60 }

    public init(
        key: String?, isOfBrand: Bool = false, digest: [UInt8], otherDigests: [[UInt8]] = [],
        answer: @escaping @Sendable (Value) -> StoredAnswer
    ) {
        self.key = key
        self.isOfBrand = isOfBrand
        self.digest = digest
        self.otherDigests = otherDigests
        self.answer = answer
    }

    /// A request that did not come over the wire, so nothing has to be stored for it.
    package static var unkeyed: IdempotentRequest {
        IdempotentRequest(key: nil, digest: [], answer: { _ in StoredAnswer(status: 200, body: []) })
    }

    /// The owner of its key, in a request about a customer.
    private func owner(_ customer: CustomerID) -> IdempotencyKeyOwner {
        isOfBrand ? .brandOf(customer) : .customer(customer)
    }

    /// Takes the key for this transaction. If another transaction has it, this does not wait.
    func claim(_ customer: CustomerID) -> Query<Bool>? { claim(owner(customer)) }

    func claim(_ brand: String) -> Query<Bool>? { claim(.brand(brand)) }

    private func claim(_ owner: IdempotencyKeyOwner) -> Query<Bool>? {
        guard let key else { return nil }
        return IdempotencyStatements.claim(.text(owner.text), .text(key))
    }

    /// Waits until no other transaction has the key, for a caller that must get an answer, such as a network.
    func wait(_ customer: CustomerID) -> Query<Bool>? {
        guard let key else { return nil }
        return IdempotencyStatements.wait(.text(owner(customer).text), .text(key))
    }

    /// Looks for an answer under the key. It must be a separate statement after ``claim(_:)``; otherwise it does not
    /// see an answer that was committed just before the claim.
    func find(_ customer: CustomerID, at now: Date) -> Query<IdempotencyStatements.Found>? {
        find(owner(customer), at: now)
    }

    func find(_ brand: String, at now: Date) -> Query<IdempotencyStatements.Found>? { find(.brand(brand), at: now) }

    private func find(_ owner: IdempotencyKeyOwner, at now: Date) -> Query<IdempotencyStatements.Found>? {
        guard let key else { return nil }
        return IdempotencyStatements.find(.text(owner.text), .text(key), .timestamp(now - Self.lifetimeSeconds))
    }

    /// Nil if the work is still to be done.
    func earlierAnswer(
        claimed: [Bool], found: [IdempotencyStatements.Found]
    ) throws(IssuingFailure) -> StoredAnswer? {
        guard key == nil || claimed == [true] else { throw .refused(.idempotency(.keyInUse)) }
        guard let found = found.first else { return nil }
        guard found.digest == digest || otherDigests.contains(found.digest) else {
            throw .refused(.idempotency(.keyReused))
        }
        return found.answer
    }

    func keep(_ answer: StoredAnswer, for customer: CustomerID, at now: Date) -> Query<Void>? {
        keep(answer, for: owner(customer), at: now)
    }

    func keep(_ answer: StoredAnswer, for brand: String, at now: Date) -> Query<Void>? {
        keep(answer, for: .brand(brand), at: now)
    }

    private func keep(_ answer: StoredAnswer, for owner: IdempotencyKeyOwner, at now: Date) -> Query<Void>? {
        guard let key else { return nil }
        return IdempotencyStatements.keep(
            .text(owner.text), .text(key), .bytes(digest), .integer(answer.status), .bytes(answer.body),
            .timestamp(now), .timestamp(now - Self.lifetimeSeconds))
    }
}
