import ArgumentParser
import Hosting
import SimulatedWallets

/// The merchant that a simulated phone pays: a file with its key, or a merchant of the sandbox at one of its gateways.
struct PhoneMerchant: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "PEM file with the merchant's public key or certificate; with --gateway, the merchant's id in the sandbox. "
                + "Without it, the phone pays in a shop.",
            valueName: "file or id"))
    var merchant: String?

    @Option(
        help: ArgumentHelp(
            "The gateway that charges the merchant's payments, such as cardpointe or stitch.", valueName: "name"))
    var gateway: String?

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
        guard gateway != nil else { return }
        guard merchant != nil else {
            throw ValidationError("--gateway needs --merchant, the id of a merchant of the sandbox.")
        }
        guard merchantID == nil, gatewayMerchantID == nil else {
            throw ValidationError(
                "--merchant-id and --gateway-merchant-id are for a key in a file; leave them out with --gateway.")
        }
    }

    /// The key in the merchant's file; nil if there is no file. Only here is the file read.
    func fileKey() throws -> MerchantKey? {
        guard gateway == nil else { return nil }
        return try merchant.map { file in
            let pem = try Setting.pem(file, option: "--merchant", limit: MerchantKey.limitBytes)
            do throws(MerchantFailure) {
                return try MerchantKey(pem: String(decoding: pem, as: UTF8.self))
            } catch {
                throw ValidationError("--merchant \(file): \(error)")
            }
        }
    }

    /// The merchant as the wallet of a phone knows it; nil if the phone pays in a shop.
    ///
    /// - Parameter key: the key in the merchant's file.
    func recipient(
        _ key: MerchantKey?, in wallet: PhoneKind, at service: RunningService
    ) async throws -> PaymentRecipient? {
        if let key {
            let recipient = try Self.recipient(key, in: wallet, id: merchantID, gatewayMerchantID: gatewayMerchantID)
            try requireUse(of: key, in: wallet)
            return recipient
        }
        guard let gateway, let merchant else { return nil }
        let known = try await SandboxMerchant(merchant, at: service).key(at: gateway, for: wallet)
        return try Self.recipient(
            known.key, in: wallet, id: known.walletID, gatewayMerchantID: wallet == .google ? merchant : nil)
    }

    private static func recipient(
        _ key: MerchantKey, in wallet: PhoneKind, id: String?, gatewayMerchantID: String?
    ) throws -> PaymentRecipient {
        do throws(MerchantFailure) {
            switch wallet {
            case .apple: return try .applePay(key, id: id)
            case .google: return try .googlePay(key, id: id, gatewayMerchantID: gatewayMerchantID)
            case .samsung: return try .samsungPay(key)
            }
        } catch {
            throw ValidationError("--merchant and --merchant-id: \(error)")
        }
    }

    /// A user who gives an id expects to find it in the payment.
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
