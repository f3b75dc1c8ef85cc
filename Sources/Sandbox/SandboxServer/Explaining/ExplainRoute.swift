import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Provisioning
import Sandbox
import SimulatedWallets
import Validation

/// Explains the faults in the data that an integrator sent or received, and how to correct them.
///
/// It uses the same rules as the service, the simulated phones and the simulated networks, so an explanation cannot
/// differ from the actual decision.
struct ExplainRoute {
    let sandbox: Sandbox

    @Sendable func explain(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(ExplainBody.self)
        guard body.violations.isEmpty else { throw IssuingFailure.refused(.invalidFields(body.violations)) }
        guard let networks = sandbox.issuing.networks, let simulated = sandbox.networks else {
            throw Problem(.operationNotAllowed, "This service is connected to no simulated network.")
        }
        let keys = TokenServiceKeys(visa: simulated.visa, mastercard: simulated.mastercard.network)
        var inspection = Inspection(
            body.value.evidence, under: networks.appleTrust, keys: keys, at: sandbox.clock.now())
        if let card = body.value.cardId.flatMap({ CardID($0) }), let nonce = body.value.evidence.apple.nonceBytes {
            let isUsed = try await sandbox.isUsed(nonce: nonce, for: card)
            inspection.check(
                "nonce.use", "not used for this card before", isUsed ? StepFailure(WalletDataFault.usedNonce) : nil)
        }
        guard !inspection.steps.isEmpty else {
            throw Problem(fieldErrors: [
                FieldError(
                    "leafCertificate",
                    "or encryptedPassData, or opaquePaymentCard, or clientDeviceId is required: the data to explain")
            ])
        }
        return Response(
            status: .ok, json: ExplainAnswer(inspection: inspection), headers: [.cacheControl: "no-store"])
    }
}

extension StepFailure {
    fileprivate init(_ fault: WalletDataFault) {
        self.init(name: fault.name, cause: fault.cause, fix: fault.fix)
    }
}
