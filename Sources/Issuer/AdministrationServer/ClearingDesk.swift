import Administration
import Authorizing
import CardAPI
import Cards
import CardServer
import Crypto
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation

import struct HTTPContract.Operation

/// Answers requests about clearing files, breaks and positions, at the operators' door and at others. The doors
/// differ in who may call, and in their paths.
package struct ClearingDesk: Sendable {
    let administration: Administration

    package init(_ administration: Administration) { self.administration = administration }

    /// Loads the file in the body of a request, whose text the operation declares.
    ///
    /// - Parameter reference: the sender's name of the file; nil for a name that follows from its bytes.
    package func load(
        _ request: Request, for operation: Operation, as reference: NetworkReference?
    ) async throws -> Response {
        let bytes = Array(try await request.text(for: operation).utf8)
        let known = try IssuingFailure.requiring(reference ?? Self.name(of: bytes), "the name of a clearing file")
        let load = try await administration.loadClearing(LineSource(bytes: bytes), as: known)
        return Response(status: .ok, json: ClearingLoadAnswer(load: load))
    }

    /// Without digits, because a reference may contain no card number.
    private static func name(of bytes: [UInt8]) -> NetworkReference? {
        let letters = SHA256.hash(data: bytes).prefix(8).flatMap { [$0 >> 4, $0 & 15] }
            .map { UInt8(ascii: "A") + $0 }
        return NetworkReference("FILE-" + String(decoding: letters, as: UTF8.self))
    }

    /// A page of the open breaks, as a query asks for it.
    package func breaks(_ query: BreakListQuery) async throws -> [ClearingBreak] {
        try await administration.clearingBreaks(
            of: query.kind.flatMap(ClearingBreak.Kind.init(rawValue:)), after: try await last(query.after))
    }

    /// The last break of the page before. It may have been resolved meanwhile.
    private func last(_ id: String?) async throws -> ClearingBreak? {
        guard let id = id.flatMap({ ClearingBreakID($0) }) else { return nil }
        do {
            return try await administration.clearingBreak(id)
        } catch {
            guard case .noBreak = error else { throw error }
            throw Problem(fieldErrors: [FieldError("after", "must be the `next` of the page before")])
        }
    }

    /// Resolves a break as the body of a request says.
    package func resolve(_ request: Request, _ id: ClearingBreakID) async throws -> Response {
        let body = try await request.json(BreakResolutionBody.self)
        let (reason, scheme) = try body.accepted { $0.resolution() }
        let resolved = try await administration.resolve(id, because: reason, losingTo: scheme)
        return Response(status: .ok, json: ClearingBreakAnswer(found: resolved, now: administration.now))
    }

    /// The positions of some days.
    ///
    /// - Parameters:
    ///   - first: a time on the first day, in UTC.
    ///   - last: a time on the last one.
    package func positions(from first: Date, to last: Date) async throws -> Response {
        let positions = try await administration.clearingPositions(from: first, to: last)
        return Response(status: .ok, json: PositionListAnswer(positions: positions))
    }
}

extension BreakResolutionBody {
    /// The reason, and the scheme to which the amount is lost, with all errors.
    fileprivate func resolution() -> Draft<(reason: String, scheme: Scheme?)?> {
        let text = reason ?? ""
        let violation = ClearingBreak.violation(inReason: text).map { FieldError("reason", $0) }
        let scheme = lossTo.flatMap(Scheme.init(rawValue:))
        return Draft((reason: text, scheme: scheme), errors: violation.map { [$0] } ?? [])
    }
}

extension PathParameters {
    /// The break that a path names. A malformed id is treated like an unknown one.
    package func breakID() throws(ClearingFailure) -> ClearingBreakID {
        guard let id = get("breakId").flatMap({ ClearingBreakID($0) }) else { throw .noBreak }
        return id
    }
}

extension NetworkReference {
    /// The sender's name of a file.
    ///
    /// - Parameter field: the parameter that has it.
    package init(ofFile name: String, in field: String) throws(Problem) {
        guard let reference = NetworkReference(name) else {
            throw Problem(fieldErrors: [
                FieldError(
                    field, "must be 1 to 100 printable ASCII characters without spaces, and contain no card number")
            ])
        }
        self = reference
    }
}
