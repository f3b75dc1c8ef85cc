import Foundation

/// JSON as it goes into a ciphertext: members sorted, so that the same card gives the same bytes.
package func plaintextJSON(_ value: some Encodable) -> Secret {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
        var data = try encoder.encode(value)
        defer { data.resetBytes(in: data.indices) }
        return Secret(Array(data))
    } catch {
        preconditionFailure("Texts and numbers can always be written as JSON.")
    }
}

extension Secret {
    /// The bytes as a value of JSON; nil if they are none, or another one.
    package func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
        withBytes { try? JSONDecoder().decode(type, from: Data($0)) }
    }
}

/// RFC 3339 in UTC and whole seconds, as the networks write times.
package func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }
