import CardAPI
import Cards
import Foundation
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers
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
        let id = try context.parameters.accountID()
        return Response(status: .ok, json: AccountBody(try await issuing.account(id, of: context.customer)))
    }

    @Sendable private func transactions(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let query = try TransactionListQuery.readOfAccounts(request.target.query)
        let page = try await issuing.transactions(
            of: context.customer, matching: TransactionFilter(query), limit: query.limit, offset: query.offset)
        return Response(status: .ok, json: TransactionListBody(page, answering: query))
    }

    @Sendable private func transaction(_ request: Request, _ context: CustomerContext) async throws -> Response {
        let id = try context.parameters.transactionID()
        return Response(
            status: .ok, json: TransactionBody(try await issuing.transaction(id, of: context.customer)))
    }
}

extension RequestQuery {
    /// Reads a query with an `accountId`, whose error has a code of its own if it is the only one.
    static func readOfAccounts(_ text: String?) throws -> Self {
        do throws(RequestError) {
            return try read(text)
        } catch {
            guard error.fieldErrors.allSatisfy({ $0.field == "accountId" }) else { throw error }
            throw Problem(fieldErrors: error.fieldErrors, code: .accountIDShouldBeNumeric)
        }
    }
}

extension TransactionListBody {
    init(_ page: Page<AccountTransaction>, answering query: TransactionListQuery) {
        self.init(
            transactions: page.records.map { TransactionBody($0) }, numberOfRecords: page.total,
            answering: query)
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

extension TransactionFilter {
    init(_ query: TransactionListQuery) {
        self.init()
        account = query.accountId.flatMap { AccountID($0) }
        slip = query.slipId.flatMap { SlipID($0) }
        instrument = query.cardId.flatMap { PayingInstrumentID($0) }
        merchantRefNum = query.merchantRefNum
        kind = query.type.flatMap(AccountTransaction.Kind.init(rawValue:))
        status = query.status.flatMap(AccountTransaction.Status.init(rawValue:))
        start = query.startDate.map { Date($0) }
        end = query.endDate.map { Date(endOf: $0) }
    }
}

extension Date {
    /// The last microsecond of a second. Times on the wire have whole seconds, so all of the last second belongs to a
    /// range.
    init(endOf second: Timestamp) {
        self = Date(second).addingTimeInterval(0.999999)
    }
}
