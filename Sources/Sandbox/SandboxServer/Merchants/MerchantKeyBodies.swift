import CardAPI
import CardSecrets
import Foundation
import Gateways
import HTTPContract
import Payments
import Validation

/// A new key of a merchant for a wallet at a gateway, to which wallets seal at once.
struct MerchantKeyBody: MerchantKeyNaming {
    var gateway: String?
    var wallet: String?
    var kind: String?
    var walletId: String?
    var overlapSeconds: Int?

    static let members: [BodyMember<MerchantKeyBody>] = [
        gateway(\.gateway), wallet(\.wallet), kind(\.kind), walletID(\.walletId), overlap(\.overlapSeconds),
    ]
}

/// A request for a certificate, such as Apple's developer site takes.
struct CertificateRequestBody: MerchantKeyNaming {
    var gateway: String?
    var wallet: String?
    var kind: String?
    var walletId: String?

    static let members: [BodyMember<CertificateRequestBody>] = [
        gateway(\.gateway), wallet(\.wallet), kind(\.kind), walletID(\.walletId),
    ]
}

/// The certificate that was made for such a request.
struct CertificateBody: MerchantKeyNaming {
    var gateway: String?
    var wallet: String?
    var certificate: String?
    var overlapSeconds: Int?

    static let members: [BodyMember<CertificateBody>] = [
        gateway(\.gateway), wallet(\.wallet),
        .string(
            "certificate", \.certificate, isRequired: true, example: "-----BEGIN CERTIFICATE-----…",
            "The certificate as PEM, or DER in Base64 or hexadecimal digits. Its issuer may be anyone."),
        overlap(\.overlapSeconds),
    ]
}

/// A body that names a gateway and a wallet.
protocol MerchantKeyNaming: RequestBody {
    var gateway: String? { get }
    var wallet: String? { get }
}

extension MerchantKeyNaming {
    typealias Text = any WritableKeyPath<Self, String?> & Sendable

    fileprivate static func gateway(_ property: Text) -> BodyMember<Self> {
        .string("gateway", property, isRequired: true, example: "cardpointe", "The gateway that opens the payments.")
    }

    fileprivate static func wallet(_ property: Text) -> BodyMember<Self> {
        .enumeration(
            "wallet", property, of: WalletKind.allCases.map(\.rawValue), isRequired: true, example: "APPLE",
            "The wallet that seals them.")
    }

    fileprivate static func kind(_ property: Text) -> BodyMember<Self> {
        .enumeration(
            "kind", property, of: MerchantPublicKey.Kind.allCases.map(\.rawValue), example: "P-256",
            "The kind of the key; if absent, the wallet's usual kind.")
    }

    fileprivate static func walletID(_ property: Text) -> BodyMember<Self> {
        .string(
            "walletId", property, maximumLength: 255, example: "merchant.example.shop",
            "How the wallet names the merchant, such as Apple's merchant id; if absent, the one of the first key.")
    }

    fileprivate static func overlap(
        _ property: any WritableKeyPath<Self, Int?> & Sendable
    ) -> BodyMember<Self> {
        .integer(
            "overlapSeconds", property, in: 0...Int(MerchantKeys.overlapSeconds * 12), example: "86400",
            "How long the replaced key still opens payments; 30 days if absent.")
    }

    /// The gateway's wallet that the body names, with the body's further errors.
    ///
    /// - Parameter gateways: those of the service.
    func draft(among gateways: [GatewayService]) -> Draft<NamedWallet?> {
        var wrong = Violations()
        let found = gateways.first { $0.gateway.name == gateway }
        let names = gateways.map(\.gateway.name).joined(separator: ", ")
        wrong.check("gateway", gateway != nil && found == nil ? "must be one of: \(names)" : nil)
        let accepted = found?.wallets.first { $0.wallet.rawValue == wallet }
        if let found, let wallet, accepted == nil {
            let taken = found.wallets.map(\.wallet.rawValue).joined(separator: ", ")
            if WalletKind(rawValue: wallet) != nil {
                wrong.check("wallet", "must be a wallet that \(found.gateway) takes: \(taken)")
            }
        }
        guard wrong.list.isEmpty, let found, let accepted else { return Draft(nil, errors: wrong.list) }
        return Draft(NamedWallet(gateway: found.gateway, accepted: accepted))
    }
}

/// A wallet at a gateway that takes its payments.
struct NamedWallet: Sendable {
    let gateway: Gateway
    let accepted: AcceptedWallet

    func owner(_ merchant: MerchantID) -> KeyOwner {
        KeyOwner(merchant: merchant, gateway: gateway, wallet: accepted.wallet)
    }
}

/// A public key of a merchant.
struct MerchantKeyAnswer: AnswerBody {
    let key: MerchantPublicKey

    static let members: [AnswerMember<MerchantKeyAnswer>] = [
        .member("gateway", \.key.owner.gateway.name, example: "cardpointe", "The gateway that opens the payments."),
        .member(
            "wallet", \.key.owner.wallet.rawValue, as: .enumeration(WalletKind.allCases.map(\.rawValue)),
            example: "APPLE", "The wallet."),
        .member(
            "walletId", \.key.walletID, example: "gateway:stitch", "How the wallet names the merchant; some do not."),
        .member(
            "kind", \.key.kind.rawValue, as: .enumeration(MerchantPublicKey.Kind.allCases.map(\.rawValue)),
            example: "P-256", "The kind of the key."),
        .member(
            "publicKeyHash", { EncodedBytes.base64($0.key.hash) },
            example: "D6HZR+MBiDCmXn6pZR5RtUPBTwFdl7kKdUC1oVUxlMo=",
            "The SHA-256 of the public key, by which Apple's tokens name it."),
        .member(
            "status", \.key.status.rawValue, as: .enumeration(MerchantPublicKey.Status.allCases.map(\.rawValue)),
            example: "ACTIVE",
            "WAITING for its certificate, ACTIVE, or REPLACED: then it opens payments until `endDate`."),
        .member(
            "endDate", { $0.key.endsAt.map(Timestamp.init) }, example: "2026-12-21T09:45:42Z",
            "When a replaced key ends; absent otherwise."),
        .member("publicKey", \.pem, example: "-----BEGIN PUBLIC KEY-----…", "The public key in PEM."),
    ]

    private var pem: String {
        let text = EncodedBytes.base64(key.spki)
        var lines: [Substring] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return (["-----BEGIN PUBLIC KEY-----"] + lines + ["-----END PUBLIC KEY-----", ""]).joined(separator: "\n")
    }
}

struct CertificateRequestAnswer: AnswerBody {
    let key: MerchantPublicKey
    let request: String

    static let members: [AnswerMember<CertificateRequestAnswer>] = [
        .member("key", { MerchantKeyAnswer(key: $0.key) }, "The new key, which waits for its certificate."),
        .member(
            "certificateSigningRequest", \.request, example: "-----BEGIN CERTIFICATE REQUEST-----…",
            "The request in PEM (PKCS #10)."),
    ]
}

struct MerchantKeyListAnswer: AnswerBody {
    let keys: [MerchantPublicKey]

    static let members: [AnswerMember<MerchantKeyListAnswer>] = [
        .member(
            "keys", { $0.keys.map(MerchantKeyAnswer.init) },
            "All keys that wait for a certificate or open payments, by gateway and wallet, the newest first.")
    ]
}
