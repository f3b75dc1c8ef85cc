/// Why a key is not available. It says where the key was looked for, never what was found there.
public enum KeyFailure: Error, Equatable {
    case unreadable(path: String, reason: String)
    case unwritable(path: String, reason: String)
    case exposed(path: String, mode: UInt32)
    case exists(path: String)
    case malformed(source: String)
    case doesNotUnwrap(KeyPurpose, version: Int)
    case missing(KeyPurpose)
    case duplicate(KeyPurpose, version: Int)
    case doesNotRotate(KeyPurpose)
    case inUse(KeyPurpose, version: Int)
    case isNotShared(KeyPurpose)
    case malformedComponent(path: String, length: Int)
    case wrongNumberOfComponents
    case weakComponents
    case noCheckValue(KeyPurpose)
    case unknown(KeyPurpose, version: Int)
}

extension KeyFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The key file \(path) cannot be read: \(reason)."
        case .unwritable(let path, let reason):
            "The key file \(path) cannot be written: \(reason)."
        case .exposed(let path, let mode):
            "The key file \(path) has mode 0\(String(mode, radix: 8)), so other accounts can access it; "
                + "0600 or 0400 is accepted: chmod 600 \(path)"
        case .exists(let path):
            "The key file \(path) exists and is not overwritten, because everything sealed with its key would be lost."
        case .malformed(let source):
            "\(source) holds no key-encryption key; 32 bytes in one line are accepted, "
                + "as 64 hexadecimal digits or 44 characters of Base64."
        case .doesNotUnwrap(let purpose, let version):
            "Key \(purpose.rawValue) version \(version) does not open with this key-encryption key: "
                + "it was wrapped by another one, or changed."
        case .missing(let purpose):
            "There is no key \(purpose.rawValue); every purpose needs one."
        case .duplicate(let purpose, let version):
            "Key \(purpose.rawValue) has a version \(version) already; each version is used once."
        case .doesNotRotate(let purpose):
            "Key \(purpose.rawValue) cannot be rotated: others share it, so its next version is imported."
        case .inUse(let purpose, let version):
            "Key \(purpose.rawValue) version \(version) is the one that seals; only an older one can be retired."
        case .isNotShared(let purpose):
            "Key \(purpose.rawValue) belongs to the database alone and cannot be imported; "
                + "\(KeyPurpose.allCases.filter(\.isShared).map(\.rawValue).joined(separator: " and ")) can."
        case .malformedComponent(let path, let length):
            "The file \(path) holds no component; \(length) bytes in one line are accepted, "
                + "as \(2 * length) hexadecimal digits."
        case .wrongNumberOfComponents:
            "A key comes in 2 or 3 components, one of each custodian."
        case .weakComponents:
            "Two components are the same, or they cancel each other out; each custodian brings another random one."
        case .noCheckValue(let purpose):
            "The check value of key \(purpose.rawValue) cannot be computed: OpenSSL lacks its cipher."
        case .unknown(let purpose, let version):
            "Key \(purpose.rawValue) has no version \(version)."
        }
    }
}
