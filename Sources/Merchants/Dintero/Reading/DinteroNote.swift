import HTTPContract
import Payments

/// The gateway's own data about a payment. It is stored as JSON with the payment.
struct DinteroNote: Hashable, Sendable {
    let session: DinteroID<CheckoutSession>
    /// Nil without callbacks.
    let callbackURL: String?
    /// The items that are paid for, which callbacks repeat; nil if they are too long to be kept.
    let items: JSONValue?

    init(_ session: CheckoutSession) {
        (self.session, callbackURL) = (session.id, session.callbackURL)
        items = session.callbackURL == nil ? nil : session.order["items"]?.shortEnoughForANote
    }

    /// - Returns: nil if the text is not what ``text`` writes.
    init?(_ text: String?) {
        guard let text, case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)),
            let session = members.text("session").flatMap({ DinteroID<CheckoutSession>($0) })
        else { return nil }
        (self.session, callbackURL, items) = (session, members.text("callback"), members["items"])
    }

    var text: String {
        JSONValue.members([
            ("session", .string(session.description)), ("callback", callbackURL.map { .string($0) }),
            ("items", items),
        ]).jsonText
    }
}

/// The gateway's own data about a capture or a refund: the items, and the reason.
struct StepNote: Sendable {
    let items: JSONValue?
    let reason: String?

    /// Items that are too long to be kept are left out.
    init(_ body: SessionRules.Request<ChangeBody>) {
        reason = body.value.reason
        guard case .object(let members) = body.json, case .array(let sent)? = members["items"], !sent.isEmpty else {
            items = nil
            return
        }
        items = JSONValue.array(sent).shortEnoughForANote
    }

    /// - Parameter text: nil for a note that says nothing.
    init(_ text: String?) {
        guard let text, case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)) else {
            (items, reason) = (nil, nil)
            return
        }
        (items, reason) = (members["items"], members.text("reason"))
    }

    var text: String? {
        guard items != nil || reason != nil else { return nil }
        return JSONValue.members([("items", items), ("reason", reason.map { .string($0) })]).jsonText
    }
}

extension JSONValue {
    /// Itself, unless it needs more than half of what a payment or a step can remember.
    fileprivate var shortEnoughForANote: JSONValue? {
        jsonBytes.count <= NewPayment.metadataLimitBytes / 2 ? self : nil
    }
}
