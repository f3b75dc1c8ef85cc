import ArgumentParser
import HTTPContract

/// The answer to `POST /sandbox/requests/verify`, as far as commands need it.
struct VerifiedRequests: Decodable {
    let holds: Bool
    let matches: Int

    /// Reads the pattern for a recorded request.
    @Sendable static func pattern(_ argument: String) throws -> JSONValue {
        guard let value = try? JSONValue(parsing: Array(argument.utf8)), case .object = value else {
            throw ValidationError("It must be a JSON object, such as '{\"status\": 201}'.")
        }
        return value
    }
}
