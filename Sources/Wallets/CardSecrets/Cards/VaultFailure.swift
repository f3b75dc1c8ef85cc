/// Why the vault refused. It never says anything about the secret itself.
public enum VaultFailure: Error, Equatable {
    /// The ciphertext names a key version that this process does not have: another server added it, or it was retired.
    case unknownKeyVersion(KeyPurpose, version: Int, known: [Int])
    /// The stored bytes were changed, belong to another row, or were sealed by another key with the same version
    /// number.
    case doesNotOpen(KeyPurpose, version: Int)
    /// OpenSSL refuses the cipher. This happens when it runs with the FIPS provider only.
    case cipherUnavailable(String)
    /// A certificate or a key cannot be encoded; for example, certificates cannot express its date.
    case notEncodable(String)
}

extension VaultFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownKeyVersion(let purpose, let version, let known):
            let versions = known.map(String.init).joined(separator: ", ")
            return "Key \(purpose.rawValue) has no version \(version) here; known versions: \(versions)."
        case .doesNotOpen(let purpose, let version):
            return "A stored value does not open with key \(purpose.rawValue) version \(version): "
                + "it was changed, moved from another row, or sealed by another key."
        case .cipherUnavailable(let name):
            return "OpenSSL does not provide the cipher \(name); its default provider does."
        case .notEncodable(let what):
            return "\(what) cannot be encoded."
        }
    }
}
