import HTTPContract
import HTTPTypes

/// Operations with which a customer reads accounts and transactions.
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

    private static let transactions = base + "/profile/transactions"
}
