import CardSecrets
import CryptoExtras
import Foundation
import Gateways
import GraphQL
import HTTPContract
import Identifiers
import Ledger
import Payments

/// `validateApplePayMerchant` and `verifySamsungPay`: the data that a web page needs before a wallet's sheet opens.
struct OpenWalletSession: Sendable {
    let call: StitchCall

    // MARK: - Apple

    func apple(_ input: JSONObject) async throws(FieldFailure) -> AppleSessionObject {
        let request = AppleSessionRequest(
            merchantIdentifier: input.text("merchantIdentifier") ?? "",
            validationURL: input.text("validationUrl") ?? "", displayName: input.text("displayName") ?? "",
            initiative: input.text("initiative") ?? "", initiativeContext: input.text("initiativeContext") ?? "")
        guard AppleSessionRequest.isApples(request.validationURL) else {
            throw FieldFailure(.invalidInput, "The validationUrl must be one of Apple's, as the page received it.")
        }
        guard ["web", "messaging"].contains(request.initiative) else {
            throw FieldFailure(.invalidInput, "The initiative must be web or messaging.")
        }
        try Self.checkNames(request.displayName, request.initiativeContext)
        guard try await keys(for: .apple).contains(where: { $0.walletID == request.merchantIdentifier }) else {
            throw FieldFailure(.invalidInput, "The client has no certificate for this merchantIdentifier.")
        }
        guard let session = await call.stitch.settings.walletSessions?.appleSession(request) else {
            throw FieldFailure(.internalError, "Apple has not returned a session.")
        }
        return AppleSessionObject(session: session)
    }

    private static func checkNames(_ displayName: String, _ context: String) throws(FieldFailure) {
        guard (1...64).contains(displayName.utf8.count) else {
            throw FieldFailure(.invalidInput, "The displayName needs 1 to 64 bytes.")
        }
        guard (1...255).contains(context.utf8.count), context.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw FieldFailure(.invalidInput, "The initiativeContext must be the page's domain.")
        }
    }

    // MARK: - Samsung

    func samsung(_ input: JSONObject) async throws(FieldFailure) -> SamsungPayloadObject {
        _ = try Money(input.object("amount"))
        guard ReturnURL.isPage(input.text("callbackUrl") ?? "") else {
            throw FieldFailure(.invalidInput, "The callbackUrl must be an https URL.")
        }
        try Self.checkNames(input.text("displayName") ?? "", input.text("initiativeContext") ?? "")
        guard let key = try await keys(for: .samsung).first,
            let numbers = try? _RSA.Encryption.PublicKey(derRepresentation: key.spki).getKeyPrimitives()
        else { throw FieldFailure(.invalidInput, "The client has no key for Samsung Pay.") }
        let id = call.stitch.entropy.uuid().uuidString.lowercased()
        return SamsungPayloadObject(
            session: SamsungSession(
                id: id, href: Self.samsungPage + id, keyID: key.id.description,
                modulus: EncodedBytes.hexadecimal(numbers.modulus),
                exponent: EncodedBytes.hexadecimal(numbers.publicExponent)))
    }

    /// The address of the page of a session. There is no such page.
    private static let samsungPage = "https://us-online.stg.mpay.samsung.com/onlinepay/"

    /// The merchant's keys that open, the newest first.
    private func keys(for wallet: WalletKind) async throws(FieldFailure) -> [MerchantPublicKey] {
        let owner = KeyOwner(merchant: call.client.merchant, gateway: .stitch, wallet: wallet)
        do {
            return try await call.stitch.keys.keys(of: owner).filter { $0.status != .waiting }
        } catch {
            throw FieldFailure(.internalError, "The service failed; ask again.")
        }
    }
}

/// Samsung's answer to a merchant's server before its page opens.
struct SamsungSession: Hashable, Sendable {
    let id: String
    let href: String
    /// The RSA key that a payment is sealed to: its id, and modulus and exponent in hexadecimal.
    let keyID: String
    let modulus: String
    let exponent: String
}
