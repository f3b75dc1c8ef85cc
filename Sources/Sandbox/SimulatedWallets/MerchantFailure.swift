import CardSecrets

/// Why a wallet cannot seal a payment to a merchant.
public enum MerchantFailure: ExplainedFailure {
    case notOneKey
    case privateKey
    case unsupportedKey
    case otherKind(MerchantKey.Kind, wallet: String, accepted: String)
    case idMissing(wallet: String, example: String)
    case idMalformed(wallet: String, example: String)
    case idDiffers(certified: String)

    public var name: String {
        switch self {
        case .notOneKey: "merchant.notOneKey"
        case .privateKey: "merchant.privateKey"
        case .unsupportedKey: "merchant.unsupportedKey"
        case .otherKind: "merchant.otherKind"
        case .idMissing: "merchant.idMissing"
        case .idMalformed: "merchant.idMalformed"
        case .idDiffers: "merchant.idDiffers"
        }
    }

    public var cause: String {
        switch self {
        case .notOneKey: "The merchant's file is not one certificate or public key in PEM."
        case .privateKey: "The merchant's file has a private key, which only the merchant may have."
        case .unsupportedKey: 
            "The merchant's key is neither an uncompressed point on P-256 nor RSA with at least 2048 bits."
        case .otherKind(let kind, let wallet, _):
            "\(wallet) does not seal to the merchant's key, which is \(kind.rawValue)."
        case .idMissing(let wallet, _): "\(wallet) needs the merchant's id, and the file does not have it."
        case .idMalformed(let wallet, _): "The merchant's id is not one of \(wallet)."
        case .idDiffers(let certified): "The merchant's certificate is for \(certified), not for the given id."
        }
    }

    public var fix: String {
        switch self {
        case .unsupportedKey:
            "Use such a key; openssl pkey -pubin -pubout -ec_conv_form uncompressed expands a compressed point."
        case .notOneKey:
            "Name a file with one certificate or public key, such as openssl pkey -pubout writes."
        case .privateKey: "Write the public key with openssl pkey -pubout, and name that file."
        case .otherKind(_, _, let accepted): "Use a key that is \(accepted)."
        case .idMissing(_, let example), .idMalformed(_, let example): "Give one like \(example)."
        case .idDiffers: "Leave the id out, or name the file of that merchant."
        }
    }
}
