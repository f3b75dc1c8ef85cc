import Authorizing
import CardAPI
import CardServer
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Ledger
import NIOCore
import Sandbox
import Validation

/// Exports the clearing of a day as a file, and books such a file.
struct ClearingRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.exportClearing, export), (SandboxOperations.importClearing, book)]
    }

    @Sendable private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try ClearingQuery.read(request.target.query)
        let (day, currency) = try query.choice(at: sandbox.clock.now())
        let file = try await sandbox.clearing(of: day, in: currency)
        return Response(
            status: .ok, headers: [.contentType: ClearingFile.mediaType], body: ByteBuffer(string: file.text))
    }

    @Sendable private func book(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let text = try await request.text(for: SandboxOperations.importClearing)
        let file = try translating(Problem.init) { () throws(ClearingFaults) in try ClearingFile(reading: text) }
        return Response(status: .ok, json: ClearingReportAnswer(report: try await sandbox.book(file)))
    }
}

extension ClearingQuery {
    /// The day and the currency, nil for all of them.
    fileprivate func choice(at now: Date) throws(Problem) -> (ClearingDay, Currency?) {
        let begin = date.flatMap { $0.utf8.count == 10 ? Timestamp("\($0)T00:00:00Z") : nil }
        let known = currency.flatMap { Currency($0) }
        var errors: [FieldError] = []
        if date != nil, begin == nil { errors.append(FieldError("date", "must be a day like 2026-11-21")) }
        if currency != nil, known == nil {
            errors.append(FieldError("currency", "must be a currency of ISO 4217, like EUR"))
        }
        guard errors.isEmpty else { throw Problem(fieldErrors: errors) }
        return (ClearingDay(containing: begin.map { Date($0) } ?? now), known)
    }
}

extension Problem {
    fileprivate init(_ faults: ClearingFaults) {
        self.init(
            fieldErrors: faults.list.map { fault in
                FieldError(fault.field, "\(fault.error) (line \(fault.line), column \(fault.column))")
            })
    }
}
