/// All problems of a message.
public struct MalformedRequest: Error, Hashable, Sendable {
    /// At least one, in the order in which the fields are read.
    public let problems: [Problem]

    public struct Problem: Hashable, Sendable {
        public let field: Field
        /// Completes the sentence that begins with the field's name.
        public let message: String
        /// The response code if this is the first problem.
        public let code: ResponseCode
    }

    /// The names of a message's members.
    public enum Field: String, CaseIterable, Sendable {
        case kind, transactionType, networkReference, lifecycleId, amount, currencyCode
        case mcc = "merchant.mcc"
        case country = "merchant.country"
        case merchantName = "merchant.name"
        case city = "merchant.city"
        case merchantID = "merchant.id"
        case terminalID = "merchant.terminalId"
        case panEntryMethod, cardPresence, expiry
        case requestorID = "token.requestorId"
        case wallet = "token.wallet"
        case counter = "token.atc"
        case pan, pinBlock
        case cryptogram = "token.cryptogram"
    }

    /// A field whose value must not be shown.
    public enum Secret: CaseIterable, Sendable {
        case pan, pinBlock, cryptogram

        var rule: (field: Field, message: String) {
            switch self {
            case .pan: (.pan, "must be 12 to 19 digits")
            case .pinBlock: (.pinBlock, "must be 32 hexadecimal digits")
            case .cryptogram: (.cryptogram, "must be 1 to 99 bytes in Base64")
            }
        }
    }

    /// The response code for the network.
    public var code: ResponseCode { problems.first?.code ?? .formatError }
}
