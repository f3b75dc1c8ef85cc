import CardSecrets

/// A fault in the device or the account that a Visa card is sealed for.
public enum PushDeviceFailure: ExplainedFailure {
    case missing(field: String)
    case invalid(field: String, characters: Int)

    public var name: String {
        switch self {
        case .missing(let field): "\(field).missing"
        case .invalid(let field, _): "\(field).invalid"
        }
    }

    public var cause: String {
        switch self {
        case .missing(let field): "\(field) is missing; a Visa card is sealed for one device and one account."
        case .invalid(let field, let characters):
            "\(field) has \(characters) characters; 1 to 24 of 0-9, A-Z, a-z, _ and - are accepted."
        }
    }

    public var fix: String {
        switch self {
        case .missing(let field), .invalid(let field, _):
            field == "clientDeviceId"
                ? "Send getStableHardwareId of Google Pay, or DEVICE_ID of Samsung Pay's getWalletInfo."
                : "Send getActiveWalletId of Google Pay, or WALLET_USER_ID of Samsung Pay's getWalletInfo."
        }
    }
}
