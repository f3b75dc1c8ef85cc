import HTTPContract
import HTTPTypes
import Validation

/// What a request's body may have, declared once: by this it is read, documented and hidden from the journal.
///
/// Other members are ignored, as Django REST framework does.
struct RequestForm: Sendable {
    let name: String
    let members: [RequestMember]

    var schema: ObjectSchema {
        var schema = ObjectSchema(name: name, members: members.map(\.declaration))
        schema.isOpenRequest = true
        return schema
    }
}

/// One member, and what its value must be.
struct RequestMember: Sendable {
    enum Kind: Sendable {
        case text(limit: Int)
        /// A decimal number, also as a text.
        case decimal
        case boolean
        case whole(ClosedRange<Int>)
        case choice([String])
        /// Any members, which are kept; the limit is of their JSON.
        case object(limitBytes: Int)
    }

    let name: String
    let kind: Kind
    var isRequired = false
    /// Whether null counts as absent, instead of as an error.
    var isNullable = false
    /// Whether an empty text is a value, instead of an error.
    var mayBeBlank = false
    var isSecret = false
    var example: String?
    let description: String

    init(
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
        case problem(String)
    }

    fileprivate func read(_ value: JSONValue) -> Reading {
        if mayBeBlank, value == "" { return .value(value) }
        switch kind {
        case .text(let limit): return Self.text(value, limit, mayHoldNumber: isSecret)
        case .decimal:
            guard let number = Self.decimal(value) else { return .problem("A valid number is required.") }
            return .value(.string(number))
        case .boolean:
            guard case .boolean = value else { return .problem("Must be a valid boolean.") }
            return .value(value)
        case .whole(let range): return Self.whole(value, range)
        case .choice(let words):
            guard case .string(let word) = value else { return .problem(FieldProblem.notAChoice(value.noun)) }
            return words.contains(word) ? .value(value) : .problem(FieldProblem.notAChoice(word))
        case .object(let limit): return Self.object(value, limit)
        }
    }

    /// - Parameter mayHoldNumber: whether it may be the number of a card; all other texts are stored and shown.
    private static func text(_ value: JSONValue, _ limit: Int, mayHoldNumber: Bool) -> Reading {
        guard case .string(let text) = value else { return .problem("Not a valid string.") }
        if text.isEmpty { return .problem(FieldProblem.blank) }
        if ControlCharacters.nulIsIn(text) { return .problem("Null characters are not allowed.") }
        guard text.unicodeScalars.count <= limit else {
            return .problem("Ensure this field has no more than \(limit) characters.")
        }
        guard mayHoldNumber || !CardNumber.isIn(identifier: text) else {
            return .problem("This field \(CardNumber.violation).")
        }
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
            return .problem("A valid integer is required.")
        }
        guard number <= range.upperBound else {
            return .problem("Ensure this value is less than or equal to \(range.upperBound).")
        }
        guard number >= range.lowerBound else {
            return .problem("Ensure this value is greater than or equal to \(range.lowerBound).")
        }
        return .value(.number(String(number)))
    }

    /// It is shown within objects, and JSON here has ``JSONValue/maximumDepth`` levels.
    private static let deepestObject = 5

    private static func object(_ value: JSONValue, _ limit: Int) -> Reading {
        guard case .object = value else {
            return .problem("Expected a dictionary of items but got \(value.noun).")
        }
        guard value.depth <= deepestObject else {
            return .problem("Ensure this field is not nested deeper than \(deepestObject) levels.")
        }
        let text = value.jsonText
        guard text.utf8.count <= limit else { return .problem("Ensure this field has no more than \(limit) bytes.") }
        // Postgres cannot store the character, and JSON would only escape it.
        guard !text.contains(#"\u0000"#) else { return .problem("Null characters are not allowed.") }
        // Merchants' texts are stored and shown as they are.
        guard !value.holdsCardNumber else { return .problem("This field \(CardNumber.violation).") }
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

/// The members of a body that could be read, and everything that is wrong with the others.
struct RequestMembers: Sendable {
    private var values: [String: JSONValue] = [:]
    private(set) var problems: [FieldProblem] = []

    /// - Throws: if the bytes are not one JSON object.
    init(_ bytes: [UInt8], _ form: RequestForm) throws(MoneyHashError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw MoneyHashError(.badRequest, "JSON parse error - \(error)")
        }
        guard case .object(let object) = json else {
            throw .invalid("non_field_errors", "Invalid data. Expected a dictionary, but got \(json.noun).")
        }
        for member in form.members {
            switch object[member.name] {
            case nil:
                if member.isRequired { report(member.name, FieldProblem.required) }
            case .null?:
                if !member.isNullable { report(member.name, FieldProblem.null) }
            case let value?:
                switch member.read(value) {
                case .value(let value): values[member.name] = value
                case .problem(let problem): report(member.name, problem)
                }
            }
        }
    }

    mutating func report(_ field: String, _ text: String) { problems.append(FieldProblem(field, text)) }

    /// - Throws: everything that was found.
    func check() throws(MoneyHashError) {
        guard problems.isEmpty else { throw MoneyHashError(.badRequest, problems) }
    }

    subscript(name: String) -> JSONValue? { values[name] }

    /// Whether a member has neither a value nor a problem.
    func isAbsent(_ name: String) -> Bool { values[name] == nil && !problems.contains { $0.field == name } }

    /// A text, a choice or a decimal number.
    func text(_ name: String) -> String? { if case .string(let text)? = values[name] { text } else { nil } }
    func boolean(_ name: String) -> Bool { values[name] == .boolean(true) }
    func whole(_ name: String) -> Int? { if case .number(let digits)? = values[name] { Int(digits) } else { nil } }
    func object(_ name: String) -> JSONObject? { if case .object(let object)? = values[name] { object } else { nil } }
}
