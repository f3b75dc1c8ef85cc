import Gateways
import HTTPService
import HTTPTypes
import Identifiers
import Payments

/// 3-D Secure of a transaction: `interactionUrl` with a `redirect_uri`, the customer's steps, and the way back.
///
/// The issuer authenticates the customer; this only shows its questions.
struct Challenge: Sendable {
    let stitch: Stitch

    func open(query: String, _ context: RequestContext) async -> Response {
        await ChallengeErrors().answered(context) {
            let (payment, payments, address) = try await find(ChallengeForm(query), context)
            guard payment.status == .pendingAuthentication else { throw ChallengeRefusal.gone }
            return try await response(to: payments.authenticate(payment.id, by: .look), address)
        }
    }

    func answer(_ request: Request, _ context: RequestContext) async -> Response {
        await ChallengeErrors().answered(context) {
            let form = ChallengeForm(try await StitchRoutes.form(of: request))
            guard let answer = form.answer else { throw ChallengeRefusal("The form has no answer.", .badRequest) }
            let (payment, payments, address) = try await find(form, context)
            switch answer {
            case .cancel:
                return try back(from: await payments.cancelAuthentication(of: payment.id), to: address)
            case .action(let action):
                return try await response(to: payments.authenticate(payment.id, by: action), address)
            }
        }
    }

    /// The transaction that the path names, if it has, or had, 3-D Secure, and an address that a client of the merchant
    /// listed.
    private func find(
        _ form: ChallengeForm, _ context: RequestContext
    ) async throws -> (payment: Payment, payments: Payments, address: String) {
        guard let address = form.redirectURI else {
            throw ChallengeRefusal(
                "The redirect_uri must be one URL: with https, or with http on your own machine.", .badRequest)
        }
        guard let id = context.parameters.get("transactionId").flatMap({ PaymentID($0) }),
            let payment = try await stitch.payments.payment(id), [.stitch, .stitchTest].contains(payment.gateway),
            payment.status == .pendingAuthentication || payment.authentication != nil
        else { throw ChallengeRefusal.gone }
        guard try await stitch.clients.isListed(address, by: payment.merchant) else {
            throw ChallengeRefusal("The redirect_uri is not on the merchant's list.", .badRequest)
        }
        return (payment, payment.gateway == .stitch ? stitch.payments : stitch.testPayments, address)
    }

    private func response(to progress: AuthenticationProgress, _ address: String) async throws -> Response {
        switch progress {
        case .unreachable: throw ChallengeRefusal.noAnswer
        case .ended(let payment): return try back(from: payment, to: address)
        case .waiting(let payment, let prompt):
            let name = try await stitch.payments.merchant(payment.merchant)?.name ?? "The merchant"
            return ChallengePage.asking(prompt, about: payment, for: name, redirectURI: address)
        }
    }

    /// A form that is sent twice leads back twice, and changes nothing the second time.
    private func back(from payment: Payment, to address: String) throws(ChallengeRefusal) -> Response {
        guard payment.status != .pendingAuthentication else { throw .gone }
        let location = ReturnURL.adding([("transactionId", payment.id.description)], to: address)
        return Response(status: .seeOther, headers: [.location: location, .cacheControl: "no-store"])
    }
}
