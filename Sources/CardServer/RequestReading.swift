import CardAPI
import Cards
import Foundation
import Hummingbird
import Issuing
import NIOCore
import Validation

extension Request {
    /// A JSON body: what could be read of it, what is wrong with it, and its bytes.
    struct JSONBody<Body: CardAPI.RequestBody>: Sendable {
        let value: Body
        let violations: [FieldError]
        let bytes: [UInt8]

        /// What the rules make of it.
        func draft<Value>(_ rule: (Body) -> Draft<Value>) -> Draft<Value> {
            Draft(value, errors: violations).then(rule)
        }

        /// What the rules make of it, if nothing is wrong with any field.
        func accepted<Value>(_ rule: (Body) -> Draft<Value?>) throws(IssuingFailure) -> Value {
            try IssuingFailure.refusing { () throws(Refusal) in try draft(rule).accepted() }
        }
    }

    func json<Body: CardAPI.RequestBody>(
        _ type: Body.Type = Body.self, upTo limitBytes: Int = CardAPI.Operation.usualBodyLimitBytes
    ) async throws -> JSONBody<Body> {
        try requireMediaType("application/json")
        let bytes = try await bodyBytes(upTo: limitBytes)
        let (value, errors) = try Body.read(bytes)
        return JSONBody(value: value, violations: errors, bytes: bytes)
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

    func bodyBytes(upTo limitBytes: Int = CardAPI.Operation.usualBodyLimitBytes) async throws -> [UInt8] {
        let tooLarge = Problem(
            .requestBodyLimitExceeded, "The request body is over \(limitBytes / 1024) KiB, which is the limit.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limitBytes { throw tooLarge }
        do {
            return Array(try await body.collect(upTo: limitBytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// The media type itself; parameters such as a charset change nothing about JSON, nor about YAML.
    func requireMediaType(_ accepted: String...) throws(Problem) { try requireMediaType(accepted) }

    func requireMediaType(_ accepted: [String]) throws(Problem) {
        let found = headers[.contentType]
        let type = found?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
        guard accepted.contains(type ?? "") else {
            let shown = found.map { String(CardNumber.hidden(in: $0).unicodeScalars.prefix(80)) }
            let stated = shown.map { "This body says it is \($0)" } ?? "This request does not say what it is"
            let types = accepted.joined(separator: ", ")
            throw Problem(.mediaTypeNotSupported, "\(stated); accepted is Content-Type: \(types).")
        }
    }
}

extension RequestContext {
    /// The card a path names. What is no card id is as unknown as one that no card has.
    func cardID() throws(IssuingFailure) -> CardID {
        guard let id = parameters.get("cardId").flatMap({ CardID($0) }) else { throw .refused(.card(.notFound)) }
        return id
    }
}

extension BusinessContext {
    /// The customer a path names. What is no customer id is as unknown as one that no customer of the brand has.
    func customer() throws(IssuingFailure) -> NamedCustomer {
        guard let id = parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw .refused(.customer(.notFound))
        }
        return NamedCustomer(id, in: brand)
    }
}
