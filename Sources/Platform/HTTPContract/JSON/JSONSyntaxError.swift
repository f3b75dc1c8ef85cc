/// Why bytes are not a JSON text, and the position of the error.
public struct JSONSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number of bytes before the unexpected one; `nil` if the error has no single place.
    public let offset: Int?
    public let reason: String

    public var description: String {
        offset.map { "\(reason), at byte \($0)" } ?? reason
    }
}
