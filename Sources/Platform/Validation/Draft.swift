/// What could be read of a request, with everything that is wrong with it so far.
///
/// It is made where a request arrives. What is judged there by itself is judged once; a rule that has to know what is
/// stored adds its errors later, so that one answer names every wrong field.
public struct Draft<Value> {
    public let value: Value
    public let errors: [FieldError]

    public init(_ value: Value, errors: [FieldError] = []) {
        self.value = value
        self.errors = errors
    }

    /// What a rule makes of the value. Of a field that could not be read, the rule's errors are left out.
    public func then<Next>(_ rule: (Value) throws -> Draft<Next>) rethrows -> Draft<Next> {
        let next = try rule(value)
        return Draft<Next>(next.value, errors: errors.adding(next.errors))
    }
}

extension Draft: Sendable where Value: Sendable {}

extension [FieldError] {
    /// These errors, and those of `others` for fields that are not among them: a field that could not be read needs no
    /// second error.
    public func adding(_ others: [FieldError]) -> [FieldError] {
        let mentioned = Set(map(\.field))
        return self + others.filter { !mentioned.contains($0.field) }
    }
}
