/// Where plastic is sent. The same shape in requests and in cards.
public struct DeliveryAddressBody: RequestBody, Decodable {
    public var address1: String?
    public var address2: String?
    public var address3: String?
    public var city: String?
    public var countryCode: String?
    public var state: String?
    public var postalCode: String?

    public init() {}

    public static let members: [BodyMember<DeliveryAddressBody>] = [
        .string(
            "address1", \.address1, isRequired: true, maximumLength: 40, example: "Tsarigradsko Shose 73",
            "Street and number."),
        .string("address2", \.address2, maximumLength: 30, example: "Apartment 2C", "Second address line."),
        .string("address3", \.address3, maximumLength: 30, example: "Floor 3", "Third address line."),
        .string("city", \.city, isRequired: true, example: "Sofia", "City."),
        .string("countryCode", \.countryCode, isRequired: true, example: "BG", "Country, ISO 3166-1 alpha-2."),
        .string("state", \.state, example: "UT", "State or province; needed in the United States."),
        .string("postalCode", \.postalCode, isRequired: true, example: "1000", "Postal code."),
    ]
}
