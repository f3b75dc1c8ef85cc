import CardSecrets
import Crypto
import Foundation

extension SimulatedApplePay {
    /// The session that Apple gives to a merchant's server before the sheet opens on the merchant's page. Its members
    /// are Apple's; a page hands it on as it is.
    ///
    /// - Returns: JSON. Its signature is a detached CMS over the session's id and nonce.
    public func merchantSession(
        for merchantID: String, displayName: String, domain: String, at now: Date, using entropy: Entropy
    ) -> String {
        let hash = EncodedBytes.hexadecimal(SHA256.hash(data: Array(merchantID.utf8))).uppercased()
        let id = "SSH" + EncodedBytes.hexadecimal(entropy.bytes(16)).uppercased()
        let nonce = EncodedBytes.hexadecimal(entropy.bytes(4))
        let time = Int64(now.timeIntervalSince1970 * 1000)
        let session = MerchantSession(
            epochTimestamp: time, expiresAt: time + MerchantSession.lifetimeMilliseconds, merchantSessionIdentifier: id,
            nonce: nonce, merchantIdentifier: hash, domainName: domain, displayName: displayName,
            signature: EncodedBytes.hexadecimal(signature(of: Array((id + nonce).utf8), at: now)),
            operationalAnalyticsIdentifier: "\(displayName):\(hash)", retries: 0, pspId: hash)
        return plaintextJSON(session).withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

private struct MerchantSession: Encodable {
    /// Apple gives sessions five minutes ("Requesting an Apple Pay Payment Session").
    static let lifetimeMilliseconds: Int64 = 300_000

    let epochTimestamp: Int64
    let expiresAt: Int64
    let merchantSessionIdentifier: String
    let nonce: String
    let merchantIdentifier: String
    let domainName: String
    let displayName: String
    let signature: String
    let operationalAnalyticsIdentifier: String
    let retries: Int
    let pspId: String
}
