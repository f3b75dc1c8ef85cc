import HTTPContract
import Payments

/// What the gateway remembers of a payment besides what every payment has. It is stored as JSON with the payment.
struct DinteroNote: Hashable, Sendable {
    let session: DinteroID
    /// Nil if nobody wants to be called.
    let callbackURL: String?

    init(session: DinteroID, callbackURL: String?) { (self.session, self.callbackURL) = (session, callbackURL) }

    /// - Returns: nil if the text is not what ``text`` writes.
    init?(_ text: String?) {
        guard let text, case .object(let members)? = try? JSONValue(parsing: Array(text.utf8)),
            let session = members.text("session").flatMap({ DinteroID($0) })
        else { return nil }
        self.init(session: session, callbackURL: members.text("callback"))
    }

    var text: String {
        JSONValue.members([
            ("session", .string(session.description)), ("callback", callbackURL.map { .string($0) }),
        ]).jsonText
    }
}

/// What the gateway remembers of a capture or a refund: what it was for, and why.
struct StepNote: Sendable {
    let items: JSONValue?
    let reason: String?

    /// Items that are too long to be kept are left out.
    init(_ body: SessionRules.Request<ChangeBody>) {
        reason = body.value.reason
        guard case .object(let members) = body.json, case .array(let sent)? = members["items"], !sent.isEmpty,
            JSONValue.array(sent).jsonBytes.count <= NewPayment.metadataLimitBytes / 2
        else {
            items = nil
            return
        }
        items = .array(sent)
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
