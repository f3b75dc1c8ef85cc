import CardAPI
import Cards
import CardSecrets
import CardServer
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Payments
import Sandbox
import SimulatedWallets
import Validation

/// Pays a merchant in an app: the phone's wallet seals the payment to the merchant's key at a gateway.
struct SealedPaymentRoute {
    let sandbox: Sandbox
    let merchants: MerchantsServer

    var routes: [SandboxRoutes.Route] { [(SandboxOperations.sealPhonePayment, seal)] }

    @Sendable private func seal(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let (phone, token) = (try context.parameters.phoneID(), try context.parameters.tokenID())
        let body = try await request.json(SealedPaymentBody.self)
        let (amount, gateway) = try body.accepted { $0.draft(among: merchants.gateways) }
        // The key is found before the phone pays, so a merchant without one uses no counter.
        let wallet = WalletKind(try await sandbox.phone(phone).kind.wallet)
        let recipient = try await recipient(at: gateway, in: wallet, of: body.value.merchantId ?? "")
        let payment = try await sandbox.makePayment(with: token, on: phone, of: amount, isInStore: false)
        guard let sealable = WalletPayment(payment, of: amount) else {
            throw VaultFailure.notEncodable("A phone's payment")
        }
        let text = try sealable.token(
            for: recipient, at: sandbox.issuing.clock.now(), using: sandbox.issuing.entropy)
        return Response(
            status: .created,
            json: SealedPaymentAnswer(wallet: wallet, data: try JSONValue(parsing: Array(text.utf8))),
            headers: [.cacheControl: "no-store"])
    }

    private func recipient(
        at gateway: GatewayService, in wallet: WalletKind, of merchant: String
    ) async throws -> PaymentRecipient {
        guard let id = MerchantID(merchant), try await merchants.payments.merchant(id) != nil else {
            throw Problem(.entityNotFound, "There is no such merchant; GET /sandbox/merchants lists them.")
        }
        let owner = KeyOwner(merchant: id, gateway: gateway.gateway, wallet: wallet)
        guard let key = try await merchants.keys.publicKey(for: owner) else {
            let taken = gateway.wallets.map(\.wallet.rawValue).joined(separator: ", ")
            throw Problem(
                .operationNotAllowed,
                "The merchant has no key for this phone's wallet at \(gateway.name), which takes: \(taken).")
        }
        return try translating({ Problem(.operationNotAllowed, "\($0.cause) \($0.fix)") }) {
            () throws(MerchantFailure) in
            try PaymentRecipient(key)
        }
    }
}

extension PaymentRecipient {
    /// - Parameter key: a merchant's active key at a gateway.
    fileprivate init(_ key: MerchantPublicKey) throws(MerchantFailure) {
        let known = try MerchantKey(spki: key.spki)
        self =
            switch key.owner.wallet {
            case .apple: try .applePay(known, id: key.walletID)
            case .google: try .googlePay(known, id: key.walletID, gatewayMerchantID: key.owner.merchant.rawValue)
            case .samsung: try .samsungPay(known)
            }
    }
}

extension WalletPayment {
    /// Nil if the payment is not one in an app.
    fileprivate init?(_ payment: TokenPayment, of amount: Money) {
        guard let indicator = payment.indicator else { return nil }
        self.init(
            of: .init(
                minorUnits: amount.minorUnits, currencyCode: amount.currency.code,
                currencyDigits: amount.currency.digits),
            dpan: payment.dpan, expiryMonth: payment.expiry.month, expiryYear: payment.expiry.year,
            cryptogram: payment.cryptogram, indicator: indicator, cardLastFour: payment.cardLastFour)
    }
}

extension WalletKind {
    fileprivate init(_ type: WalletType) {
        self =
            switch type {
            case .apple: .apple
            case .google: .google
            case .samsung: .samsung
            }
    }
}

/// The request of a merchant's app to a phone.
struct SealedPaymentBody: RequestBody {
    var merchantId: String?
    var gateway: String?
    var amount: Int?
    var currencyCode: String?

    static let members: [BodyMember<SealedPaymentBody>] = [
        .string("merchantId", \.merchantId, isRequired: true, example: "496160873888", "The merchant to pay."),
        .string(
            "gateway", \.gateway, isRequired: true, example: "dintero",
            "The gateway that charges the merchant's payments."),
        .integer(
            "amount", \.amount, in: Int(Sandbox.payments.lowerBound)...Int(Sandbox.payments.upperBound),
            isRequired: true, example: "1250",
            "The amount in minor units: 1250 are 12.50 EUR, or 1250 JPY. 0 for a merchant that only verifies."),
        .string(
            "currencyCode", \.currencyCode, isRequired: true, pattern: TextForm.currency, example: "EUR",
            "The merchant's currency, ISO 4217."),
    ]

    /// - Parameter gateways: those of the service.
    fileprivate func draft(among gateways: [GatewayService]) -> Draft<(Money, GatewayService)?> {
        let money = Money.draft(amount, currencyCode)
        let found = gateways.first { $0.name == gateway }
        var errors = money.errors
        if let gateway, found == nil {
            errors.append(FieldError("gateway", notOneOf: gateways.map(\.name), for: gateway))
        }
        guard let amount = money.value, let found else { return Draft(nil, errors: errors) }
        return Draft((amount, found), errors: errors)
    }
}

/// The answer of the phone's wallet to the merchant's app.
struct SealedPaymentAnswer: AnswerBody {
    let wallet: WalletKind
    let data: JSONValue

    static let members: [AnswerMember<SealedPaymentAnswer>] = [
        .member(
            "wallet", \.wallet.rawValue, as: .enumeration(WalletKind.allCases.map(\.rawValue)), example: "APPLE",
            "The wallet, in the words of the merchant's keys."),
        .member(
            "paymentData", \.data,
            "The sealed payment: Apple's `paymentData`, Google's token, or Samsung's payment credential."),
    ]
}

extension SandboxOperations {
    static let sealPhonePayment = Operation.sandbox(
        "sealPhonePayment", "Pay a merchant in an app with a phone",
        """
        Makes what the phone's wallet gives to a merchant's app: the payment of `/cryptograms`, sealed to the \
        merchant's key at a gateway. No money moves before the app's merchant charges it there. Each gateway says how \
        it takes it: as it is, in Base64, or inside of its own members. `tessera phone pay` prints the same. A token \
        that is not `ACTIVE` gets 409 with the code `TAP_AND_PAY_INVALID_TOKEN_STATE`. A wallet that the gateway does \
        not take gets 403.
        """, .wallets, .post, "/phones/{phoneId}/tokens/{issuerTokenId}/payments", status: .created,
        answer: SealedPaymentAnswer.schema, payload: SealedPaymentBody.schema,
        errors: [.entityNotFound, .walletTokenNotFound, .invalidTokenState])
}
