import Gateways
import HTTPContract
import Identifiers
import Payments
import Postgres
import Validation

/// The settings that can be agreed with a merchant's clients, besides their secrets.
struct AgreedSettings: RequestBody {
    var clientID: String?
    var redirectURIs: [String]?
    var requiresSecure3d: Bool?
    var requiresDeviceInformation: Bool?
    var isScopeStrict: Bool?

    static let members: [BodyMember<AgreedSettings>] = [
        .string(
            "clientId", \.clientID, maximumLength: 64, example: "test-demo",
            "The merchant's client that this applies to; all of them if absent."),
        .strings(
            "redirectUris", \.redirectURIs, example: "https://example.com/payment",
            "Where customers may go after 3-D Secure: up to 16 URLs with https, or with http on their own machine."),
        .boolean(
            "requiresSecure3d", \.requiresSecure3d, example: "true", "Whether each transaction needs 3-D Secure."),
        .boolean(
            "requiresDeviceInformation", \.requiresDeviceInformation, example: "true",
            "Whether each transaction needs deviceInformation."),
        .boolean(
            "isScopeStrict", \.isScopeStrict, example: "true",
            "Whether initiateTransaction needs exactly the scope transaction_initiate."),
    ]

    fileprivate var errors: [FieldError] {
        guard let redirectURIs,
            redirectURIs.count > StitchClient.redirectURILimit || !redirectURIs.allSatisfy(ReturnURL.isPage)
        else { return [] }
        return [
            FieldError(
                "redirectUris",
                "must be up to \(StitchClient.redirectURILimit) addresses with https, or of localhost")
        ]
    }
}

extension StitchClients {
    /// The queries that store the settings for one client of a merchant or, if they name none, for all its clients.
    func agree(
        _ settings: AgreedSettings, with merchant: MerchantID
    ) async throws(PostgresFailure) -> Draft<[Query<Void>]> {
        var errors = settings.errors
        if let id = settings.clientID, try await find(id)?.client.merchant != merchant {
            errors.append(FieldError("clientId", "must be one of the merchant's clients"))
        }
        guard errors.isEmpty else { return Draft([], errors: errors) }
        return Draft([
            StitchClientStatements.agree(
                .text(merchant.rawValue), .text(settings.clientID),
                .textArray(settings.redirectURIs?.map(ReturnURL.listed)), .boolean(settings.requiresSecure3d),
                .boolean(settings.requiresDeviceInformation), .boolean(settings.isScopeStrict))
        ])
    }
}
