import HTTPContract

/// The audiences of the Card service's operations.
extension Audience {
    public static let anyone = Audience("anyone", "no token", by: nil)

    /// A client application.
    public static let client = Audience("client", "client id and secret (HTTP Basic)", by: .client)

    /// A customer with a token that was issued for that customer.
    public static let customer = Audience(
        "customer", "customer token", by: .customerToken,
        refusedBy: [.unauthorized, .customerNotAllowed])

    /// A customer whose token has the scope for card secrets, ``cardDataScope``.
    public static let cardData = Audience(
        "cardData", "customer token with the scope \(cardDataScope)", by: .customerToken,
        scopes: [cardDataScope], refusedBy: [.unauthorized, .customerNotAllowed, .scopeRequired])

    /// A customer who answers a challenge, or a client that answers it for a customer who has no token yet.
    public static let authenticating = Audience(
        "authenticating", "customer token, or a client's own token", by: .customerToken, or: .configurationToken,
        refusedBy: [.unauthorized, .customerNotAllowed])

    /// The program manager's backend.
    public static let business = Audience(
        "business", "business token", by: .businessToken,
        refusedBy: [.unauthorized, .customerNotAllowed])

    /// The scope that a customer's token needs for card secrets.
    public static let cardDataScope = "pci-dss-1"
}

extension SecurityScheme {
    static let client = SecurityScheme("client", .basic, "The client's id and secret.")
    static let customerToken = SecurityScheme(
        "customerToken", .bearer(format: "JWT"),
        "A customer's token, from a token exchange; some operations need the scope `\(Audience.cardDataScope)`.")
    static let configurationToken = SecurityScheme(
        "configurationToken", .bearer(format: "JWT"),
        "A client's own token, from the grant `client_credentials`. Paysafe calls it a configuration token.")
    static let businessToken = SecurityScheme(
        "businessToken", .bearer(format: "JWT"), "The token of a brand's backend, from the grant `client_credentials`.")
}
