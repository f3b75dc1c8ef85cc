/// A word of the service's of which a later version may have more: those that are not known yet are `unknown`, and
/// nothing fails to be read for them.
public protocol WalletWord: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    static var unknown: Self { get }
}

extension WalletWord {
    init(word: String) { self = Self(rawValue: word) ?? .unknown }
}
