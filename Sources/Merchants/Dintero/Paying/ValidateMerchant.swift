import Gateways
import HTTPContract
import Payments
import Validation

/// The body that a page sends before the sheet of Apple Pay opens on it.
struct ValidateMerchantBody: RequestBody {
    var validationURL: String?
    var domain: String?

    static let isClosed = false
    static let members: [BodyMember<ValidateMerchantBody>] = [
        .string(
            "validation_url", \.validationURL, isRequired: true, maximumLength: 500,
            example: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
            "The validationURL of Apple's event."),
        .string(
            "domain_name", \.domain, isRequired: true, maximumLength: 255, example: "shop.example",
            "The domain of the page."),
    ]
}

extension Dintero {
    /// Gets the session that Apple wants of a merchant.
    func validateMerchant(
        _ value: ValidateMerchantBody, _ violations: [FieldError], for session: CheckoutSession
    ) async throws -> JSONValue {
        var errors = violations
        if let url = value.validationURL, !AppleSessionRequest.isApples(url) {
            errors.append(FieldError("validation_url", "must be one of Apple's addresses, as the page received it"))
        }
        if let domain = value.domain, domain.isEmpty || !domain.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            errors.append(FieldError("domain_name", "must be the page's domain"))
        }
        try DinteroError.check(errors)
        try await self.session(named: session.id.description).requireOpen(at: clock.now())
        let owner = KeyOwner(merchant: session.merchant, gateway: .dintero, wallet: .apple)
        guard let key = try await keys.publicKey(for: owner), let merchantID = key.walletID else {
            throw DinteroError(.paymentData, "The account has no certificate for Apple Pay; request one and send it.")
        }
        let request = AppleSessionRequest(
            merchantIdentifier: merchantID, validationURL: value.validationURL ?? "",
            displayName: String(try await payments.merchant(session.merchant)?.name.prefix(64) ?? ""),
            initiative: "web", initiativeContext: value.domain ?? "")
        guard let text = await walletSessions?.appleSession(request),
            let json = try? JSONValue(parsing: Array(text.utf8))
        else { throw DinteroError(.unavailable, "Apple has not returned a session.") }
        return json
    }
}
