import HTTPContract
import Payments
import Postgres
import Validation

/// What can be agreed with a merchant's clients beside their secrets.
struct AgreedSettings: RequestBody {
    var clientID: String?
    var redirectURIs: [String]?
    var requiresSecure3d: Bool?
    var requiresDeviceInformation: Bool?
    var isScopeStrict: Bool?

    static let members: [BodyMember<AgreedSettings>] = [
        .string(
            "clientId", \.clientID, maximumLength: 64, example: "test-demo",
            "Which client of the merchant's; all of them if absent."),
        .strings(
            "redirectUris", \.redirectURIs, example: "https://example.com/payment",
            "Where customers may go after 3-D Secure: up to 16 addresses with https, or of their own machine."),
        .boolean(
            "requiresSecure3d", \.requiresSecure3d, example: "true", "Whether each transaction needs 3-D Secure."),
        .boolean(
            "requiresDeviceInformation", \.requiresDeviceInformation, example: "true",
            "Whether each transaction needs deviceInformation."),
        .boolean(
            "isScopeStrict", \.isScopeStrict, example: "true",
            "Whether initiateTransaction needs exactly the scope transaction_initiate."),
    ]

    func writes(for merchant: MerchantID) -> Draft<[Query<Void>]> {
        if let redirectURIs {
            guard redirectURIs.count <= StitchClient.redirectURILimit,
                redirectURIs.allSatisfy(RedirectURI.isAcceptable)
            else {
                return Draft([], errors: [
                    FieldError(
                        "redirectUris",
                        "must be up to \(StitchClient.redirectURILimit) addresses with https, or of localhost")
                ])
            }
        }
        return Draft([
            StitchClientStatements.agree(
                .text(merchant.text), .text(clientID), .textArray(redirectURIs?.map(RedirectURI.listed)),
                .boolean(requiresSecure3d), .boolean(requiresDeviceInformation), .boolean(isScopeStrict))
        ])
    }
}
