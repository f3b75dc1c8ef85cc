import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

/// A transaction as a merchant sees it.
struct TransactionAnswer: AnswerBody {
    static let productType = "dintero_psp.applepay"

    let payment: Payment
    let steps: [PaymentStep]
    let session: CheckoutSession
    let expiry: PaymentInstrument.Expiry?

    private var order: JSONObject { session.order }
    private var events: [TransactionEvent] { TransactionEvent.all(of: payment, steps) }

    static let members: [AnswerMember<TransactionAnswer>] = [
        .member(
            "id", { $0.session.transactionID($0.payment).description },
            example: "T12345678.465UfBENeLpkBvwmqfTC4k", "The transaction."),
        .member("account_id", \.session.id.account, example: "T12345678", "The merchant's account."),
        .member(
            "session_id", \.session.id.description, example: "T12345678.465U8CUzaPVpneu1wt8Wei", "Its session."),
        .member("merchant_reference", \.session.merchantReference, example: "order-4711", "The merchant's order."),
        .member("amount", { Int($0.payment.amount.minorUnits) }, example: "20100", "In minor units."),
        .member("currency", \.payment.amount.currency.code, example: "NOK", "ISO 4217."),
        .member("items", { $0.order["items"] ?? JSONValue.array([]) }, "What is paid for, as the session said."),
        .member("shipping_option", { $0.order["shipping_option"] }, "How it is sent, as the session said."),
        .member("payment_product", { _ in "dintero_psp" }, example: "dintero_psp", "Always dintero_psp."),
        .member("payment_product_type", { _ in productType }, example: productType, "How it was paid."),
        .member(
            "status", { TransactionStatus($0.payment).rawValue },
            as: .enumeration(TransactionStatus.allCases.map(\.rawValue)), example: "AUTHORIZED", "Where it stands."),
        .member("url", { TransactionURLs(session: $0.session) }, "Where the customer and the news go."),
        .member("card", { TransactionCard(payment: $0.payment, expiry: $0.expiry) }, "What it was paid with."),
        .member("events", \.events, "What happened to it, the oldest first."),
        .member("created_at", \.payment.createdAt.dintero, example: "2026-03-15T12:00:00.000Z", "When it began."),
        .member(
            "updated_at", { $0.events.map(\.at).max()?.dintero ?? $0.payment.createdAt.dintero },
            example: "2026-03-15T12:00:00.000Z", "When it changed last."),
        .member(
            "settlement_status", { $0.payment.settledAt == nil ? "NOT_SETTLED" : "SETTLED" }, example: "NOT_SETTLED",
            "Whether the first capture was cleared."),
    ]
}

struct TransactionURLs: AnswerBody {
    let session: CheckoutSession

    static let members: [AnswerMember<TransactionURLs>] = [
        .member("redirect_url", \.session.returnURL, example: "yourapp://redirect", "As the session said."),
        .member(
            "callback_url", \.session.callbackURL, example: "https://shop.example/callback", "As the session said."),
    ]
}

/// The wallet's token, as far as it may be shown.
struct TransactionCard: AnswerBody {
    let payment: Payment
    let expiry: PaymentInstrument.Expiry?

    static let members: [AnswerMember<TransactionCard>] = [
        .member("brand", \.brand, example: "Visa", "The network."),
        .member(
            "masked_pan", { "************\($0.payment.lastFour)" }, example: "************0416",
            "The last digits of the token's number, which is not the card's own."),
        .member("expiry_date", \.expiryDate, example: "12/2029", "Of the token."),
        .member("eci", \.payment.eci, example: "07", "The electronic commerce indicator."),
        .member("payment_system_type", { _ in "wallet" }, example: "wallet", "Always wallet."),
    ]

    private var brand: String {
        switch payment.scheme {
        case .visa: "Visa"
        case .mastercard: "Mastercard"
        case .discover, .other: payment.scheme.rawValue
        }
    }

    private var expiryDate: String? {
        expiry.map { String(String($0.month + 100).suffix(2)) + "/\($0.year)" }
    }
}

extension Dintero {
    func answer(_ payment: Payment) async throws -> TransactionAnswer {
        guard let answer = try await answers([payment]).first else {
            throw PaymentFailure.damaged("the note of payment \(payment.id)")
        }
        return answer
    }

    /// Transactions of a merchant, the newest first.
    func transactions(_ query: TransactionQuery, of client: DinteroClient) async throws -> [TransactionAnswer] {
        var filter = PaymentFilter(merchant: client.merchant, gateway: .dintero, limit: query.limit)
        if let reference = query.merchantReference { filter.selection = .externalReference(reference) }
        if let id = query.session {
            filter.selection = .nonces(try await session(named: id, of: client).session.lastNonces)
        }
        if let after = query.after { filter.after = try await transaction(named: after, of: client) }
        let found = try await answers(payments.payments(filter))
        guard query.session != nil, let reference = query.merchantReference else { return found }
        return found.filter { $0.payment.externalReference == reference }
    }

    /// In three queries, however many there are.
    private func answers(_ found: [Payment]) async throws -> [TransactionAnswer] {
        let notes = found.compactMap { DinteroNote($0.metadata) }
        let sessions = try await sessions(notes.map(\.session.object))
        let steps = try await payments.steps(of: found.map(\.id))
        let instruments = try await payments.instruments(of: found.map(\.id))
        return try found.map { payment in
            guard let note = DinteroNote(payment.metadata), let session = sessions[note.session.object] else {
                throw PaymentFailure.damaged("the note of payment \(payment.id)")
            }
            return TransactionAnswer(
                payment: payment, steps: steps[payment.id] ?? [], session: session,
                expiry: instruments[payment.id]?.expiry)
        }
    }
}

/// Which transactions to list.
struct TransactionQuery: RequestQuery {
    var limit = 20
    var after: String?
    var merchantReference: String?
    var session: String?

    static let parameters: [BoundParameter<TransactionQuery>] = [
        .integer("limit", \.limit, in: 1...100, defaultValue: 20, "How many at most."),
        .text("starting_after", \.after, "The transaction before the first of the list."),
        .text("merchant_reference", \.merchantReference, "Only those of this order."),
        .text("session_id", \.session, "Only those of this session: of its last attempts to pay, at most a hundred."),
    ]
}
