import Foundation
import HTTPContract
import HTTPTypes
import NIOCore
import Validation

import struct HTTPContract.Operation

extension Request {
    /// A JSON body: the members that could be read, the errors, and the bytes.
    package struct JSONBody<Body: RequestBody>: Sendable {
        package let value: Body
        package let violations: [FieldError]
        package let bytes: [UInt8]
    }

    package func json<Body: RequestBody>(
        _ type: Body.Type = Body.self, upTo limitBytes: Int = Operation.usualBodyLimitBytes
    ) async throws -> JSONBody<Body> {
        try requireMediaType("application/json")
        let bytes = try await bodyBytes(upTo: limitBytes)
        let (value, errors) = try Body.read(bytes)
        return JSONBody(value: value, violations: errors, bytes: bytes)
    }

    /// The body of an operation that needs none: nothing, or an empty JSON object.
    package func noBody() async throws -> [UInt8] {
        let bytes = try await bodyBytes()
        guard !bytes.isEmpty else { return bytes }
        try requireMediaType("application/json")
        let (_, errors) = try EmptyBody.read(bytes)
        guard errors.isEmpty else { throw RequestError(fieldErrors: errors) }
        return bytes
    }

    package func bodyBytes(upTo limitBytes: Int = Operation.usualBodyLimitBytes) async throws -> [UInt8] {
        try requirePlainBody()
        let tooLarge = RequestError(
            .bodyTooLarge, "The request body exceeds the limit of \(limitBytes / 1024) KiB.")
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limitBytes { throw tooLarge }
        do {
            return Array(try await body.collect(upTo: limitBytes).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// Compares the media type itself; parameters such as a charset do not matter for JSON or YAML.
    package func requireMediaType(_ accepted: String...) throws(RequestError) { try requireMediaType(accepted) }

    package func requireMediaType(_ accepted: [String]) throws(RequestError) {
        // A media type is that of the decoded body, so the coding comes first.
        try requirePlainBody()
        let found = headers[.contentType]
        if let found, accepted.contains(found) { return }
        let type = found?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
        guard accepted.contains(type ?? "") else {
            let finding = found.map { "Content-Type \(Self.shown($0)) is not supported" } ?? "Content-Type is missing"
            let types = accepted.joined(separator: ", ")
            throw RequestError(.mediaTypeNotSupported, "\(finding); accepted: \(types).")
        }
    }

    /// The content codings of the body except `identity`, as they were sent (RFC 9110, section 8.4); nil if there are
    /// none.
    var contentCoding: String? {
        guard let found = headers[.contentEncoding] else { return nil }
        let codings = found.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return codings.allSatisfy { $0.isEmpty || $0.lowercased() == "identity" } ? nil : found
    }

    private func requirePlainBody() throws(RequestError) {
        guard let coding = contentCoding else { return }
        throw RequestError(
            .contentCodingNotSupported,
            "Content-Encoding \(Self.shown(coding)) is not supported; send the body as it is, without the header.")
    }

    private static func shown(_ header: String) -> String {
        String(CardNumber.hidden(in: header).unicodeScalars.prefix(80))
    }
}
