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
        do throws(MerchantFailure) {
            switch wallet {
            case .apple: return try .applePay(key, id: merchantID)
            case .google: return try .googlePay(key, id: merchantID, gatewayMerchantID: gatewayMerchantID)
            case .samsung: return try .samsungPay(key)
            }
        } catch {
            throw ValidationError("--merchant and --merchant-id: \(error)")
        }
    }
}
