import CardAPI
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import NIOCore
import Validation

/// Statements of account, for their customer and for the customer's brand, in pages and as documents.
struct StatementRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>, _ businesses: RouterGroup<BusinessContext>) {
        customers.on(Operations.getStatement) { request, context in
            try await page(request, of: context.account())
        }
        customers.on(Operations.getStatementCSV) { request, context in
            csv(try await whole(request, of: context.account()))
        }
        customers.on(Operations.getStatementCAMT) { request, context in
            camt(try await whole(request, of: context.account()))
        }
        customers.on(Operations.getStatementPage) { request, context in
            html(try await whole(request, of: context.account()))
        }
        businesses.on(Operations.getCustomerStatement) { request, context in
            try await page(request, of: context.account())
        }
        businesses.on(Operations.getCustomerStatementCSV) { request, context in
            csv(try await whole(request, of: context.account()))
        }
        businesses.on(Operations.getCustomerStatementCAMT) { request, context in
            camt(try await whole(request, of: context.account()))
        }
        businesses.on(Operations.getCustomerStatementPage) { request, context in
            html(try await whole(request, of: context.account()))
        }
    }

    private func page(_ request: Request, of account: AskedAccount) async throws -> Response {
        let query = try StatementPageQuery.read(request.target.query)
        let period = try AskedPeriod(query, at: issuing.clock.now())
        let statement = try await issuing.statement(
            of: account, over: period.period, after: query.last, limit: query.limit)
        return Response(status: .ok, json: StatementBody(statement, of: period))
    }

    private func whole(_ request: Request, of account: AskedAccount) async throws -> StatementPresentation {
        let period = try AskedPeriod(StatementQuery.read(request.target.query), at: issuing.clock.now())
        return try StatementPresentation(
            await issuing.wholeStatement(of: account, over: period.period, limit: StatementDocument.limit), of: period)
    }

    private func csv(_ presentation: StatementPresentation) -> Response {
        file(presentation.csv, of: presentation, StatementDocument.csv, "csv")
    }

    private func camt(_ presentation: StatementPresentation) -> Response {
        file(presentation.camt, of: presentation, StatementDocument.camt, "xml")
    }

    private func html(_ presentation: StatementPresentation) -> Response {
        StatementPage(presentation: presentation, nonce: Base64url.encode(issuing.entropy.bytes(16))).response
    }

    /// A browser saves it under this name.
    private func file(
        _ text: String, of presentation: StatementPresentation, _ form: TextBody, _ ending: String
    ) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: form.mediaType,
                .contentDisposition: "attachment; filename=\"\(presentation.fileName).\(ending)\"",
            ],
            body: ByteBuffer(string: text))
    }
}

extension StatementPageQuery {
    /// The last entry of the page before. The reader of the query has checked its digits.
    fileprivate var last: EntryReference? { after.flatMap { EntryReference($0) } }
}

extension StatementPresentation {
    /// - Parameter statement: nil if it has too many entries.
    /// - Throws: a problem if there is no statement.
    fileprivate init(_ statement: StatementOfAccount?, of period: AskedPeriod) throws(Problem) {
        guard let statement else {
            throw Problem(fieldErrors: [
                FieldError(
                    "startDate", "must be later: the period has more than \(StatementDocument.limit) entries")
            ])
        }
        self.init(statement: statement, period: period)
    }
}
