/// Collects the errors of one body.
package struct Violations {
    package private(set) var list: [FieldError] = []

    package init() {}

    /// - Parameter error: the fault of the field; nil if there is none.
    package mutating func check(_ field: String, _ error: String?) {
        if let error { list.append(FieldError(field, error)) }
    }
}
