import Validation

/// Hides all parts of a request that could be secret, so that the rest may be stored for later inspection. The
/// declaration of a member says whether it is secret, and the digits say whether a text is a card number. Undeclared
/// members are always hidden. The other parts are shown unchanged, so that tests can compare them: no identifier,
/// signature, time or amount is hidden because of the digits that it happens to have.
public enum Masking {
    /// The text with card numbers hidden.
    public static func text(_ text: String) -> String { CardNumber.hidden(in: text) }

    /// The path with secrets hidden. A segment that is longer than any identifier may be the token of a secure view,
    /// and a card number may be spread over several segments.
    public static func path(_ path: String) -> String {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
            guard segment.count <= 36 else { return "hidden" }
            let decoded = FormText.decodeComponent(segment) ?? String(Substring(segment))
            let masked = text(decoded)
            return masked == decoded ? String(Substring(segment)) : masked
        }
        let others = segments.filter { !CardNumber.isUUID($0) }.joined(separator: "/")
        guard CardNumber.isPrinted(in: FormText.decodeComponent(others[...].utf8) ?? others) else {
            return segments.joined(separator: "/")
        }
        return segments.map { segment in
            CardNumber.isUUID(segment) || !segment.utf8.contains(where: \.isDigit) ? segment : "hidden"
        }.joined(separator: "/")
    }

    /// The path if it may be in a log as it was sent: it is not too long, nothing of it is hidden, and it contains
    /// nothing that could be a card number. Otherwise nil.
    public static func loggable(path: String) -> String? {
        guard path.utf8.count <= loggedPathBytes, self.path(path) == path else { return nil }
        return CardNumber.mayBeIn(FormText.decodeComponent(path[...].utf8) ?? path) ? nil : path
    }

    /// More than any path of an operation.
    private static let loggedPathBytes = 256

    /// An undeclared body. It stays unchanged, so that a signature of it can be checked, unless it contains a card
    /// number or a member with a security code, which are then hidden.
    public static func received(_ text: String) -> String {
        guard let json = try? JSONValue(parsing: Array(text.utf8)) else { return self.text(text) }
        let masked = json.hiding(["cvv", "cvv2", "cvc", "securityCode"])
        return masked == json ? text : masked.jsonText
    }

    /// The body of a response that does not belong to an operation; nil if it is not JSON.
    public static func answer(_ bytes: [UInt8]) -> JSONValue? { (try? JSONValue(parsing: bytes))?.hiding([]) }
}

extension Operation {
    /// A path of this operation, with secrets hidden.
    public func masked(path: String) -> String {
        let secrets = parameters(in: path).filter { secretPathParameters.contains($0.name) }.map(\.value)
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            secrets.contains(String(segment)) ? "hidden" : segment
        }
        return Masking.path(segments.joined(separator: "/"))
    }

    /// The body of a request, as JSON even if it was a form; nil if this operation cannot read it.
    public func masked(body bytes: [UInt8]) -> JSONValue? {
        switch payload {
        case .none: (try? JSONValue(parsing: bytes))?.masked(by: ObjectSchema(name: "", members: []))
        case .json(let schema): (try? JSONValue(parsing: bytes))?.masked(by: schema)
        case .text: nil
        case .form(let form):
            String(validating: bytes, as: UTF8.self).map { text in
                let pairs = FormText.decode(text).map { name, value in
                    (CardNumber.hidden(in: name), value.map { Self.masked($0, in: form, as: name) } ?? .hidden)
                }
                return .object(JSONObject(pairs))
            }
        }
    }

    /// Shows a value that is not secret if it has its declared form and is shorter than a card number.
    private static func masked(_ value: String, in form: ObjectSchema, as name: String) -> JSONValue {
        guard let member = form.members.first(where: { $0.name == name }), !member.isSecret else { return .hidden }
        let isKnown =
            if case .enumeration = member.kind {
                true
            } else if value.utf8.count < CardNumber.minimumLength, let pattern = member.pattern {
                (try? Regex(pattern).wholeMatch(in: value)) != nil
            } else {
                false
            }
        return isKnown ? .string(CardNumber.hidden(in: value)) : .hidden
    }

    /// The body of a response; nil if it is not JSON.
    public func masked(answer bytes: [UInt8]) -> JSONValue? {
        let secrets = secretAnswerMembers.union(otherErrors.compactMap(\.body).flatMap(\.secretMembers))
        return (try? JSONValue(parsing: bytes))?.hiding(secrets)
    }

    /// The parameters of a query, in the order in which they were sent.
    public func masked(query text: String) -> [(name: String, value: String)] {
        let known = Set(query.filter { !$0.isSecret }.map(\.name))
        return FormText.decode(text).map { name, value in
            let shown = known.contains(name) ? value.map { CardNumber.hidden(in: $0) } : nil
            return (CardNumber.hidden(in: name), shown ?? "hidden")
        }
    }
}

extension JSONValue {
    /// The placeholder for a hidden value.
    public static let hidden = JSONValue.string("hidden")

    fileprivate func masked(by schema: ObjectSchema) -> JSONValue {
        guard case .object(let object) = self else { return .hidden }
        return .object(
            object.map { name, value in
                let member = schema.members.first { $0.name == name }
                return (CardNumber.hidden(in: name), member.map { value.masked(as: $0) } ?? .hidden)
            })
    }

    /// Hides a value of another kind than declared, because it may be meant for another member.
    private func masked(as member: ObjectSchema.Member) -> JSONValue {
        if member.isSecret { return .hidden }
        return switch (member.kind, self) {
        case (.object(let schema), .object): masked(by: schema)
        case (.objects(let schema, _), .array(let elements)): .array(elements.map { $0.masked(by: schema) })
        case (.strings, .array(let elements)): .array(elements.map { $0.masked(as: .string) })
        case (let kind, _): masked(as: kind)
        }
    }

    private func masked(as kind: ObjectSchema.Kind) -> JSONValue {
        switch (kind, self) {
        case (_, .null), (.boolean, .boolean): self
        case (.identifier, .string(let text)): .string(CardNumber.hidden(inIdentifier: text))
        case (.string, .string(let text)), (.enumeration, .string(let text)), (.time, .string(let text)):
            .string(CardNumber.hidden(in: text))
        case (.integer, .number(let digits)): Self.shown(number: digits)
        default: .hidden
        }
    }

    fileprivate func hiding(_ secrets: Set<String>) -> JSONValue {
        switch self {
        case .null, .boolean: self
        case .number(let digits): Self.shown(number: digits)
        case .string(let text): .string(CardNumber.hidden(in: text))
        case .array(let elements): .array(elements.map { $0.hiding(secrets) })
        case .object(let object):
            .object(
                object.map { name, value in
                    (CardNumber.hidden(in: name), secrets.contains(name) ? .hidden : value.hiding(secrets))
                })
        }
    }

    /// A number with a fraction is no card number, even if its digits look like one.
    private static func shown(number digits: String) -> JSONValue {
        digits.utf8.allSatisfy(\.isDigit) && CardNumber.isIn(digits) ? .hidden : .number(digits)
    }
}

extension JSONValue {
    /// Whether a text, a number or the name of a member contains a possible card number.
    package var holdsCardNumber: Bool {
        switch self {
        case .null, .boolean: false
        case .string(let text), .number(let text): CardNumber.isIn(identifier: text)
        case .array(let elements): elements.contains(where: \.holdsCardNumber)
        case .object(let object):
            object.names.contains { CardNumber.isIn(identifier: $0) || object[$0]?.holdsCardNumber == true }
        }
    }
}
