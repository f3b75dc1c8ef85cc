import CardAPI
import Cards
import Foundation
import Hummingbird
import Issuing
import NIOCore

extension Request {
    static let bodyLimitBytes = 64 * 1024

    /// A JSON body: what could be read of it, what is wrong with it, and its bytes.
    struct JSONBody<Body: CardAPI.RequestBody>: Sendable {
        let value: Body
        let violations: [FieldViolation]
        let bytes: [UInt8]
    }

    func json<Body: CardAPI.RequestBody>(_ type: Body.Type = Body.self) async throws -> JSONBody<Body> {
        try requireMediaType("application/json")
        let bytes = try await bodyBytes()
        let (value, errors) = try Body.read(bytes)
        return JSONBody(value: value, violations: errors.map(FieldViolation.init), bytes: bytes)
    }

    /// A body where none is needed: nothing, or an empty JSON object.
    func noBody() async throws -> [UInt8] {
        let bytes = try await bodyBytes()
        guard !bytes.isEmpty else { return bytes }
        try requireMediaType("application/json")
        let (_, errors) = try EmptyBody.read(bytes)
        guard errors.isEmpty else { throw Problem(fieldErrors: errors) }
        return bytes
    }

    func bodyBytes() async throws -> [UInt8] {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > Self.bodyLimitBytes {
            throw Problem.bodyTooLarge
        }
        let buffer = try await body.collect(upTo: Self.bodyLimitBytes)
        return Array(buffer.readableBytesView)
    }

    /// The media type itself; parameters such as a charset change nothing about JSON.
    func requireMediaType(_ accepted: String) throws(Problem) {
        let found = headers[.contentType]
        let type = found?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
        guard type == accepted else {
            let stated = found.map { "This body says it is \($0.prefix(80))" } ?? "This request does not say what it is"
            throw Problem(.mediaTypeNotSupported, "\(stated); accepted is Content-Type: \(accepted).")
        }
    }
}

extension RequestContext {
    /// The card a path names. What is no card id is as unknown as one that no card has.
    func cardID() throws(IssuingFailure) -> CardID {
        guard let id = parameters.get("cardId").flatMap({ CardID($0) }) else { throw .refused(.cardNotFound) }
        return id
    }
}

extension BusinessContext {
    /// The customer a path names. What is no customer id is as unknown as one that no customer of the brand has.
    func customer() throws(IssuingFailure) -> NamedCustomer {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customerNotFound)
        }
        return NamedCustomer(id, in: brand)
    }
}
