import AdministrationServer
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

/// Exports the clearing of a day as a file, and loads such a file.
struct ClearingRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.exportClearing, export), (SandboxOperations.importClearing, load)]
    }

    @Sendable private func export(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try ClearingQuery.read(request.target.query)
        let (day, currency) = try query.choice(at: sandbox.clock.now())
        let file = try await sandbox.clearing(of: day, in: currency)
        return Response(
            status: .ok, headers: [.contentType: ClearingFile.mediaType], body: ByteBuffer(string: file.text))
    }

    @Sendable private func load(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let query = try ClearingLoadQuery.read(request.target.query)
        let reference = try query.reference.map { name throws(Problem) in
            try NetworkReference(ofFile: name, in: "reference")
        }
        return try await ClearingDesk(sandbox.administration).load(
            request, for: SandboxOperations.importClearing, as: reference)
    }
}

extension ClearingQuery {
    /// The day and the currency, nil for all of them.
    fileprivate func choice(at now: Date) throws(Problem) -> (ClearingDay, Currency?) {
        let day = date.map { ClearingDay(named: $0) } ?? ClearingDay(containing: now)
        let known = currency.flatMap { Currency($0) }
        var errors: [FieldError] = []
        if day == nil { errors.append(ClearingDay.fieldError) }
        if currency != nil, known == nil {
            errors.append(FieldError("currency", "must be a currency of ISO 4217, like EUR"))
        }
        guard errors.isEmpty, let day else { throw Problem(fieldErrors: errors) }
        return (day, known)
    }
}

extension ClearingDay {
    static let fieldError = FieldError("date", "must be a day like 2026-11-21")

    /// - Parameter text: such as 2026-11-21.
    init?(named text: String) {
        guard text.utf8.count == 10, let begin = Timestamp("\(text)T00:00:00Z") else { return nil }
        self.init(containing: Date(begin))
    }
}
