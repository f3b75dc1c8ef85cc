import ArgumentParser
import Hosting
import SimulatedWallets

/// The merchant that a simulated phone pays.
struct PhoneMerchant: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "PEM file with the merchant's public key or certificate; without it, the phone pays in a shop.",
            valueName: "file"))
    var merchant: String?

    @Option(
        help: ArgumentHelp(
            "The merchant's id: merchant.example.shop for Apple Pay, unless the certificate has it; merchant:12345 or "
                + "gateway:example for Google Pay.",
            valueName: "id"))
    var merchantID: String?

    @Option(help: ArgumentHelp("For Google Pay: the merchant's id at the gateway.", valueName: "id"))
    var gatewayMerchantID: String?

    func validate() throws {
        guard merchant != nil || merchantID == nil && gatewayMerchantID == nil else {
            throw ValidationError("--merchant-id and --gateway-merchant-id need --merchant.")
        }
    }

    /// The merchant's key; nil without a merchant. Only here is `--merchant` understood.
    func key() throws -> MerchantKey? {
        try merchant.map { file in
            let pem = try Setting.pem(file, option: "--merchant", limit: MerchantKey.limitBytes)
            do throws(MerchantFailure) {
                return try MerchantKey(pem: String(decoding: pem, as: UTF8.self))
            } catch {
                throw ValidationError("--merchant \(file): \(error)")
            }
        }
    }

    /// The merchant as the wallet of a phone knows it.
    func recipient(_ key: MerchantKey, in wallet: PhoneKind) throws -> PaymentRecipient {
        let recipient: PaymentRecipient
        do throws(MerchantFailure) {
            recipient = switch wallet {
            case .apple: try .applePay(key, id: merchantID)
            case .google: try .googlePay(key, id: merchantID, gatewayMerchantID: gatewayMerchantID)
            case .samsung: try .samsungPay(key)
            }
        } catch {
            throw ValidationError("--merchant and --merchant-id: \(error)")
        }
        try requireUse(of: key, in: wallet)
        return recipient
    }

    /// Whoever gives an id expects to find it in the payment.
    private func requireUse(of key: MerchantKey, in wallet: PhoneKind) throws {
        guard wallet == .google || gatewayMerchantID == nil else {
            throw ValidationError("--gateway-merchant-id is only for Google Pay; this card pays with "
                + "\(wallet.walletName). Leave it out.")
        }
        let isNamed = key.kind == .p256 || key.certifiedID != nil && wallet == .apple
        guard isNamed || merchantID == nil else {
            throw ValidationError("--merchant-id must be absent: \(wallet.walletName) names no merchant in a payment "
                + "to an RSA key.")
        }
    }
}
