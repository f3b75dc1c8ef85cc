import HTTPContract

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
