import HTTPContract
import Validation

/// The operations that are recorded, counted and struck by faults.
package struct ControlledOperations: Sendable {
    package let all: [Operation]

    package init(all: [Operation]) { self.all = all }

    /// The operation with a name; nil if no name is given.
    ///
    /// - Parameter violations: gets an error about a name that no operation has.
    package func named(
        _ name: String?, at field: String, _ violations: inout [FieldError]
    ) -> Operation? {
        guard let name else { return nil }
        let found = all.first { $0.name == name }
        if found == nil { violations.append(FieldError(field, notOneOf: all.map(\.name), for: name)) }
        return found
    }
}
