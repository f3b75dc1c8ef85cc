/// Sentences that the descriptions of several operations share.
enum Conditions {
    static let customer = "Requires a customer token."
    static let authenticating = "Requires a customer token, or a client's own token if the customer has none yet."
    static let cardData = "Requires a customer token with the scope `pci-dss-1`."
    static let business = "Requires a business token."

    static let strongAuthentication =
        "If the brand protects this operation, the request also needs strong customer authentication: without a "
        + "verified event the response is 401, with a new event in `WWW-Authenticate`."

    static let key =
        "Accepts an `Idempotency-Key`: for 24 hours, the same request with the same key returns the first response."

    static let harmless = "Repeating the request changes nothing more."
    static let readOnly = "Changes nothing."
}
