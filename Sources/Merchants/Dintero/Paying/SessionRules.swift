import Foundation
import Gateways
import HTTPContract
import HTTPService
import Ledger
import Payments
import Validation
import Webhooks

/// The rules for a session, beyond the form of its members. All errors are found at once.
struct SessionRules {
    static let urlLimit = 500
    static let itemLimit = 100
    static let amounts = 1...Int(Payments.amountLimit)
    /// A discount is an item below zero.
    static let itemAmounts = -Int(Payments.amountLimit)...Int(Payments.amountLimit)
    /// A session lives a day, unless it says otherwise.
    private static let usualSeconds = 24.0 * 3600

    let now: Date
    /// Where callbacks may go.
    let callbackAddresses: WebhookAddresses

    /// The values that a session is made of.
    struct Accepted {
        let amount: Money
        let expiresAt: Date
    }

    /// - Parameter needsProfile: whether a profile must say how it can be paid.
    func accept(
        _ body: Request<SessionBody>, needsProfile: Bool
    ) throws(DinteroError) -> Accepted {
        let session = body.value
        var errors = body.violations
        let currency = session.order?.currency.flatMap { Currency($0) }
        if session.order?.currency != nil, currency == nil {
            errors.append(FieldError("order.currency", "must be a currency of ISO 4217, in capital letters"))
        }
        errors += Self.errors(of: session.order) + urlErrors(of: session) + Self.cardNumbers(in: body.json)
        if needsProfile, session.profile == nil { errors.append(.missing("profile_id")) }
        if let profile = session.profile, PaymentProfile(rawValue: profile) == nil {
            let names = PaymentProfile.allCases.map(\.rawValue)
            errors.append(FieldError("profile_id", notOneOf: names, for: profile))
        }
        let expiry = session.expiresAt.map { text in Timestamp(text).map { Date($0) } }
        switch expiry {
        case .some(nil): errors.append(FieldError("expires_at", "must be a time in UTC, like 2026-11-21T08:45:34Z"))
        case .some(let time?) where time <= now: errors.append(FieldError("expires_at", "must be in the future"))
        default: break
        }
        try DinteroError.check(errors)
        guard let currency, let amount = session.order?.amount else { throw .invalid(errors) }
        return Accepted(
            amount: Money(minorUnits: Int64(amount), currency: currency),
            expiresAt: (expiry ?? nil) ?? now + Self.usualSeconds)
    }

    private static func errors(of order: SessionBody.Order?) -> [FieldError] {
        guard let order else { return [] }
        var errors: [FieldError] = []
        if order.merchantReference == "" { errors.append(FieldError("order.merchant_reference", "must not be empty")) }
        for (index, item) in (order.items ?? []).enumerated() {
            for (name, text) in [("id", item.id), ("line_id", item.line)] where text == "" {
                errors.append(FieldError("order.items[\(index)].\(name)", "must not be empty"))
            }
        }
        let lines = order.items?.compactMap(\.line) ?? []
        if Set(lines).count < lines.count {
            errors.append(FieldError("order.items", "must have each line_id once"))
        }
        let amounts = (order.items ?? []).map(\.amount) + (order.shippingOption.map { [$0.amount] } ?? [])
        let known = amounts.compactMap(\.self)
        // At most 101 amounts of 12 digits, so the sum fits.
        if let amount = order.amount, order.items != nil, known.count == amounts.count, known.reduce(0, +) != amount {
            errors.append(
                FieldError("order.amount", "must be the sum of order.items and shipping_option, \(known.reduce(0, +))"))
        }
        return errors
    }

    private func urlErrors(of session: SessionBody) -> [FieldError] {
        var errors: [FieldError] = []
        if let url = session.url?.returnURL {
            let scheme = ReturnURL.scheme(of: url)
            if scheme == nil {
                errors.append(
                    FieldError("url.return_url", "must be an absolute URL without a user, a fragment or a script"))
            } else if scheme != "https", scheme != "http", session.configuration?.channel != "in_app" {
                errors.append(
                    FieldError("url.return_url", "must be https, unless configuration.channel is in_app"))
            }
        }
        if let url = session.url?.callbackURL, !url.isEmpty {
            let isPlainAllowed = callbackAddresses.isPlainAllowed(in: url)
            if let violation = WebhookURL.violation(in: url, isPlainAllowed: isPlainAllowed) {
                errors.append(FieldError("url.callback_url", violation))
            } else if CallbackParameters(of: url).delaySeconds == nil {
                let range = CallbackParameters.delaysSeconds
                errors.append(
                    FieldError(
                        "url.callback_url",
                        "must have a delay_callback from \(range.lowerBound) to \(range.upperBound) seconds"))
            }
        }
        return errors
    }

    /// Merchants' texts are stored and shown as they are, so none may contain a card's number.
    static func cardNumbers(in value: JSONValue, at path: String = "") -> [FieldError] {
        switch value {
        case .null, .boolean: return []
        case .number(let text), .string(let text):
            return CardNumber.isIn(identifier: text) ? [FieldError(path, CardNumber.violation)] : []
        case .array(let elements):
            return elements.enumerated().flatMap { cardNumbers(in: $1, at: "\(path)[\($0)]") }
        case .object(let object):
            return object.names.flatMap { name in
                guard !CardNumber.isIn(identifier: name) else {
                    return [FieldError(path, "must have no member whose name holds what looks like a card number")]
                }
                let inside = path.isEmpty ? name : "\(path).\(name)"
                return object[name].map { cardNumbers(in: $0, at: inside) } ?? []
            }
        }
    }
}

extension SessionRules {
    /// A body that was read, and all of it as it was sent.
    struct Request<Body: RequestBody> {
        let value: Body
        let violations: [FieldError]
        let json: JSONValue
    }
}

/// A merchant's payment profiles. A profile says how a session can be paid.
enum PaymentProfile: String, CaseIterable {
    /// With Apple Pay.
    case `default`
    /// Without Apple Pay, like a profile to which it was not added.
    case withoutApplePay = "without-applepay"
}
