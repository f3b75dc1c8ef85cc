import HTTPContract
import HTTPTypes

/// The data of a request that the rules of a fault plan need.
package struct FaultRequest: Sendable {
    let operation: Operation
    var headers: HTTPFields = [:]
    /// What the request is about, as its path and its token say.
    var subjects: Set<TrafficSubject> = []
    /// Whether it proves a strong authentication.
    var hasProof = false
    /// Whether only rules that name its operation strike it.
    var needsName = false

    /// Whether the request has an `Idempotency-Key` that its operation accepts.
    var canBeRepeated: Bool { operation.acceptsIdempotencyKey && headers.contains(.idempotencyKey) }
}

/// A header field that a request must have, with any value or with this one.
package struct FaultHeaderCondition: Sendable, Hashable, CustomStringConvertible {
    package let name: HTTPField.Name
    /// Nil for any value.
    private let value: String?

    /// What a text must be, for an error message.
    package static let expectation =
        "must be the name of a header, or its name and its value, such as X-Suite: checkout"

    /// Nil if it is not `Name` or `Name: value`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 0, let name = HTTPField.Name(String(parts[0])) else { return nil }
        self.name = name
        value = parts.count == 1 ? nil : String(parts[1].drop { $0 == " " })
        guard value.map({ HTTPField.isValidValue($0) }) ?? true else { return nil }
    }

    func isMet(by headers: HTTPFields) -> Bool {
        guard let value else { return headers.contains(name) }
        return headers[values: name].contains(value)
    }

    /// As it was set.
    package var description: String { name.rawName + (value.map { ": \($0)" } ?? "") }
}
