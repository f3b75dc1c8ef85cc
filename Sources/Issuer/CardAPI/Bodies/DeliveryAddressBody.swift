import HTTPContract

/// The address that a physical card is sent to. Requests and cards have the same shape.
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
            "address1", \.address1, isRequired: true, maximumLength: 40, pattern: TextForm.printable(4...40),
            example: "Tsarigradsko Shose 73", "Street and number."),
        .string(
            "address2", \.address2, maximumLength: 30, pattern: TextForm.printable(0...30), example: "Apartment 2C",
            "Second address line."),
        .string(
            "address3", \.address3, maximumLength: 30, pattern: TextForm.printable(0...30), example: "Floor 3",
            "Third address line."),
        .string(
            "city", \.city, isRequired: true, pattern: TextForm.city, example: "Sofia",
            "City: letters, spaces, hyphens and periods."),
        .string(
            "countryCode", \.countryCode, isRequired: true, pattern: TextForm.countryCode, example: "BG",
            "Country, ISO 3166-1 alpha-2."),
        .string(
            "state", \.state, pattern: TextForm.printable(0...3), example: "UT",
            "State or province; required for customers in the United States."),
        .string(
            "postalCode", \.postalCode, isRequired: true, pattern: TextForm.printable(1...16), example: "1000",
            "Postal code."),
    ]
}

extension DeliveryAddressBody: AnswerValue {
    public static var kind: ObjectSchema.Kind { .object(schema) }
}

extension DeliveryAddressBody {
    public static let examples = [BodyExample<DeliveryAddressBody>("In Bulgaria") { $0 = .example }]

    /// The example of Paysafe's documentation.
    static var example: DeliveryAddressBody {
        var address = DeliveryAddressBody()
        address.address1 = "Tsarigradsko Shose 73"
        address.city = "Sofia"
        address.countryCode = "BG"
        address.postalCode = "1000"
        return address
    }
}
