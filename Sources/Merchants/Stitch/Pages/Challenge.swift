import Gateways
import HTTPService
import HTTPTypes
import Identifiers
import Logging
import Payments

/// 3-D Secure of a transaction: `interactionUrl` with a `redirect_uri`, what the customer does, and the way back.
///
/// The issuer authenticates the customer; this only shows its questions.
struct Challenge: Sendable {
    let stitch: Stitch

    private static var gone: Response {
        ChallengePage.refusing("There is no transaction that waits for you here.", .notFound)
    }
    private static var failed: Response {
        ChallengePage.refusing("The service failed. Try again.", .internalServerError)
    }
    private static var noAnswer: Response {
        ChallengePage.refusing("Your bank does not answer. Reload this page to try again.", .serviceUnavailable)
    }

    func open(_ id: String, query: String) async -> Response {
        await answered(id, ChallengeForm(query)) { payment, payments, address throws(PaymentFailure) in
            guard payment.status == .pendingAuthentication else { return Self.gone }
            let progress = try await payments.authenticate(payment.id, by: .look)
            return try await response(to: progress, address)
        }
    }

    func answer(_ id: String, form: String) async -> Response {
        let form = ChallengeForm(form)
        guard let answer = form.answer else {
            return ChallengePage.refusing("The form has no answer.", .badRequest)
        }
        return await answered(id, form) { payment, payments, address throws(PaymentFailure) in
            switch answer {
            case .cancel:
                return back(from: try await payments.cancelAuthentication(of: payment.id), to: address)
            case .action(let action):
                return try await response(to: payments.authenticate(payment.id, by: action), address)
            }
        }
    }

    /// Calls the body with a transaction that has, or had, 3-D Secure, and an address that a client of the merchant
    /// listed.
    private func answered(
        _ id: String, _ form: ChallengeForm,
        _ body: (Payment, Payments, String) async throws(PaymentFailure) -> Response
    ) async -> Response {
        guard let address = form.redirectURI else {
            return ChallengePage.refusing(
                "The redirect_uri must be one URL: with https, or with http on your own machine.", .badRequest)
        }
        do {
            guard let id = PaymentID(id), let payment = try await stitch.payments.payment(id),
                [.stitch, .stitchTest].contains(payment.gateway),
                payment.status == .pendingAuthentication || payment.authentication != nil
            else { return Self.gone }
            guard try await stitch.clients.isListed(address, by: payment.merchant) else {
                return ChallengePage.refusing("The redirect_uri is not on the merchant's list.", .badRequest)
            }
            return try await body(payment, payment.gateway == .stitch ? stitch.payments : stitch.testPayments, address)
        } catch {
            stitch.logger.error("3-D Secure failed", metadata: ["failure": "\(type(of: error))"])
            return Self.failed
        }
    }

    private func response(
        to progress: AuthenticationProgress, _ address: String
    ) async throws(PaymentFailure) -> Response {
        switch progress {
        case .unreachable: return Self.noAnswer
        case .ended(let payment): return back(from: payment, to: address)
        case .waiting(let payment, let prompt):
            let name = try await stitch.payments.merchant(payment.merchant)?.name ?? "The merchant"
            return ChallengePage.asking(prompt, about: payment, for: name, redirectURI: address)
        }
    }

    /// A form that is sent twice leads back twice, and changes nothing the second time.
    private func back(from payment: Payment, to address: String) -> Response {
        guard payment.status != .pendingAuthentication else { return Self.gone }
        let location = ReturnURL.adding([("transactionId", payment.id.description)], to: address)
        return Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}
