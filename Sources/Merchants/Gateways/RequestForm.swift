import HTTPContract
import Validation

/// The members of a request's body, declared once for reading, for documentation and for masking in the journal.
///
/// It is for a gateway whose errors have the words of another framework. Undeclared members are ignored.
package struct RequestForm: Sendable {
    package let name: String
    let members: [RequestMember]
    /// The gateway's words for a fault of a value.
    let phrase: @Sendable (RequestViolation) -> String

    package init(
        name: String, members: [RequestMember], saying phrase: @escaping @Sendable (RequestViolation) -> String
    ) {
        (self.name, self.members, self.phrase) = (name, members, phrase)
    }

    package var schema: ObjectSchema {
        var schema = ObjectSchema(name: name, members: members.map(\.declaration))
        schema.isOpenRequest = true
        return schema
    }
}

/// A fault in the value of a member.
package enum RequestViolation: Hashable, Sendable {
    case missing, null, blank, notText, nullCharacter, cardNumber
    case moreCharacters(limit: Int)
    case notDecimal, notBoolean, notWhole
    case below(Int), above(Int)
    /// The word that was sent; if it was no text, its kind.
    case notAChoice(String)
    /// The kind of value that was sent.
    case notObject(String)
    case deeper(limit: Int)
    case moreBytes(limit: Int)
}

/// One error of one member of a request, in the gateway's words.
package struct FieldProblem: Hashable, Sendable {
    package let field: String
    package let text: String

    package init(_ field: String, _ text: String) { (self.field, self.text) = (field, text) }
}

/// One member, and the rules for its value.
package struct RequestMember: Sendable {
    package enum Kind: Sendable {
        case text(limit: Int)
        /// A decimal number, also as a text.
        case decimal
        case boolean
        case whole(ClosedRange<Int>)
        case choice([String])
        /// Any members, which are kept; the limit is of their JSON.
        case object(limitBytes: Int)
    }

    package let name: String
    let kind: Kind
    /// Whether null counts as absent, instead of as an error.
    var isNullable = false
    /// Whether an empty text is a value, instead of an error.
    var mayBeBlank = false
    package let isRequired: Bool
    var isSecret = false
    var example: String?
    let description: String

    package init(
        _ name: String, _ kind: Kind, isRequired: Bool = false, isNullable: Bool = false, mayBeBlank: Bool = false,
        isSecret: Bool = false, example: String? = nil, _ description: String
    ) {
        (self.name, self.kind, self.description) = (name, kind, description)
        (self.isRequired, self.isNullable, self.mayBeBlank) = (isRequired, isNullable, mayBeBlank)
        (self.isSecret, self.example) = (isSecret, example)
    }

    fileprivate var declaration: ObjectSchema.Member {
        let (shown, limit): (ObjectSchema.Kind, Int?) = switch kind {
        case .text(let limit): (.string, limit)
        case .boolean: (.boolean, nil)
        case .whole(let range): (.integer(range), nil)
        case .choice(let words): (.enumeration(words), nil)
        case .decimal, .object: (.anything, nil)
        }
        return ObjectSchema.Member(
            name: name, kind: shown, isRequired: isRequired, isSecret: isSecret, maximumLength: limit,
            example: example, description: description)
    }

    fileprivate enum Reading {
        /// In its one form.
        case value(JSONValue)
        case violation(RequestViolation)
    }

    fileprivate func read(_ value: JSONValue) -> Reading {
        if mayBeBlank, value == "" { return .value(value) }
        switch kind {
        case .text(let limit): return Self.text(value, limit, mayHoldNumber: isSecret)
        case .decimal:
            guard let number = Self.decimal(value) else { return .violation(.notDecimal) }
            return .value(.string(number))
        case .boolean:
            guard case .boolean = value else { return .violation(.notBoolean) }
            return .value(value)
        case .whole(let range): return Self.whole(value, range)
        case .choice(let words):
            guard case .string(let word) = value else { return .violation(.notAChoice(value.noun)) }
            return words.contains(word) ? .value(value) : .violation(.notAChoice(word))
        case .object(let limit): return Self.object(value, limit)
        }
    }

    /// - Parameter mayHoldNumber: whether it may be the number of a card; all other texts are stored and shown.
    private static func text(_ value: JSONValue, _ limit: Int, mayHoldNumber: Bool) -> Reading {
        guard case .string(let text) = value else { return .violation(.notText) }
        if text.isEmpty { return .violation(.blank) }
        if ControlCharacters.nulIsIn(text) { return .violation(.nullCharacter) }
        guard text.unicodeScalars.count <= limit else {
            return .violation(.moreCharacters(limit: limit))
        }
        guard mayHoldNumber || !CardNumber.isIn(identifier: text) else { return .violation(.cardNumber) }
        return .value(.string(text))
    }

    /// Digits and perhaps a point, without zeros at the end of the fraction.
    private static func decimal(_ value: JSONValue) -> String? {
        let text: String
        switch value {
        case .string(let found), .number(let found): text = found
        default: return nil
        }
        guard text.utf8.count <= 20, let match = text.wholeMatch(of: /(-?[0-9]+)(?:\.([0-9]+))?/) else { return nil }
        var fraction = match.2 ?? ""
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(match.1) : "\(match.1).\(fraction)"
    }

    private static func whole(_ value: JSONValue, _ range: ClosedRange<Int>) -> Reading {
        guard case .number = value, let text = decimal(value), !text.contains("."), let number = Int(text) else {
            return .violation(.notWhole)
        }
        guard number <= range.upperBound else { return .violation(.above(range.upperBound)) }
        guard number >= range.lowerBound else { return .violation(.below(range.lowerBound)) }
        return .value(.number(String(number)))
    }

    /// It is shown within objects, and JSON here has ``JSONValue/maximumDepth`` levels.
    private static let deepestObject = 5

    private static func object(_ value: JSONValue, _ limit: Int) -> Reading {
        guard case .object = value else { return .violation(.notObject(value.noun)) }
        guard value.depth <= deepestObject else { return .violation(.deeper(limit: deepestObject)) }
        let text = value.jsonText
        guard text.utf8.count <= limit else { return .violation(.moreBytes(limit: limit)) }
        // Postgres cannot store the character, and JSON would only escape it.
        guard !text.contains(#"\u0000"#) else { return .violation(.nullCharacter) }
        // Merchants' texts are stored and shown as they are.
        guard !value.holdsCardNumber else { return .violation(.cardNumber) }
        return .value(value)
    }
}

extension JSONValue {
    /// How many arrays and objects are nested in it.
    fileprivate var depth: Int {
        switch self {
        case .null, .boolean, .number, .string: 0
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.names.compactMap { object[$0]?.depth }.max() ?? 0)
        }
    }
}

