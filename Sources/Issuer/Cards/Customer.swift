/// The person that a card is issued to, as far as issuing needs to know them.
public struct Customer: Equatable, Sendable {
    public let id: CustomerID
    /// ISO 3166-1 alpha-2.
    public let country: String
    public let firstName: String
    public let lastName: String
    /// The default mobile number for messages about a card.
    public let mobile: String
    public let address: DeliveryAddress?
    /// Whether the brand's policy refuses card PINs that anyone would try first.
    public var refusesWeakPINs: Bool
    public var restrictions: Restrictions

    public init(
        id: CustomerID, country: String, firstName: String, lastName: String, mobile: String,
        address: DeliveryAddress?, refusesWeakPINs: Bool = true, restrictions: Restrictions = .none
    ) {
        self.id = id
        self.country = country
        self.firstName = firstName
        self.lastName = lastName
        self.mobile = mobile
        self.address = address
        self.refusesWeakPINs = refusesWeakPINs
        self.restrictions = restrictions
    }

    public var region: Region? { Region(country: country) }

    /// US customers consent in writing and set their PIN with a separate call.
    public var isInUnitedStates: Bool { region == .unitedStates }

    /// The name on the card; see ``NameOnCard``.
    public var cardholderName: String { Self.cardholderName(firstName, lastName) }

    /// The same of a customer of whom only the names are known.
    public static func cardholderName(_ firstName: String, _ lastName: String) -> String {
        NameOnCard.text(of: [firstName, lastName])
    }
}
