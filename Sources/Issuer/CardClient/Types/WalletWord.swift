/// A word of which a later version of the service may have more. Unknown words become `unknown`, so reading never fails
/// because of them.
public protocol WalletWord: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    static var unknown: Self { get }
}

extension WalletWord {
    init(word: String) { self = Self(rawValue: word) ?? .unknown }
}
