import HTTPContract
import Identifiers
import Ledger
import Payments

/// The URLs of MoneyHash's pages: at its own host for a caller that uses MoneyHash's host names, and else at the
/// address that the caller uses.
struct PageURLs: Sendable {
    /// Without a path of MoneyHash's.
    let base: String

    func embed(_ intent: Intent) -> String { "\(base)\(EmbedRoutes.path)\(intent.id)/" }
    /// For 3-D Secure, or of the provider that the customer pays with.
    func challenge(_ payment: Payment) -> String {
        "\(base)\(payment.localMethod == nil ? ChallengeRoutes.path : ProviderRoutes.path)\(payment.id)/"
    }
}

extension MoneyHash {
    /// The data that a client needs for the next step of an intent.
    ///
    /// - Parameters:
    ///   - pages: the URLs of MoneyHash's pages for it.
    ///   - isOldVersion: whether to answer only the members of version 1.1.
    func details(
        of found: FoundIntent, in state: IntentState, _ pages: PageURLs, isOldVersion: Bool
    ) async throws -> JSONValue {
        switch state {
        case .methodSelection: return try await methods(for: found.intent, isOldVersion: isOldVersion)
        case .nativePay: return try await nativePay(found.intent)
        case .formFields: return Self.formFields(found.intent)
        case .savedCardCVV:
            return ["card": found.card?.choice ?? .null, "cvv_field": SecurityCode.field]
        case .installmentPlans:
            let plans = InstallmentPlan.all.map { $0.json(of: found.intent.amount) }
            return ["plans": .array(plans), "cvv_field": SecurityCode.field]
        case .intentForm:
            let method = found.intent.method ?? .card
            return ["method_type": .string(method.rawValue), "embed_url": .string(pages.embed(found.intent))]
        case .waitingForUser where found.challenged?.localMethod != nil: return .null
        case .urlToRender, .waitingForUser:
            guard let payment = found.challenged else { return .null }
            return ["url": .string(pages.challenge(payment)), "render_strategy": "REDIRECT"]
        case .transactionFailed:
            let words = found.payment?.failureWords
            return ["provider_error_code": .text(words?.code), "provider_error_message": .text(words?.message)]
        case .processing, .intentProcessed, .expired, .closed: return .null
        }
    }

    /// The fields of a merchant's own form: those of a card, or those that a provider still needs.
    private static func formFields(_ intent: Intent) -> JSONValue {
        let method = intent.method ?? .card
        let missing = method.provider?.missing(in: intent.request.object(BillingForm.name))
        let card = missing == nil ? CardForm.fields(needsCode: method != .bankInstallments) : []
        return [
            "method_type": .string(method.rawValue), "card_fields": card,
            "billing_fields": .array((missing ?? []).map(\.json)), "shipping_fields": [],
        ]
    }

    // MARK: Methods

    /// The methods that a customer can choose from.
    private func methods(for intent: Intent, isOldVersion: Bool) async throws -> JSONValue {
        var saved: [SavedCard] = []
        if let customer = intent.customer { saved = try await cards(of: customer, at: intent.caller) }
        let methods = PaymentMethod.allCases.filter { $0.isOffered(isDirect: intent.isDirect, intent.operation) }
        func listed(_ areWallets: Bool) -> JSONValue {
            .array(methods.filter { $0.isWallet == areWallets }.map { Self.method($0, isOldVersion: isOldVersion) })
        }
        return [
            "payment_methods": listed(false), "express_methods": listed(true),
            "saved_cards": .array(saved.map(\.choice)),
            "customer_balances": [
                [
                    "id": "SELFSERVE_WALLET", "balance": 0,
                    "icon": "https://embed.moneyhash.io/assets/selfWalletIcon.767086fb.svg",
                    "is_selected": false,
                ]
            ],
        ]
    }

    /// The guide prints all members that version 1.1 has.
    private static func method(_ method: PaymentMethod, isOldVersion: Bool) -> JSONValue {
        let fields = JSONValue.array((method.provider?.fields ?? []).map(\.json))
        return .members([
            ("payment_method_name", .string(method.name)), ("has_customized_label", false),
            ("payment_method", .string(method.rawValue)), ("checkout_icons", .strings(method.traits.icons.map(icon))),
            ("confirmation_required", .boolean(method.traits.needsConfirmation)),
            ("use_for_express_checkout", .boolean(method.isWallet)),
            ("required_billing_fields", isOldVersion ? nil : fields),
        ])
    }

    private static func icon(_ name: String) -> String {
        "https://web.moneyhash.io/static/images/checkout_icons/\(name).svg"
    }

    // MARK: Wallets

    /// The data that a merchant's app or page needs for the wallet's sheet.
    private func nativePay(_ intent: Intent) async throws -> JSONValue {
        let merchant = try await payments.merchant(intent.caller.merchant)
        let method = intent.method ?? .applePay
        var data: [(String, JSONValue?)] = [
            ("merchant_id", .text(try await walletID(intent.caller.merchant, method))),
            ("country_code", .text(merchant?.country)), ("amount", intent.amount.number),
            ("currency_code", .string(intent.amount.currency.code)),
        ]
        // MoneyHash's guide prints the whole answer for Apple Pay, and none for Google Pay.
        if method == .googlePay {
            data += [
                ("supported_networks", ["visa", "masterCard"]),
                ("method_id", .string(ShortID.of("method", method.rawValue))),
                ("gateway", .string(Self.googleName)),
                ("gateway_merchant_id", .string(intent.caller.merchant.rawValue)),
                ("merchant_name", .text(merchant?.name)), ("allowed_auth_methods", ["CRYPTOGRAM_3DS"]),
            ]
        }
        return ["method_type": .string(method.rawValue), "native_pay_data": .members(data)]
    }

    private func walletID(_ merchant: MerchantID, _ method: PaymentMethod) async throws -> String? {
        let wallet: WalletKind = method == .googlePay ? .google : .apple
        let owner = KeyOwner(merchant: merchant, gateway: .moneyHash, wallet: wallet)
        return try await keys.publicKey(for: owner)?.walletID
    }
}
