import Postgres

/// A statement about a ``NamedCard``, in a form for each way to name it. The rows are the same.
struct NamedCardStatement<Output: Sendable>: Sendable {
    let byNumber: Statement<Output>
    let byKey: Statement<Output>

    var erased: [AnyStatement] { [byNumber.erased, byKey.erased] }

    /// - Parameter values: the parameters between the first and the last of ``NamedCardForm/key(card:)``.
    func callAsFunction(_ card: NamedCard, _ values: [SQLValue] = []) -> Query<Output> {
        switch card {
        case .number(let hashes): Query(statement: byNumber, values: [hashes] + values)
        case .key(let key): Query(statement: byKey, values: [.id(key.customer)] + values + [.id(key.card)])
        }
    }
}

/// The parts of a ``NamedCardStatement`` that differ.
enum NamedCardForm {
    /// The keyed hashes are `$1`.
    case number
    /// The customer is `$1`, and the card the parameter of this number, which is the last.
    case key(card: Int)

    var isNumber: Bool { if case .number = self { true } else { false } }

    /// A table of one row, the card's `customer_id` and `card_id`. One Postgres reads it as a part of the statement.
    var table: String {
        switch self {
        case .number: "(SELECT customer_id, card_id FROM issued_pan WHERE pan_hash = ANY ($1))"
        case .key(let card): "(SELECT $1::bigint AS customer_id, $\(card)::uuid AS card_id)"
        }
    }

    /// The customer, where a cluster does not see that it is equal to the card's: in a recursion and in a union.
    var customer: String { isNumber ? "c.customer_id" : "$1" }
}
