/// The field in which a caller sends the reference of a token.
public enum TokenReferenceField: String, Equatable, Sendable {
    /// In the Card service.
    case dpanRef
    /// In messages of a network's token service.
    case tokenReference
}
