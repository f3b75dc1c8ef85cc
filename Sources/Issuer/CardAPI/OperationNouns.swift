import HTTPContract

/// The groups of the operations of the Card service, in the order in which a reader needs them.
extension Operation.Noun {
    static let tokens = Self(
        "Tokens", "A brand's app or backend authenticates and gets a token: its own, or a customer's.")
    static let accounts = Self(
        "Accounts and transactions", "A customer's prepaid balances, one for each currency, and what moved them.")
    static let authorizations = Self(
        "Authorizations", "The authorization requests of merchants for a customer's cards, and the issuer's answers.")
    static let disputes = Self(
        "Disputes",
        "Claims about cleared payments. The issuer charges them back, the merchant may represent them, and the scheme "
            + "decides in the end.")
    static let movements = Self(
        "Deposits, transfers and withdrawals",
        "Money that comes in, goes out, or moves from one customer to another. It moves in steps: `PREVIEW`, "
            + "`PENDING`, `PROCESSING`, and then `COMPLETED` or `FAILED`.")
    static let programs = Self("Programs", "The kinds of card that a customer can have.")
    static let cards = Self("Cards", "A customer's own cards, from the application to cancellation or expiry.")
    static let details = Self(
        "Card details", "What is printed on a card, and its PIN. Requires a token with the scope `pci-dss-1`.")
    static let tokenizations = Self("Tokenizations", "Cards in Apple Pay, Google Pay and Samsung Pay.")
    static let authentication = Self(
        "Strong customer authentication",
        "Some operations are answered with 401 and an event in `WWW-Authenticate`. Have a challenge sent for it, "
            + "answer that, and repeat the request with the same values and with the event in `SCA-Authorization`. The "
            + "members of its JSON may be in another order.")
    static let devices = Self(
        "Trusted devices", "Devices whose signature replaces a challenge of strong customer authentication.")
    static let customers = Self(
        "Customers",
        "The brand's backend creates its customers' wallets, keeps the personal data up to date, and restricts "
            + "customers.")
    static let customerCards = Self("Customers' cards", "The brand's backend manages the cards of its customers.")
    static let bulkOrders = Self("Bulk orders", "The brand's backend orders cards for many customers at once.")
    static let webhooks = Self("Webhooks", "The brand's backend receives events: signed, and in order for each card.")
    static let events = Self("Events", "What the service sends to the URL of a webhook subscription.")
    static let questions = Self("Questions", "What the service asks a partner, and waits for.")
}
