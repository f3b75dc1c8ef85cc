import HTTPContract
import Ledger
import Payments

extension MoneyHash {
    /// What a client needs for the next step of an intent.
    ///
    /// - Parameter embedURL: of MoneyHash's page for it.
    func details(of found: FoundIntent, in state: IntentState, embedURL: String) async throws -> JSONValue {
        switch state {
        case .methodSelection: return Self.methods
        case .nativePay: return try await nativePay(found.intent)
        case .formFields:
            return ["method_type": "CARD", "card_fields": CardForm.fields, "billing_fields": [], "shipping_fields": []]
        case .intentForm: return ["method_type": "CARD", "embed_url": .string(embedURL)]
        case .transactionFailed:
            let reason = found.payment?.declineReason
            return [
                "provider_error_code": .text(reason?.providerCode),
                "provider_error_message": .text(reason?.providerMessage),
            ]
        case .processing, .intentProcessed, .expired, .closed: return .null
        }
    }

    // MARK: Methods

    /// What every merchant's customers choose from.
    private static let methods: JSONValue = [
        "payment_methods": .array(PaymentMethod.allCases.filter { !$0.isWallet }.map(method)),
        "express_methods": .array(PaymentMethod.allCases.filter(\.isWallet).map(method)),
        "saved_cards": [],
        "customer_balances": [
            [
                "id": "SELFSERVE_WALLET", "balance": 0, "icon": .string(icon("SELFSERVE_WALLET")),
                "is_selected": false,
            ]
        ],
    ]

    private static func method(_ method: PaymentMethod) -> JSONValue {
        [
            "payment_method_name": .string(method.name), "has_customized_label": false,
            "payment_method": .string(method.rawValue), "checkout_icons": .strings([icon(method.rawValue)]),
            "confirmation_required": false, "use_for_express_checkout": .boolean(method.isWallet),
        ]
    }

    private static func icon(_ name: String) -> String {
        "https://web.moneyhash.io/static/images/checkout_icons/\(name).svg"
    }

    // MARK: Wallets

    /// What a merchant's app or page needs for the wallet's sheet.
    private func nativePay(_ intent: Intent) async throws -> JSONValue {
        let merchant = try await payments.merchant(intent.caller.merchant)
        let method = intent.method ?? .applePay
        var data: [(String, JSONValue?)] = [
            ("merchant_id", .text(try await walletID(intent.caller.merchant, method))),
            ("country_code", .text(merchant?.country)), ("amount", intent.amount.number),
            ("currency_code", .string(intent.amount.currency.code)), ("supported_networks", ["visa", "masterCard"]),
            ("method_id", .string(ShortID.of("method", method.rawValue))),
        ]
        if method == .googlePay {
            data += [
                ("gateway", .string(Self.googleName)), ("gateway_merchant_id", .string(intent.caller.merchant.text)),
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
