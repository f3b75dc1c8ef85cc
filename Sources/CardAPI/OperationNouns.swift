import HTTPContract

/// What the operations of the Card service are about, in the order in which people meet them.
extension Operation.Noun {
    static let tokens = Self(
        "Tokens", "A brand's app or backend says who it is and gets a token: its own, or that of a customer.")
    static let programs = Self("Programs", "The kinds of card that a customer may have.")
    static let cards = Self("Cards", "A customer's own cards, from the application to the end of their days.")
    static let details = Self(
        "Card details", "What is printed on a card, and its PIN: for a token with the scope `pci-dss-1`.")
    static let tokenizations = Self("Tokenizations", "Cards in Apple Pay, Google Pay and Samsung Pay.")
    static let authentication = Self(
        "Strong customer authentication",
        "Some operations are answered with 401 and an event in `WWW-Authenticate`. Have a challenge sent for it, "
            + "answer that, and repeat the request with the event in `SCA-Authorization`.")
    static let devices = Self(
        "Trusted devices", "A device whose signature stands in for strong customer authentication.")
    static let customerCards = Self("Customers' cards", "The same cards as the brand's backend sees them.")
    static let bulkOrders = Self("Bulk orders", "Cards for many customers at once.")
    static let webhooks = Self("Webhooks", "Events that are sent to the brand's backend, signed and in order.")
}
