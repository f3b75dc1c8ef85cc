/// Why the vault could not do what it was asked. Never says anything about the secret itself.
public enum VaultFailure: Error, Equatable {
    /// The ciphertext names a key this process was not given: rotated in by another server, or retired.
    case unknownKeyVersion(KeyPurpose, version: Int, known: [Int])
    /// What is stored was changed, belongs to another row, or was sealed by a key of the same number that is not ours.
    case doesNotOpen(KeyPurpose, version: Int)
    /// OpenSSL refuses the cipher, which happens when it runs with the FIPS provider alone.
    case cipherUnavailable(String)
    /// A certificate or a key cannot be written as asked, such as with a date that certificates cannot express.
    case notEncodable(String)
}

extension VaultFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownKeyVersion(let purpose, let version, let known):
            let versions = known.map(String.init).joined(separator: ", ")
            return "Key \(purpose.rawValue) has no version \(version) here; known versions: \(versions)."
        case .doesNotOpen(let purpose, let version):
            return "What is stored does not open with key \(purpose.rawValue) version \(version): "
                + "it was changed, moved from another row, or sealed by another key."
        case .cipherUnavailable(let name):
            return "OpenSSL does not provide the cipher \(name); its default provider does."
        case .notEncodable(let what):
            return "\(what) cannot be encoded."
        }
    }
}
