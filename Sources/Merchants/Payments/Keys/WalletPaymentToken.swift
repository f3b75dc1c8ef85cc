/// The token that a phone gave the merchant, as the gateway found it in its own envelope.
public enum WalletPaymentToken: Sendable {
    /// PKPaymentToken's `paymentData` in JSON.
    case apple([UInt8])
    /// The same from a client that does not send `publicKeyHash`: every key of the merchant is tried.
    case appleWithoutKeyHash([UInt8])
    /// Google's token in JSON.
    case google([UInt8])
    /// Samsung's JWE, or the JSON around it.
    case samsung(String)

    public var wallet: WalletKind {
        switch self {
        case .apple, .appleWithoutKeyHash: .apple
        case .google: .google
        case .samsung: .samsung
        }
    }
}
