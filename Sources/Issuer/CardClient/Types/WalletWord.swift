/// An enumeration to which a later version of the service may add values. An unknown value becomes `unknown`, so that
/// reading does not fail.
public protocol WalletWord: RawRepresentable<String>, CaseIterable, Sendable, Hashable {
    static var unknown: Self { get }
}

extension WalletWord {
    init(word: String) { self = Self(rawValue: word) ?? .unknown }
}
