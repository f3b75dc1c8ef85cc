import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// MoneyHash's page at `embed_url`, where a customer pays with a card.
struct EmbedRoutes: Sendable {
    let moneyHash: MoneyHash

    func register(on router: Router<RequestContext>) {
        router.on(MoneyHashOperations.openPage) { _, context in
            await answered(context) { found in try await page(for: found) }
        }
        router.on(MoneyHashOperations.submitPage) { request, context in
            await answered(context) { found in
                try request.requireMediaType("application/x-www-form-urlencoded")
                let form = String(decoding: try await request.bodyBytes(), as: UTF8.self)
                return try await submit(form, for: found)
            }
        }
    }

    private func answered(
        _ context: RequestContext, _ body: (FoundIntent) async throws -> Response
    ) async -> Response {
        do {
            let found = try await moneyHash.intent(context.parameters.get("intent_id"))
            guard !found.intent.isDirect else {
                return EmbedPage(saying: "This payment is made in the shop's own app or page.", .notFound).response
            }
            return try await body(found)
        } catch let error as MoneyHashError {
            let text = error.status == .notFound ? "There is no such payment." : error.problems.first?.text ?? ""
            return EmbedPage(saying: text, error.status).response
        } catch let error as RequestError {
            return EmbedPage(
                saying: "The form cannot be read.",
                error.cause == .bodyTooLarge ? .contentTooLarge : .unsupportedMediaType
            ).response
        } catch is BrokenBody {
            return EmbedPage(saying: "The form cannot be read.", .badRequest).response
        } catch {
            context.logger.error("request failed", metadata: ["failure": "\(error)"])
            return EmbedPage(saying: "The service failed. Try again.", .internalServerError).response
        }
    }

    private func submit(_ form: String, for found: FoundIntent) async throws -> Response {
        let members = try EmbedForm.members(form)
        // The page offers only cards, so opening the form again is selecting it again.
        var current = found
        if found.state(at: moneyHash.clock.now()) != .intentForm {
            current = try await moneyHash.select(.card, for: found)
        }
        do {
            current = try await moneyHash.submitCard(members, for: current, isOnPage: true)
        } catch let error as MoneyHashError where error.status == .badRequest {
            return try await page(for: current, error)
        }
        guard current.paid != nil, let url = current.intent.request.text("successful_redirect_url") else {
            return try await page(for: current)
        }
        return Response(status: .seeOther, headers: [.location: url, .cacheControl: "no-store"])
    }

    private func page(for found: FoundIntent, _ error: MoneyHashError? = nil) async throws -> Response {
        let merchant = try await moneyHash.payments.merchant(found.intent.caller.merchant)
        let state = found.state(at: moneyHash.clock.now())
        let (amount, shop) = (found.intent.amount, merchant?.name ?? "The shop")
        switch state {
        case .intentProcessed: return EmbedPage(paid: amount, to: shop).response
        case .closed: return EmbedPage(saying: "This payment was closed.", .ok).response
        case .expired: return EmbedPage(saying: "The time for this payment is over.", .ok).response
        case .processing: return EmbedPage(saying: "Your payment is being processed. Reload this page.", .ok).response
        case .methodSelection, .nativePay, .formFields, .intentForm, .transactionFailed:
            let declined = state == .transactionFailed ? found.payment?.declineReason?.providerMessage : nil
            let note = error.map { $0.problems.map(\.text).joined(separator: " ") }
                ?? declined.map { "The payment failed. \($0)" }
            return EmbedPage(asking: amount, for: shop, note: note, isWrong: error != nil).response
        }
    }
}
