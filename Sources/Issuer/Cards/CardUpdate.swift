import Validation

/// The change of a card by `PATCH`: either the status, with a reason, or the PIN.
public enum CardUpdate<PIN: Sendable>: Sendable {
    case status(CardStatus, reason: String)
    case pin(PIN)

    /// - Parameter wrong: if status, reason or PIN are wrong, this does not check the status and the reason.
    public static func read(
        status: String?, reason: String?, pin: SentPIN<PIN>?, userAgent: String?,
        besides wrong: WrongFields = WrongFields()
    ) -> Draft<CardUpdate?> {
        var violations = Violations()
        if !wrong.contain("status", "statusReason", "pin") {
            violations.check("status", statusViolation(status, hasPIN: pin != nil))
            violations.check("statusReason", reasonViolation(reason, status: status))
        }
        violations.check("pin", pinViolation(pin?.form, status: status))
        violations.check("userAgent", userAgent.flatMap { TextRule.length($0, 0...1000) })
        let update: CardUpdate? =
            if let status = requestable(status), let reason {
                .status(status, reason: reason)
            } else {
                pin?.pin.map(CardUpdate.pin)
            }
        return Draft(update, errors: violations.list)
    }

    private static func statusViolation(_ status: String?, hasPIN: Bool) -> String? {
        guard let status else {
            return hasPIN ? nil : "is needed, with statusReason, unless pin is sent"
        }
        guard requestable(status) == nil else { return nil }
        return "must be one of \(requestableStatuses.map(\.rawValue).joined(separator: ", "))"
    }

    private static func requestable(_ text: String?) -> CardStatus? {
        guard let status = text.flatMap(CardStatus.init(rawValue:)), requestableStatuses.contains(status) else {
            return nil
        }
        return status
    }

    private static func reasonViolation(_ reason: String?, status: String?) -> String? {
        switch (reason, status) {
        case (nil, .some): "is needed to change the status"
        case (.some, nil): "must be absent if status is absent"
        case (let reason?, .some): TextRule.statusReason(reason)
        case (nil, nil): nil
        }
    }

    private static func pinViolation(_ pin: PINForm?, status: String?) -> String? {
        guard let pin else { return nil }
        return status == nil ? pin.violation : "cannot be sent together with status; send them in two requests"
    }
}

/// The statuses that a customer can change some card to. The card's own status decides only among these.
private let requestableStatuses = TransitionMatrix.targets(by: .customer, on: .update)

extension CardUpdate: Equatable where PIN: Equatable {}
