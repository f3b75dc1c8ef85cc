import Gateways
import HTTPService
import HTTPTypes
import Payments

/// The page on which a customer confirms a transaction or cancels it.
enum ChallengePage {
    /// - Parameter redirectURI: on the client's list; checked before.
    static func asking(
        _ prompt: AuthenticationPrompt, about payment: Payment, for merchant: String, redirectURI: String
    ) -> Response {
        let form = AuthenticationForm.html(
            asking: prompt, about: payment, for: merchant, called: "Merchant",
            hidden: [("redirect_uri", redirectURI)])
        return CustomerPage(
            "Confirm your payment", form, .ok, framedBy: .nobody, leadingTo: ReturnURL.loopbackOrigin(of: redirectURI)
        ).response
    }

    static func refusing(_ reason: String, _ status: HTTPResponse.Status) -> Response {
        CustomerPage("This page cannot be used", CustomerPage.paragraph(reason), status, framedBy: .nobody).response
    }
}
