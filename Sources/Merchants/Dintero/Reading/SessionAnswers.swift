import Foundation
import HTTPContract
import Payments

/// A session as its merchant's server sees it.
struct SessionAnswer: AnswerBody {
    let found: FoundSession

    static let members: [AnswerMember<SessionAnswer>] = [
        .member(
            "id", \.found.session.id.description, example: "T12345678.465U8CUzaPVpneu1wt8Wei", "The session."),
        .member("account_id", \.found.session.id.account, example: "T12345678", "The merchant's account."),
        .member("order", { JSONValue.object($0.found.session.order) }, "As it was sent."),
        .member("url", { $0.found.session.request["url"] ?? JSONValue.object(JSONObject()) }, "As it was sent."),
        .member("configuration", { $0.found.session.request["configuration"] }, "As it was sent."),
        .member("profile_id", { $0.found.session.request.text("profile_id") }, example: "default", "As it was sent."),
        .member(
            "transaction_id", { found in
                found.found.paid.map { found.found.session.transactionID($0).description }
            },
            example: "T12345678.465UfBENeLpkBvwmqfTC4k", "The transaction; not if nothing is paid."),
        .member("created_at", \.found.session.madeAt.dintero, example: "2026-03-15T12:00:00.000Z", "When it was made."),
        .member(
            "updated_at", \.found.session.changedAt.dintero, example: "2026-03-15T12:00:00.000Z",
            "When it changed last; what If-Unmodified-Since is compared with."),
        .member("expires_at", \.found.session.expiresAt.dintero, example: "2026-03-16T12:00:00.000Z", "When it ends."),
        .member(
            "cancelled_at", { $0.found.session.cancelledAt?.dintero }, example: "2026-03-15T12:00:00.000Z",
            "When it was cancelled."),
    ]
}

struct NewSessionAnswer: AnswerBody {
    let session: CheckoutSession
    let base: String

    static let members: [AnswerMember<NewSessionAnswer>] = [
        .member("id", \.session.id.description, example: "T12345678.465U8CUzaPVpneu1wt8Wei", "The session."),
        .member(
            "url", { "\($0.base)/v1/view/\($0.session.id)/session" },
            example: "https://checkout.dintero.com/v1/view/T12345678.465U8CUzaPVpneu1wt8Wei/session",
            "The app's view of it."),
    ]
}

/// A session as an app sees it, which knows only its id.
struct ViewAnswer: AnswerBody {
    let found: FoundSession
    let merchant: Merchant

    static let members: [AnswerMember<ViewAnswer>] = [
        .member(
            "id", \.found.session.id.description, example: "T12345678.465U8CUzaPVpneu1wt8Wei", "The session."),
        .member("account_id", \.found.session.id.account, example: "T12345678", "The merchant's account."),
        .member("order", { JSONValue.object($0.found.session.order) }, "What is paid for."),
        .member("configuration", { ViewConfiguration(view: $0) }, "How it can be paid, and whom."),
        .member(
            "transaction_id", { view in
                view.found.paid.map { view.found.session.transactionID($0).description }
            },
            example: "T12345678.465UfBENeLpkBvwmqfTC4k", "The transaction; not if nothing is paid."),
        .member(
            "updated_at", \.found.session.changedAt.dintero, example: "2026-03-15T12:00:00.000Z",
            "When it changed last; what If-Unmodified-Since of a payment is compared with."),
        .member("expires_at", \.found.session.expiresAt.dintero, example: "2026-03-16T12:00:00.000Z", "When it ends."),
    ]
}

struct ViewConfiguration: AnswerBody {
    let view: ViewAnswer

    static let members: [AnswerMember<ViewConfiguration>] = [
        .member("merchant", \.merchant, "Who is paid."),
        .member(
            "channel", { $0.view.found.session.request.object("configuration")?.text("channel") }, example: "in_app",
            "Where the customer pays."),
        .member(
            "dintero_psp",
            { ["applepay": ["enabled": .boolean($0.view.found.session.takesApplePay)]] as JSONValue },
            "What Dintero's own payment service offers."),
    ]

    struct Payee: AnswerBody {
        let name: String
        let country: String

        static let members: [AnswerMember<Payee>] = [
            .member("name", \.name, example: "Corner Shop", "What the sheet shows."),
            .member("country", \.country, example: "NO", "ISO 3166-1."),
        ]
    }

    private var merchant: Payee { Payee(name: view.merchant.name, country: view.merchant.country) }
}
