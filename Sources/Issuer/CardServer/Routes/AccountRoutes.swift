import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Ledger
import Validation

/// A customer's profile, accounts and transactions.
struct AccountRoutes {
    let issuing: Issuing

    func register(on customers: RouterGroup<CustomerContext>) {
        customers.on(Operations.getProfile, profile)
        customers.on(Operations.getAccount, account)
        customers.on(Operations.listTransactions, transactions)
        customers.on(Operations.getTransaction, transaction)
    }

    @Sendable private func profile(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try ProfileQuery.read(request.target.query)
        let withAccounts = query.inclusions.contains(Vocabulary.accounts)
        let (customer, accounts) = try await issuing.profile(of: context.customer, withAccounts: withAccounts)
        return Response(status: .ok, json: ProfileBody(customer, accounts: withAccounts ? accounts : nil))
    }

    @Sendable private func account(_ request: Request, _ context: CustomerContext) async throws -> Response {
        guard let id = context.parameters.get("accountId").flatMap({ AccountID($0) }) else {
            throw IssuingFailure.refused(.account(.notFound))
        }
        return Response(status: .ok, json: AccountBody(try await issuing.account(id, of: context.customer)))
    }

    @Sendable private func transactions(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try TransactionListQuery.read(request.target.query)
        let page = try await issuing.transactions(
            of: context.customer, matching: TransactionFilter(query), limit: query.limit, offset: query.offset)
        return Response(
            status: .ok,
            json: TransactionListBody(
                transactions: page.transactions.map { TransactionBody($0) }, numberOfRecords: page.total,
                answering: query))
    }

    @Sendable private func transaction(_ request: Request, _ context: CustomerContext) async throws -> Response {
        guard let id = context.parameters.get("transactionId").flatMap({ TransactionID($0) }) else {
            throw IssuingFailure.refused(.account(.transactionNotFound))
        }
        return Response(
            status: .ok, json: TransactionBody(try await issuing.transaction(id, of: context.customer)))
    }
}

extension ProfileBody {
    init(_ customer: Customer, accounts: [Account]?) {
        self.init(
            id: customer.id.description, firstName: customer.firstName, lastName: customer.lastName,
            country: customer.country, mobile: customer.mobile, accounts: accounts?.map { AccountBody($0) })
    }
}

extension AccountBody {
    package init(_ account: Account) {
        self.init(
            id: account.id.description, customerId: account.holder.description, currencyCode: account.currency.code,
            totalBalance: Int(account.posted.minorUnits), availableBalance: Int(account.available.minorUnits),
            creationTime: Timestamp(account.openedAt))
    }
}

extension TransactionBody {
    package init(_ transaction: AccountTransaction) {
        self.init(
            id: transaction.id.description, slipId: transaction.slip.description,
            customerId: transaction.holder.description, accountId: transaction.account.description,
            type: transaction.kind.rawValue, amount: Int(transaction.amount.minorUnits),
            currencyCode: transaction.amount.currency.code, direction: transaction.direction.rawValue,
            status: transaction.status.rawValue, statusReason: transaction.statusReason,
            balance: transaction.balance.map { Int($0.minorUnits) }, creationTime: Timestamp(transaction.createdAt),
            lastChangeDate: Timestamp(transaction.changedAt))
    }
}

extension TransactionFilter {
    init(_ query: TransactionListQuery) {
        self.init()
        account = query.accountId.flatMap { AccountID($0) }
        slip = query.slipId.flatMap { SlipID($0) }
        card = query.cardId.flatMap { UUID(spelled: $0) }
        kind = query.type.flatMap(AccountTransaction.Kind.init(rawValue:))
        status = query.status.flatMap(AccountTransaction.Status.init(rawValue:))
        start = query.startDate.map { Date($0) }
        // Times on the wire have whole seconds, so the last second belongs to the range.
        end = query.endDate.map { Date($0).addingTimeInterval(0.999999) }
    }
}
