import Foundation
import Validation

/// The id of one thing: a UUID whose type keeps it apart from the ids of other kinds of things.
///
/// `Kind` is the type of the thing, or an empty `enum` if there is no such type.
public struct ID<Kind>: Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UUID

    @inlinable public init(rawValue: UUID) { self.rawValue = rawValue }

    /// Accepts what ``Foundation/UUID/init(spelled:)`` accepts.
    public init?(_ text: String) {
        guard let uuid = UUID(spelled: text) else { return nil }
        rawValue = uuid
    }

    /// In lower case.
    public var description: String { rawValue.spelled }
}

/// Stored and signed JSON has the id as Foundation writes a UUID: in upper case.
extension ID: Codable {
    public init(from decoder: any Decoder) throws { rawValue = try UUID(from: decoder) }

    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}
