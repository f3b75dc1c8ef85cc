import CardAPI
import Cards
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
import Issuing
import Ledger
import Validation

/// A program manager reads accounts, transactions and authorizations of its customers.
struct BusinessAccountRoutes {
    let issuing: Issuing

    func register(on businesses: RouterGroup<BusinessContext>) {
        businesses.on(Operations.listCustomerAccounts, accounts)
        businesses.on(Operations.getCustomerAccount, account)
        businesses.on(Operations.listCustomerTransactions, transactions)
        businesses.on(Operations.getCustomerTransaction, transaction)
        businesses.on(Operations.listCustomerAuthorizations, authorizations)
        businesses.on(Operations.getCustomerAuthorization, authorization)
    }

    @Sendable private func accounts(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try CustomerAccountQuery.read(request.target.query)
        guard let id = query.customerId.flatMap({ CustomerID($0) }) else {
            throw IssuingFailure.refused(.customer(.notFound))
        }
        let accounts = try await issuing.accounts(of: NamedCustomer(id, in: context.brand))
        return Response(status: .ok, json: accounts.map { AccountBody($0) })
    }

    @Sendable private func account(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let id = try context.parameters.accountID()
        return Response(status: .ok, json: AccountBody(try await issuing.account(id, in: context.brand)))
    }

    @Sendable private func transactions(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try TransactionListQuery.readOfAccounts(request.target.query)
        let account = query.accountId.flatMap { AccountID($0) }
        guard account != nil || query.merchantRefNum != nil else {
            throw Problem(
                fieldErrors: ["accountId", "merchantRefNum"].map { field in
                    FieldError(field, "is required, unless the other one is given")
                }, code: .transactionBadRequest)
        }
        let filter = TransactionFilter(query)
        let page =
            if let account {
                try await issuing.transactions(
                    onAccount: account, in: context.brand, matching: filter, limit: query.limit, offset: query.offset)
            } else {
                try await issuing.transactionsOfMovement(
                    in: context.brand, matching: filter, limit: query.limit, offset: query.offset)
            }
        return Response(status: .ok, json: TransactionListBody(page, answering: query))
    }

    @Sendable private func transaction(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let id = try context.parameters.transactionID()
        return Response(status: .ok, json: TransactionBody(try await issuing.transaction(id, in: context.brand)))
    }

    @Sendable private func authorizations(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let query = try AuthorizationListQuery.readOfAccounts(request.target.query)
        guard let account = query.accountId.flatMap({ AccountID($0) }) else {
            throw Problem(fieldErrors: [.missing("accountId")], code: .authorizationBadRequest)
        }
        let page = try await issuing.authorizations(
            onAccount: account, in: context.brand, matching: .init(query), limit: query.limit, offset: query.offset)
        return Response(status: .ok, json: AuthorizationListBody(page, answering: query))
    }

    @Sendable private func authorization(_ request: Request, _ context: BusinessContext) async throws -> Response {
        let id = try context.parameters.authorizationID()
        return Response(status: .ok, json: AuthorizationBody(try await issuing.authorization(id, in: context.brand)))
    }
}
