import HTTPContract
import HTTPTypes

/// Operations with which customers, and businesses for their customers, read accounts and transactions.
extension Operations {
    public static let getProfile = Operation(
        name: "getProfile",
        summary: "Get the customer's profile",
        description: """
            Returns the customer. `include=ACCOUNTS` adds the accounts with their balances, sorted by currency.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: base + "/profile", audience: .customer, successStatus: .ok,
        answer: ProfileBody.schema, query: ProfileQuery.schema, errors: [.noSuchCustomer])

    public static let getAccount = Operation(
        name: "getAccount",
        summary: "Get an account",
        description: """
            Returns one of the customer's accounts with its balances. `availableBalance` is `totalBalance` minus \
            what is held for payments that are not settled yet.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: base + "/profile/accounts/{accountId}", audience: .customer,
        successStatus: .ok, answer: AccountBody.schema)

    public static let listTransactions = Operation(
        name: "listTransactions",
        summary: "List transactions",
        description: """
            Returns the customer's transactions in pages, newest first. The query filters them by account, card, type, \
            status, slip and time.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: transactions, audience: .customer, successStatus: .ok,
        answer: TransactionListBody.schema, query: TransactionListQuery.schema,
        links: [.toTransaction])

    public static let getTransaction = Operation(
        name: "getTransaction",
        summary: "Get a transaction",
        description: """
            Returns one of the customer's transactions.

            \(Conditions.customer) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: transactions + "/{transactionId}", audience: .customer,
        successStatus: .ok, answer: TransactionBody.schema)

    public static let listCustomerAccounts = Operation(
        name: "listCustomerAccounts",
        summary: "List a customer's accounts",
        description: """
            Returns the accounts of one of the brand's customers with their balances, sorted by currency.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: baseOfVersion2 + "/accounts", audience: .business, successStatus: .ok,
        answer: AccountBody.schema, answersArray: true, query: CustomerAccountQuery.schema,
        errors: [.noSuchCustomer])

    public static let getCustomerAccount = Operation(
        name: "getCustomerAccount",
        summary: "Get an account of a customer",
        description: """
            Returns an account of one of the brand's customers with its balances.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: base + "/accounts/{accountId}", audience: .business, successStatus: .ok,
        answer: AccountBody.schema)

    public static let listCustomerTransactions = Operation(
        name: "listCustomerTransactions",
        summary: "List transactions of a customer",
        description: """
            Returns the transactions of an account in pages, newest first, as `listTransactions` does for the \
            customer. The query must have an `accountId` or a `merchantRefNum`.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: customerTransactions, audience: .business, successStatus: .ok,
        answer: TransactionListBody.schema, query: TransactionListQuery.schema,
        errors: [.transactionBadRequest, .entityNotFound], links: [.toCustomerTransaction])

    public static let getCustomerTransaction = Operation(
        name: "getCustomerTransaction",
        summary: "Get a transaction of a customer",
        description: """
            Returns a transaction of one of the brand's customers.

            \(Conditions.business) \(Conditions.readOnly)
            """,
        noun: .accounts, method: .get, path: customerTransactions + "/{transactionId}", audience: .business,
        successStatus: .ok, answer: TransactionBody.schema)

    private static let transactions = base + "/profile/transactions"
    private static let customerTransactions = baseOfVersion2 + "/transactions"
}
