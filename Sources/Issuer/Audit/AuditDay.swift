import Foundation

/// A day of the audit trail, in UTC: `2026-11-29`.
public struct AuditDay: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let description: String

    public init(of date: Date) { description = date.formatted(Self.style) }

    /// Nil if the text is not a date in this form.
    public init?(_ text: String) {
        guard let date = try? Date(text, strategy: Self.style), date.formatted(Self.style) == text else { return nil }
        description = text
    }

    /// A day as Postgres has written it.
    init(stored text: String) { description = text }

    public static func < (one: AuditDay, other: AuditDay) -> Bool { one.description < other.description }

    private static let style = Date.ISO8601FormatStyle().year().month().day()
}