/// The members of a body that could be read, and the errors of the others.
package struct RequestMembers: Sendable {
    package enum Unreadable: Error {
        case notJSON(JSONSyntaxError)
        /// The kind of value that was sent.
        case notObject(String)
    }

    private var values: [String: JSONValue] = [:]
    package private(set) var problems: [FieldProblem] = []

    package init(_ bytes: [UInt8], _ form: RequestForm) throws(Unreadable) {
        let json = try translating(Unreadable.notJSON) { () throws(JSONSyntaxError) in try JSONValue(parsing: bytes) }
        guard case .object(let object) = json else { throw .notObject(json.noun) }
        for member in form.members {
            switch object[member.name] {
            case nil:
                if member.isRequired { report(member.name, form.phrase(.missing)) }
            case .null?:
                if !member.isNullable { report(member.name, form.phrase(.null)) }
            case let value?:
                switch member.read(value) {
                case .value(let value): values[member.name] = value
                case .violation(let violation): report(member.name, form.phrase(violation))
                }
            }
        }
    }

    package mutating func report(_ field: String, _ text: String) { problems.append(FieldProblem(field, text)) }

    package subscript(name: String) -> JSONValue? { values[name] }

    /// Whether a member has neither a value nor an error.
    package func isAbsent(_ name: String) -> Bool {
        values[name] == nil && !problems.contains { $0.field == name }
    }

    /// A text, a choice or a decimal number.
    package func text(_ name: String) -> String? {
        if case .string(let text)? = values[name] { text } else { nil }
    }

    package func boolean(_ name: String) -> Bool { values[name] == .boolean(true) }

    package func whole(_ name: String) -> Int? {
        if case .number(let digits)? = values[name] { Int(digits) } else { nil }
    }

    package func object(_ name: String) -> JSONObject? {
        if case .object(let object)? = values[name] { object } else { nil }
    }
}
