import HTTPContract

/// Who may call the operations of the Card service.
extension Audience {
    public static let anyone = Audience("anyone", "For anyone.", by: nil)

    /// A client application.
    public static let client = Audience("client", "For a client, by HTTP Basic.", by: .client)

    /// A customer, by a token issued for that customer.
    public static let customer = Audience(
        "customer", "For a customer.", by: .customerToken,
        refusedBy: [.unauthorized, .customerNotAllowed])

    /// A customer whose token has the scope for card secrets, ``cardDataScope``.
    public static let cardData = Audience(
        "cardData", "For a customer whose token has the scope \(cardDataScope).", by: .customerToken,
        scopes: [cardDataScope], refusedBy: [.unauthorized, .customerNotAllowed, .scopeRequired])

    /// The program manager's backend.
    public static let business = Audience(
        "business", "For the brand's backend.", by: .businessToken,
        refusedBy: [.unauthorized, .customerNotAllowed])

    /// The scope of a customer's token that card secrets need.
    public static let cardDataScope = "pci-dss-1"
}

extension SecurityScheme {
    static let client = SecurityScheme("client", .basic, "A client's id and secret.")
    static let customerToken = SecurityScheme(
        "customerToken", .bearer(format: "JWT"),
        "A customer's token, by token exchange; some operations need its scope `\(Audience.cardDataScope)`.")
    static let businessToken = SecurityScheme(
        "businessToken", .bearer(format: "JWT"), "The token of the brand's backend, by client credentials.")
}
