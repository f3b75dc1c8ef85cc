/// Why a request is refused for the customer it names.
public enum CustomerRefusal: Equatable, Sendable {
    case notFound
    /// The brand's own identifier or the e-mail address belongs to another customer of the brand.
    case exists
    case countryIsFixed
    case restricted(Restriction)

    public var message: String {
        switch self {
        case .notFound:
            "There is no such customer."
        case .exists:
            "Another customer of the brand has this externalId or this e-mail address; each needs one of their own."
        case .countryIsFixed:
            "The country of a customer cannot be changed, because accounts and programs depend on it; create another "
                + "wallet."
        case .restricted(let restriction):
            "The customer has the restriction \(restriction.rawValue), which blocks this; lift it first."
        }
    }
}

extension CustomerRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [CustomerRefusal] = [
        .notFound, .exists, .countryIsFixed, .restricted(.outgoingTransactions),
    ]
}
