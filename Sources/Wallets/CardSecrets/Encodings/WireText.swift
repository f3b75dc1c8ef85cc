import Foundation

/// JSON as it is encrypted: the members are sorted, so that the same card gives the same bytes.
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
    /// Decodes the bytes as JSON; nil unless they are JSON of this type.
    package func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
        withBytes { try? JSONDecoder().decode(type, from: Data($0)) }
    }
}

/// RFC 3339 in UTC and whole seconds, as the networks write times.
package func timestamp(_ date: Date) -> String { date.formatted(.iso8601) }
