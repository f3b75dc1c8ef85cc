import Foundation

/// The payment data of Apple Pay as CardSecure takes it: one text, with the members in the order of CardPointe's guide.
struct ApplePayDeviceData {
    /// Apple's payment token, version `EC_v1`.
    private struct PaymentData: Decodable {
        struct Header: Decodable {
            let ephemeralPublicKey: String
            let transactionId: String
            /// The hash of the payment request's application data, in hexadecimal.
            let applicationData: String?
            /// Absent in tokens of Apple Pay's API 1.0.
            let publicKeyHash: String?
        }

        let version: String
        let data: String
        let signature: String
        let header: Header
    }

    let text: String

    init(_ paymentData: Data) throws(CCCError) {
        guard let read = try? JSONDecoder().decode(PaymentData.self, from: paymentData), read.version == "EC_v1" else {
            throw .notAnApplePayToken
        }
        let header = read.header
        var members = [
            read.data, "ectype=apple", "ecsig=\(read.signature)", "eckey=\(header.ephemeralPublicKey)",
            "ectid=\(header.transactionId)",
        ]
        // With a hash of the key, `echash` must be there even if it is empty.
        if header.applicationData != nil || header.publicKeyHash != nil {
            members.append("echash=\(header.applicationData ?? "")")
        }
        if let hash = header.publicKeyHash { members.append("ecpublickeyhash=\(hash)") }
        text = members.joined(separator: "&")
    }
}
