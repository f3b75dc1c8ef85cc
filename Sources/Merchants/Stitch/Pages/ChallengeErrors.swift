import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// Why a customer does not see the page for 3-D Secure.
struct ChallengeRefusal: Error {
    let text: String
    let status: HTTPResponse.Status

    init(_ text: String, _ status: HTTPResponse.Status) {
        (self.text, self.status) = (text, status)
    }

    static let gone = ChallengeRefusal("No transaction is waiting for you here.", .notFound)
    static let noAnswer = ChallengeRefusal(
        "Your bank does not answer. Reload this page to try again.", .serviceUnavailable)
    static let failed = ChallengeRefusal("The service failed. Try again.", .internalServerError)

    var page: Response { ChallengePage.refusing(text, status) }
}

/// Errors on a page for the customer.
struct ChallengeErrors: GatewayErrors {
    private static let unreadable = "The form cannot be read."

    var messages: GatewayMessages { .stitch }

    func answer(to error: any Error) -> Response? { (error as? ChallengeRefusal)?.page }

    /// Another request has ended the authentication meanwhile.
    func answer(to refusal: PaymentRefusal) -> Response { ChallengeRefusal.gone.page }

    func answer(to error: RequestError) -> Response {
        ChallengeRefusal(Self.unreadable, error.usualStatus).page
    }

    func answerToBrokenBody() -> Response { ChallengeRefusal(Self.unreadable, .badRequest).page }

    func answer(to route: NoRoute, of request: Request) -> Response { ChallengeRefusal.gone.page }

    func answer(toFailure error: any Error, _ logger: Logger) -> Response {
        logger.error("3-D Secure failed", metadata: ["failure": "\(type(of: error))"])
        return ChallengeRefusal.failed.page
    }
}
