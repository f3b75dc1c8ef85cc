import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Sandbox
import Validation

/// Puts money on accounts, and shows the ledger.
struct MoneyRoutes {
    let sandbox: Sandbox

    var routes: [SandboxRoutes.Route] {
        [(SandboxOperations.loadCustomer, load), (SandboxOperations.getLedger, ledger)]
    }

    @Sendable private func ledger(_ request: Request, _ context: ServiceContext) async throws -> Response {
        Response(status: .ok, json: LedgerAnswer(balance: try await sandbox.trialBalance()))
    }

    @Sendable private func load(_ request: Request, _ context: ServiceContext) async throws -> Response {
        guard let customer = context.parameters.get("customerId").flatMap({ CustomerID($0) }) else {
            throw IssuingFailure.refused(.customer(.notFound))
        }
        let body = try await request.json(LoadBody.self)
        let amount = try body.accepted { Money.draft($0.amount, $0.currencyCode) }
        let transaction = try await sandbox.load(amount, for: customer)
        return Response(status: .created, json: TransactionBody(transaction))
    }
}

extension Money {
    /// The amount that a body names, or the error in its currency.
    static func draft(_ minorUnits: Int?, _ currencyCode: String?) -> Draft<Money?> {
        let currency = currencyCode.flatMap(Currency.init(_:))
        let isUnknown = currencyCode != nil && currency == nil
        let money = minorUnits.flatMap { amount in
            currency.map { Money(minorUnits: Int64(amount), currency: $0) }
        }
        let error = FieldError("currencyCode", "must be a currency of ISO 4217, like EUR")
        return Draft(money, errors: isUnknown ? [error] : [])
    }
}
