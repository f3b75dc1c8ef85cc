import HTTPContract
import HTTPTypes

/// Every operation of Dintero that the payment in an app needs, at Dintero's own paths.
public enum DinteroOperations {
    static let token = account(
        "dinteroToken", "Get a token of the account", .post, "/v1/accounts/{account_id}/auth/token",
        "Answers a token for the client's id and secret, which are sent by HTTP Basic.", by: login,
        AccountTokenAnswer.schema, .json(AccountTokenBody.schema),
        [.invalid, .unauthorized, .forbidden, .tooMany])

    static let createSession = account(
        "dinteroCreateSession", "Make a session", .post, "/v1/sessions",
        """
        Makes what a customer pays once. The amount is the sum of the items and of the shipping. An app needs the \
        channel in_app and `configuration.dintero_psp.applepay.enabled`.
        """,
        NewSessionAnswer.schema, .json(SessionBody.schema), [.invalid, .unauthorized])
    static let createProfileSession = account(
        "dinteroCreateProfileSession", "Make a session by a payment profile", .post, "/v1/sessions-profile",
        "The same, with a profile that says how it can be paid. Apple Pay must be in the profile.",
        NewSessionAnswer.schema, .json(SessionBody.schema), [.invalid, .unauthorized])
    static let readSession = account(
        "dinteroReadSession", "Get a session", .get, "/v1/sessions/{session_id}",
        "The session, with its transaction if it is paid.", SessionAnswer.schema, .none, [.unauthorized, .notFound])
    static let updateSession = account(
        "dinteroUpdateSession", "Change the order of a session", .put, "/v1/sessions/{session_id}",
        """
        Puts another order in place of the session's, as long as it is not paid, cancelled or expired. What a wallet \
        has given for the earlier amount is gone.
        """, SessionAnswer.schema, .json(UpdateSessionBody.schema), [.invalid, .unauthorized, .notFound, .conflict])
    static let cancelSession = account(
        "dinteroCancelSession", "Cancel a session", .post, "/v1/sessions/{session_id}/cancel",
        "The session can no longer be paid. A transaction of which nothing was captured is voided.",
        SessionAnswer.schema, .none, [.invalid, .unauthorized, .notFound])

    static let viewSession = app(
        "dinteroViewSession", "Get a session in the app", .get, "/v1/view/{session_id}/session",
        "What the app shows: the order and the merchant.", ViewAnswer.schema, .none, [.notFound])
    static let returnFromSession = Operation(
        name: "dinteroReturn", summary: "Go back to the merchant",
        description: """
            Leads the customer of a paid session to its return_url with the transaction. An app whose return_url has \
            initial_recipient=merchant goes there without it.
            """, noun: viewSession.noun, method: .get, path: "/v1/view/{session_id}/return",
        audience: viewSession.audience, successStatus: .seeOther, headers: [.requestID], errorCodes: [],
        otherErrors: viewSession.otherErrors)
    static let operations = app(
        "dinteroApplePayOperations", "Get the operations of Apple Pay", .post,
        "/v1/view/{session_id}/payments/dintero_psp.applepay",
        """
        Answers where the app sends what the wallet gives, each address with an access_token. The request needs no \
        body; a body is ignored. With `force_new=true` a new payment begins.
        """,
        OperationsAnswer.schema, .none, [.notFound, .applePayOff, .conflict], query: OperationsQuery.schema)
    static let pay = app(
        "dinteroPaySession", "Pay a session", .post, "/v1/sessions/{session_id}/pay",
        """
        Charges the submitted token of the wallet, once. The status is 200 also if the issuer declines: then `success` \
        is false, and there is no redirect_url. A session that is not modified since `If-Unmodified-Since` has this \
        time as its updated_at.
        """,
        PayAnswer.schema, .json(PayBody.schema), [.invalid, .notFound, .applePayOff, .conflict, .preconditionFailed])

    static let submit = wallet(
        "dinteroSubmitApplePay", "Submit the token of Apple Pay", "transactions",
        """
        Opens the token, which is good for one payment, and answers what stands for it. The operation's access_token \
        is in `Authorization`, without a scheme, and must not be in the address.
        """,
        SubmitAnswer.schema, SubmitBody.schema)
    static let validateMerchant = wallet(
        "dinteroValidateMerchant", "Validate the merchant for Apple Pay", "validate-merchant",
        """
        Gets the session that Apple wants of a merchant before the sheet opens on a page. An app does not need it. \
        The access_token is in `Authorization` or in the address.
        """,
        ObjectSchema(name: "AppleSession", members: []), ValidateMerchantBody.schema,
        query: ValidateMerchantQuery.schema)

    static let transactions = account(
        "dinteroListTransactions", "List transactions", .get, "/v1/transactions", "The newest first.",
        TransactionAnswer.schema, .none, [.invalid, .unauthorized, .notFound], query: TransactionQuery.schema,
        isArray: true)
    static let transaction = account(
        "dinteroReadTransaction", "Get a transaction", .get, "/v1/transactions/{transaction_id}",
        "The transaction with its events.", TransactionAnswer.schema, .none, [.unauthorized, .notFound])
    static let capture = account(
        "dinteroCapture", "Capture a transaction", .post, "/v1/transactions/{transaction_id}/capture",
        """
        Takes the amount, or a part of it, which is cleared at the end of the merchant's day. The rest can be captured \
        later, unless `final` is true. The same capture_reference captures once.
        """,
        TransactionAnswer.schema, .json(ChangeBody.schema), [.invalid, .unauthorized, .notFound, .conflict])
    static let refund = account(
        "dinteroRefund", "Refund a transaction", .post, "/v1/transactions/{transaction_id}/refund",
        "Gives back what was captured, or a part of it. The same refund_reference refunds once.",
        TransactionAnswer.schema, .json(ChangeBody.schema), [.invalid, .unauthorized, .notFound, .conflict])
    static let void = account(
        "dinteroVoid", "Void a transaction", .post, "/v1/transactions/{transaction_id}/void",
        "Gives all of an authorization back at once. It is refused when a part was captured.",
        TransactionAnswer.schema, .none, [.invalid, .unauthorized, .notFound])

    public static let all = [
        token, createSession, createProfileSession, readSession, updateSession, cancelSession, viewSession,
        returnFromSession, operations, submit,
        validateMerchant, pay, transactions, transaction, capture, refund, void,
    ]

    /// A token of Apple Pay has about 4 KiB, and its JSON is in a string.
    static let submitLimitBytes = 128 * 1024
}

/// The query of the merchant's validation, which a browser may send as it got it.
struct ValidateMerchantQuery: RequestQuery {
    var token: String?

    static let parameters: [BoundParameter<ValidateMerchantQuery>] = [
        .text("access_token", \.token, isSecret: true, "The operation's token.")
    ]
}

/// The query of the operations of Apple Pay.
struct OperationsQuery: RequestQuery {
    var isNew: String?

    static let parameters: [BoundParameter<OperationsQuery>] = [
        .enumeration("force_new", \.isNew, of: ["true", "false"], "Whether a new payment begins.")
    ]
}
