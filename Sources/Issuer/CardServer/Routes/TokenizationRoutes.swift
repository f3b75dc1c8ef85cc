import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Provisioning
import Validation

/// Starts tokenizations and completes them.
struct TokenizationRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.tokenizeCard, tokenize)
        customers.on(Operations.updateTokenizationStatus, update)
    }

    @Sendable private func tokenize(
        _ request: Request, _ context: CustomerContext, _ caller: AuditCaller
    ) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(TokenizeCardBody.self)
        let evidence = try request.evidence(for: .tokenizeCard, card: id, body: body.bytes, in: context, by: issuing)
        let idempotency = try Idempotency(of: request, body: body.bytes, to: Operations.tokenizeCard, by: issuing)
        let isWalletTold = body.violations.contains { $0.field == "walletType" }
        let answered = try await issuing.called(by: caller).tokenizeCard(
            id, asked: body.draft { TokenizationApplication($0, otherwise: isWalletTold ? nil : .apple).draft },
            evidence: evidence,
            request: idempotency.request {
                StoredAnswer(Operations.tokenizeCard.successStatus, CardTokenizationBody($0))
            })
        return Response(answered)
    }

    @Sendable private func update(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.cardID()
        let body = try await request.json(UpdateTokenizationBody.self)
        let evidence = try request.evidence(
            for: .completeTokenization, card: id, body: body.bytes, in: context, by: issuing)
        let isWalletTold = body.violations.contains { $0.field == "walletType" }
        let report = try body.accepted { body in
            TokenizationReport.read(
                reference: body.dpanRef, walletID: body.walletId,
                wallet: body.walletType.flatMap(WalletType.init(rawValue:)) ?? (isWalletTold ? nil : .apple),
                status: body.status.flatMap(TokenizationReport.Status.init(rawValue:)))
        }
        let tokenization = try await issuing.completeTokenization(of: id, as: report, evidence: evidence)
        return Response(status: .ok, json: TokenizationBody(tokenization))
    }
}

extension Issuing {
    /// Looks tokenizations up only if the request includes them.
    func tokenizations(
        of cards: [Card], ifAmong inclusions: [String]
    ) async throws(IssuingFailure) -> [CardID: [Tokenization]] {
        inclusions.contains(Vocabulary.tokenizations) ? try await tokenizations(of: cards) : [:]
    }
}

extension TokenizationApplication {
    /// - Parameter wallet: the one without a `walletType`; nil if the body has one that is unknown.
    init(_ body: TokenizeCardBody, otherwise wallet: WalletType?) {
        self.init(
            wallet: body.walletType.flatMap(WalletType.init(rawValue:)) ?? wallet, device: body.clientDeviceId,
            profile: body.clientWalletAccountId,
            apple: AppleData(
                leafCertificate: body.leafCertificate, subordinateCertificate: body.subordinateCertificate,
                nonce: body.nonce, nonceSignature: body.nonceSignature))
    }
}

extension TokenizationBody {
    init(_ tokenization: Tokenization) {
        let status: TokenizationReport.Status = tokenization.isCompleted ? .completed : .initiated
        self.init(
            dpanRef: tokenization.reference?.rawValue,
            walletId: tokenization.place.wallet == .google
                ? tokenization.walletID ?? tokenization.place.profile : nil,
            walletType: tokenization.place.wallet.rawValue, status: status.rawValue)
    }
}

extension CardTokenizationBody {
    init(_ tokenized: TokenizedCard) {
        let (card, person) = (tokenized.card, tokenized.cardholder)
        let network = card.scheme == .visa ? "VISA" : "MASTERCARD"
        self.init(
            cardNetwork: "CARD_NETWORK_\(network)", tokenProvider: "TOKEN_PROVIDER_\(network)",
            cardLastDigits: card.lastFour,
            customer: Cardholder(
                (person.address ?? card.deliveryAddress).map(DeliveryAddressBody.init),
                name: "\(person.firstName) \(person.lastName)", mobile: card.mobile))
        switch tokenized.sealed {
        case .opaque(let text, for: .samsung):
            provisionPayload = text
        case .opaque(let text, for: _):
            opaquePaymentCard = text
        case .apple(let pass):
            encryptedPassData = EncodedBytes.base64(pass.encryptedPassData)
            ephemeralPublicKey = EncodedBytes.base64(pass.ephemeralPublicKey)
            activationData = EncodedBytes.base64(pass.activationData)
        }
    }
}
