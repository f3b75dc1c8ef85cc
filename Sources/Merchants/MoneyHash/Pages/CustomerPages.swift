import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// The common parts of MoneyHash's pages: the reading of their forms, and the texts that a customer sees after an
/// error.
enum CustomerPages {
    static func page(_ text: String, _ status: HTTPResponse.Status = .ok) -> Response {
        CustomerPage("This payment", CustomerPage.paragraph(text), status, framedBy: .anybody).response
    }

    static func redirect(to url: String) -> Response {
        Response(status: .seeOther, headers: [.location: url, .cacheControl: "no-store"])
    }

    static func form(_ request: Request) async throws -> String {
        try request.requireMediaType("application/x-www-form-urlencoded")
        return String(decoding: try await request.bodyBytes(), as: UTF8.self)
    }

    /// The answer of the body, or a page with the reason why there is none.
    static func rendered(_ context: RequestContext, _ body: () async throws -> Response) async -> Response {
        await PageErrors().answered(context, body)
    }
}

/// The pages for errors.
private struct PageErrors: GatewayErrors {
    var messages: GatewayMessages { .moneyHash }

    private static let unreadable = "The form cannot be read."

    func answer(to error: any Error) -> Response? { (error as? MoneyHashError).map(Self.page) }

    func answer(to refusal: PaymentRefusal) -> Response { Self.page(MoneyHashError(refusal)) }

    func answer(to error: RequestError) -> Response {
        CustomerPages.page(
            Self.unreadable, error.cause == .bodyTooLarge ? .contentTooLarge : .unsupportedMediaType)
    }

    func answerToBrokenBody() -> Response { CustomerPages.page(Self.unreadable, .badRequest) }

    func answer(to route: NoRoute, of request: Request) -> Response { Self.page(.notFound) }

    func answer(toFailure error: any Error, _ logger: Logger) -> Response {
        logger.error("request failed", metadata: ["failure": "\(error)"])
        return CustomerPages.page("The service failed. Try again.", .internalServerError)
    }

    private static func page(_ error: MoneyHashError) -> Response {
        let text = error.status == .notFound ? "There is no such payment." : error.problems.first?.text ?? ""
        return CustomerPages.page(text, error.status)
    }
}
