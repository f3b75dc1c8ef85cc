import Cards
import CardSecrets
import Postgres
import Validation

/// Why an operation has no result: the rules refused it, or the service failed.
///
/// Refusals and failures are one type, because a transaction's closure may end with either. Only refusals are explained
/// to a caller.
public enum IssuingFailure: DatabaseError {
    case refused(Refusal)
    case database(PostgresFailure)
    case vault(VaultFailure)
    /// Too much work is waiting to be done in time. Nothing was done.
    case overloaded
    /// A stored or returned value is invalid; the text says which. It ends one request or one order.
    case damaged(String)

    /// A violation of a constraint that enforces a rule becomes the rule's refusal.
    public init(_ failure: PostgresFailure) {
        self = failure.constraint.flatMap { Self.refusals[$0] }.map(Self.refused) ?? .database(failure)
    }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }

    private static let refusals: [String: Refusal] = [
        "customer_has_allowable_cards_left": .application(.cardLimitExceeded),
        "request_is_answered_once": .idempotency(.keyInUse),
        "card_is_of_a_customer": .customer(.notFound),
        "card_allowance_is_of_a_customer": .customer(.notFound),
        "factor_is_of_a_customer": .customer(.notFound),
        "subscription_is_made_once": .webhook(.subscriptionExists(.authorization)),
        "frame_ancestors_are_of_a_brand": .brand(.notFound),
        "customer_is_of_a_brand": .brand(.notFound),
        "program_is_of_a_brand": .brand(.notFound),
        "apple_nonce_is_used_once": .tokenization(.walletDataNotAccepted([.usedNonce])),
        "dpan_reference_is_of_one_token": .tokenization(.referenceTaken(.dpanRef)),
        "place_is_initiated_once": .tokenization(.placeIsTaken),
        "place_has_one_token": .tokenization(.placeIsTaken),
        "payment_has_one_dispute_at_a_time": .dispute(.exists),
        "message_about_a_dispute_is_used_once": .dispute(.referenceUsed),
        "dispute_has_at_most_10_files": .dispute(.evidenceLimitExceeded),
    ]
}

extension IssuingFailure {
    var isRefusal: Bool { if case .refused = self { true } else { false } }

    /// Whether the stored data is the cause, so that a repetition would fail again. Otherwise the database is
    /// unreachable or full, or other transactions were in the way.
    var isOfStoredData: Bool {
        switch self {
        case .damaged, .vault: true
        case .refused, .overloaded: false
        case .database(let failure):
            switch failure.kind {
            case .unexpectedRow, .invalidValue: true
            case .rejected: failure.sqlState != nil && !failure.isPassing
            default: false
            }
        }
    }
}

extension IssuingFailure {
    /// Runs work that the vault may fail. A missing key, or a value that does not open, is never the caller's fault.
    package static func guarding<Value>(_ body: () throws(VaultFailure) -> Value) throws(IssuingFailure) -> Value {
        try translating(IssuingFailure.vault, body)
    }
}

extension IssuingFailure {
    /// Returns a value that is missing only if stored data is damaged.
    package static func requiring<Value>(_ value: Value?, _ what: String) throws(IssuingFailure) -> Value {
        guard let value else { throw .damaged("\(what) is not there") }
        return value
    }
}

extension Answered {
    /// The result of a request without a key, for which nothing was stored.
    package func done() throws(IssuingFailure) -> Value {
        guard case .now(let value, _) = self else { throw .damaged("an answer was kept for a request without a key") }
        return value
    }
}

extension IssuingFailure {
    /// Checks a rule.
    public static func refusing<Value>(_ body: () throws(Refusal) -> Value) throws(IssuingFailure) -> Value {
        try translating(IssuingFailure.refused, body)
    }
}
