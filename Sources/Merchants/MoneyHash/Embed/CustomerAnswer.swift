import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Logging

/// What MoneyHash's pages have in common: how their forms are read, and what a customer sees when something is wrong.
enum CustomerAnswer {
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

    /// The answer of the body, or a page that says why there is none.
    static func rendered(_ context: RequestContext, _ body: () async throws -> Response) async -> Response {
        do {
            return try await body()
        } catch let error as MoneyHashError {
            let text = error.status == .notFound ? "There is no such payment." : error.problems.first?.text ?? ""
            return page(text, error.status)
        } catch let error as RequestError {
            return page(
                "The form cannot be read.",
                error.cause == .bodyTooLarge ? .contentTooLarge : .unsupportedMediaType)
        } catch is BrokenBody {
            return page("The form cannot be read.", .badRequest)
        } catch {
            context.logger.error("request failed", metadata: ["failure": "\(error)"])
            return page("The service failed. Try again.", .internalServerError)
        }
    }
}
