/// A kind of write that customers make over HTTP while a test kills something.
enum WriteKind: String, CaseIterable, Sendable {
    case cards
    /// A PIN for which the customer authenticates. The write is the event of this authentication.
    case authentication
    /// A token in a wallet, from the card to the wallet's report.
    case tokens
    case authorizations
    case clearing
    /// A sale at CardPointe.
    case gateways
    /// A deposit, with all its steps.
    case movements
    case bulkOrders = "bulk orders"

    /// Whether the same request may be sent again. It then has one effect, and the same answer.
    var isRepeatable: Bool {
        switch self {
        case .cards, .tokens, .authorizations, .clearing, .bulkOrders: true
        case .authentication, .gateways, .movements: false
        }
    }

    /// Whether the server names the write. Otherwise the client's key does.
    var isNamedByServer: Bool { self == .authentication }

    /// The maximum number of answers before a kill. An order has many cards, and passwords are hashed slowly.
    var mostAnswers: Int {
        switch self {
        case .authentication, .bulkOrders: 6
        default: 30
        }
    }

    /// The number of lanes that write at once. Two attempts of a customer may be hashed at once.
    var lanes: Int { self == .authentication ? 4 : 6 }

    /// The number of cards in a bulk order.
    static let cardsOfAnOrder = 3

    /// Selects the names of all writes of the kind that are complete. One that is there twice has two rows or none.
    var stored: String {
        switch self {
        case .cards: "SELECT card_id::text FROM issuing.card"
        case .authentication: "SELECT event_id::text FROM issuing.authentication_event WHERE status = 'USED'"
        case .tokens: "SELECT dpan_reference FROM issuing.tokenization WHERE token_status = 'ACTIVE'"
        case .authorizations:
            """
            SELECT reference::text FROM issuing."authorization"
            WHERE status <> 'DECLINED' AND approved = 1 AND reference LIKE 'kill-%'
            """
        case .clearing:
            """
            SELECT lifecycle::text FROM issuing."authorization" WHERE cleared = 1 AND lifecycle LIKE 'kill-%'
            """
        case .gateways: "SELECT external_reference FROM merchants.payment WHERE captured = 100"
        case .movements:
            """
            SELECT merchant_ref_num::text FROM money.movement WHERE status IN ('PROCESSING', 'COMPLETED')
            """
        case .bulkOrders:
            """
            SELECT order_id::text FROM issuing.bulk_order o
            WHERE status = 'COMPLETED'
              AND \(Self.cardsOfAnOrder) = (SELECT count(*) FROM issuing.card c WHERE c.card_id = ANY (o.card_ids))
            """
        }
    }
}
