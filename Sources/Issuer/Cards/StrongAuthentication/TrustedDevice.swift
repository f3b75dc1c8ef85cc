import Foundation
import Validation

/// A device that this customer trusts. Its signature answers a BIOMETRIC challenge and, if the brand allows it,
/// replaces one.
public struct TrustedDevice: Equatable, Sendable {
    public let id: TrustedDeviceID
    public let name: String
    public let createdAt: Date
    /// When it last signed a request; nil before the first.
    public let lastUsedAt: Date?

    public init(id: TrustedDeviceID, name: String, createdAt: Date, lastUsedAt: Date?) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }

    /// How many devices a customer can trust at once.
    public static let allowed = 10

    /// The largest accepted difference between a device's clock and ours, either way.
    public static let clockToleranceSeconds: TimeInterval = 300

    /// Whether a request signed at `date` is fresh: within the tolerance, and later than the last one, so that a
    /// recorded request cannot be sent again.
    public func accepts(signedAt date: Date, now: Date) -> Bool {
        abs(date.timeIntervalSince(now)) <= Self.clockToleranceSeconds && lastUsedAt.map { date > $0 } != false
    }

    public static func violations(name: String?) -> [FieldError] {
        var violations = Violations()
        violations.check("name", name.flatMap(TextRule.name))
        return violations.list
    }
}
