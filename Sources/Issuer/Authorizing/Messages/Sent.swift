import Ledger

/// A value of a message that has a text of its own.
public protocol MessageValue: Hashable, Sendable {
    /// Nil if the text stands for no value.
    init?(_ text: String)
    var text: String { get }
}

/// A value of a message as it came in: a valid value, or the text that was sent if it stands for no value.
///
/// So it is read once, and ``MessageFields/read()`` reports every text that stands for none.
public enum Sent<Value: MessageValue>: Hashable, Sendable {
    case value(Value)
    case unreadable(String)

    /// - Returns: nil if nothing was sent.
    public init?(_ text: String?) {
        guard let text else { return nil }
        self.init(stringLiteral: text)
    }

    public var text: String {
        switch self {
        case .value(let value): value.text
        case .unreadable(let text): text
        }
    }

    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension Sent: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) {
        self = Value(text).map(Sent.value) ?? .unreadable(text)
    }
}

extension MessageValue where Self: RawRepresentable<String> {
    public init?(_ text: String) { self.init(rawValue: text) }

    public var text: String { rawValue }
}

extension MessageKind: MessageValue {}
extension TransactionType: MessageValue {}
extension EntryMode: MessageValue {}
extension CardPresence: MessageValue {}
extension SentToken.Wallet: MessageValue {}
extension NetworkReference: MessageValue {}
extension MerchantCategory: MessageValue {}
extension CountryCode: MessageValue {}
extension Currency: MessageValue {
    public var text: String { code }
}
