import CardSecrets

/// Why a message to or from a wallet does not open.
///
/// A wrong key, tag, padding or content gives the same answer. A finer answer would let a caller who can try often read
/// the message (Bleichenbacher 1998, Vaudenay 2002).
public enum SealedFailure: ExplainedFailure {
    /// The public outer form is wrong.
    case malformed(String)
    /// The form is right, but it names another algorithm or key than the expected one.
    case notForUs(String)
    case doesNotOpen

    public var name: String {
        switch self {
        case .malformed: "malformed"
        case .notForUs: "notForUs"
        case .doesNotOpen: "doesNotOpen"
        }
    }

    public var cause: String {
        switch self {
        case .malformed(let what), .notForUs(let what): what
        case .doesNotOpen: "It does not open: it was changed on its way, or sealed to another key."
        }
    }

    public var fix: String {
        switch self {
        case .malformed: "Pass it on byte for byte as it was made; decode what was encoded exactly once."
        case .notForUs: "Send what was made for this network, this wallet and these keys."
        case .doesNotOpen:
            "Pass it on byte for byte, decode Base64 as Base64 and not as Base64url, and compare both sides' keys."
        }
    }
}
