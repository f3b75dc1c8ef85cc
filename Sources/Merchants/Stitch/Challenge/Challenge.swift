import HTTPContract
import HTTPService
import HTTPTypes
import Logging
import Payments

/// 3-D Secure of a transaction: `interactionUrl` with a `redirect_uri`, the customer's answer, and the way back.
struct Challenge: Sendable {
    let desk: StitchDesk

    private static let gone = ChallengePage(refusing: "There is no transaction that waits for you here.", .notFound)
    private static let failed = ChallengePage(refusing: "The service failed. Try again.", .internalServerError)

    func open(_ id: String, query: String) async -> Response {
        await answered(id, form: query) { payment, client, redirectURI in
            let merchant = try? await desk.payments.merchant(client)
            let name = merchant?.name ?? "The merchant"
            return ChallengePage(asking: payment, for: name, redirectURI: redirectURI).response
        }
    }

    func answer(_ id: String, form: String) async -> Response {
        let answers = FormText.decode(form).filter { $0.name == "answer" }.map(\.value)
        guard answers == ["confirm"] || answers == ["cancel"] else {
            return ChallengePage(refusing: "The form's answer must be confirm or cancel.", .badRequest).response
        }
        return await answered(id, form: form) { payment, _, redirectURI in
            do throws(PaymentFailure) {
                let payments = payment.gateway == .stitchTest ? desk.testPayments : desk.payments
                _ = try await payments.authenticated(payment.id, isSuccess: answers == ["confirm"])
            } catch {
                guard case .refused = error else { return Self.failed.response }
                return Self.gone.response
            }
            let address = RedirectURI.adding("transactionId", payment.id.description, to: redirectURI)
            return Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
        }
    }

    /// Calls the body with a waiting transaction, its merchant, and an address that a client of the merchant listed.
    private func answered(
        _ id: String, form: String, _ body: (Payment, MerchantID, String) async -> Response
    ) async -> Response {
        let addresses = FormText.decode(form).filter { $0.name == "redirect_uri" }.map(\.value)
        guard addresses.count == 1, let address = addresses[0], RedirectURI.isAcceptable(address) else {
            return ChallengePage(refusing: "The redirect_uri must be one https URL.", .badRequest).response
        }
        do {
            guard let id = PaymentID(id), let payment = try await desk.payments.payment(id),
                [.stitch, .stitchTest].contains(payment.gateway), payment.status == .pendingAuthentication
            else { return Self.gone.response }
            guard try await desk.clients.isListed(address, by: payment.merchant) else {
                return ChallengePage(refusing: "The redirect_uri is not on the merchant's list.", .badRequest).response
            }
            return await body(payment, payment.merchant, address)
        } catch {
            desk.logger.error("3-D Secure failed", metadata: ["failure": "\(type(of: error))"])
            return Self.failed.response
        }
    }
}
