import Validation

/// What `PATCH` may change: the status, with a reason, or the PIN; never both at once.
public enum CardUpdate: Equatable, Sendable {
    case status(CardStatus, reason: String)
    case pin

    /// What was sent, before it is known to make sense. The PIN's digits are looked at and not kept.
    public struct Draft: Sendable {
        private let status: String?
        private let reason: String?
        private let hasPIN: Bool
        public private(set) var violations: [FieldError]

        public init(
            status: String?, reason: String?, pin: (some StringProtocol)?, userAgent: String?,
            unreadable: [FieldError] = []
        ) {
            var found = Violations()
            found.check("status", Self.statusViolation(status, reason: reason, hasPIN: pin != nil))
            found.check("statusReason", Self.reasonViolation(reason, status: status))
            found.check("pin", Self.pinViolation(pin, status: status))
            found.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
            self.status = status
            self.reason = reason
            hasPIN = pin != nil
            let isTold = unreadable.contains { ["status", "statusReason", "pin"].contains($0.field) }
            violations = unreadable.adding(
                found.list.filter { !isTold || !["status", "statusReason"].contains($0.field) })
        }

        private static func statusViolation(_ status: String?, reason: String?, hasPIN: Bool) -> String? {
            guard let status else {
                return hasPIN ? nil : "is needed, with statusReason, unless pin is sent"
            }
            return CardStatus(rawValue: status) == nil ? "must be one of ACTIVE, CANCELLED, LOCKED, DIGITAL" : nil
        }

        private static func reasonViolation(_ reason: String?, status: String?) -> String? {
            switch (reason, status) {
            case (nil, .some): "is needed to change the status"
            case (.some, nil): "belongs to a status, and none was sent"
            case (let reason?, .some): TextRule.statusReason(reason)
            case (nil, nil): nil
            }
        }

        private static func pinViolation(_ pin: (some StringProtocol)?, status: String?) -> String? {
            guard let pin else { return nil }
            return status == nil
                ? PINRule.violation(in: pin) : "cannot be sent together with status; send them in two requests"
        }

        /// The change, once nothing stands against it.
        public func update() throws(Refusal) -> CardUpdate {
            guard violations.isEmpty else { throw .invalidFields(violations) }
            if let status = status.flatMap(CardStatus.init(rawValue:)), let reason {
                return .status(status, reason: reason)
            }
            return .pin
        }
    }
}
