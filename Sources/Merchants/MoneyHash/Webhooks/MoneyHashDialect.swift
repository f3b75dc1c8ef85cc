import Foundation
import Webhooks

/// How MoneyHash's webhooks are signed: the body and the time in three versions, of which receivers read the third
/// (docs.moneyhash.io, "Webhooks Signature").
struct MoneyHashDialect: WebhookDialect {
    let name = "MONEYHASH"

    func headers(of attempt: UnsignedWebhook) -> [(name: String, value: String)] {
        [("MoneyHash-Signature", Self.signature(of: attempt))]
    }

    /// Only the third version is documented. The other two are here because the header has them.
    private static func signature(of attempt: UnsignedWebhook) -> String {
        let time = Array(String(attempt.seconds).utf8)
        let signed = [
            attempt.body, time + attempt.body, Array(Data(attempt.body).base64EncodedString().utf8) + time,
        ]
        let versions = signed.enumerated().map { number, bytes in
            "v\(number + 1)=\(attempt.signingKey.hexadecimalSignature(of: bytes))"
        }
        return "t=\(attempt.seconds)," + versions.joined(separator: ",")
    }
}
