/// The parts of a request that could be read, with all errors found so far.
///
/// It is created when a request arrives. Rules that need no stored data are checked only then. Rules that need stored
/// data add their errors later, so that one response names every wrong field.
public struct Draft<Value> {
    public let value: Value
    public let errors: [FieldError]

    public init(_ value: Value, errors: [FieldError] = []) {
        self.value = value
        self.errors = errors
    }

    /// The result of a rule for the value. The rule's errors are left out for fields that already have one.
    public func then<Next>(_ rule: (Value) throws -> Draft<Next>) rethrows -> Draft<Next> {
        let next = try rule(value)
        return Draft<Next>(next.value, errors: errors.adding(next.errors))
    }
}

extension Draft: Sendable where Value: Sendable {}

/// The fields of a request that are already wrong, so that a rule over several fields adds no second error.
public struct WrongFields: Sendable {
    private let names: Set<String>

    public init(_ errors: [FieldError] = []) { names = Set(errors.map(\.field)) }

    /// Whether one of these fields has an error.
    public func contain(_ fields: String...) -> Bool { fields.contains { names.contains($0) } }

    /// Whether a field has an error whose name begins with a prefix, such as `limits[0].`, not counting the exceptions.
    public func contain(below prefix: String, except fields: String...) -> Bool {
        names.contains { $0.hasPrefix(prefix) && !fields.contains($0) }
    }
}

extension [FieldError] {
    /// These errors, and the errors in `others` for fields that have none here, because a field that could not be read
    /// needs no second error.
    public func adding(_ others: [FieldError]) -> [FieldError] {
        let mentioned = Set(map(\.field))
        return self + others.filter { !mentioned.contains($0.field) }
    }
}
