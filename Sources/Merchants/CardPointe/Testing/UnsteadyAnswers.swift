import CardSecrets
import HTTPContract

/// Answers as the gateway's test environment writes them, so that clients read members by their names and not by their
/// places: in another order each time, and among members that mean nothing.
struct UnsteadyAnswers: Sendable {
    let entropy: Entropy

    private static let dummyCount = 2

    func unsteady(_ object: JSONObject) -> JSONObject {
        var members = object.names.compactMap { name in object[name].map { (name, $0) } }
        guard !members.isEmpty else { return object }
        for _ in 0..<Self.dummyCount {
            members.append(("dummy" + entropy.digits(6), .string(entropy.digits(8))))
        }
        var shuffled: [(String, JSONValue)] = []
        while !members.isEmpty {
            shuffled.append(members.remove(at: Int(entropy.bytes(1)[0]) % members.count))
        }
        return JSONObject(shuffled)
    }

    /// Changes the outermost object, or the objects of an outermost list. Objects inside them stay as they are.
    func unsteady(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(unsteady(object))
        case .array(let elements): .array(elements.map(unsteady))
        default: value
        }
    }
}
