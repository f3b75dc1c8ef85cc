/// Collects the errors of one body.
package struct Violations {
    package private(set) var list: [FieldError] = []

    package init() {}

    /// - Parameter error: what is wrong with the field; nil for nothing.
    package mutating func check(_ field: String, _ error: String?) {
        if let error { list.append(FieldError(field, error)) }
    }
}
