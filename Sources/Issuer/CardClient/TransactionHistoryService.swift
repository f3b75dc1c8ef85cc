import CardAPI
import HTTPContract
import HTTPTypes

/// The transactions on the customer's accounts: Paysafe's transaction history service, with the names of its SDK. Every
/// call only reads, so it is retried as ``CardService`` describes.
public struct TransactionHistoryService: Sendable {
    let wallet: Wallet

    /// The transactions of an account or of a reference, newest first.
    ///
    /// - Throws: ``WalletError/refused(_:)`` with `DW-TRANSACTION-BAD-REQUEST` if the parameters have neither an
    ///   `accountID` nor a `merchantRefNum`, as Paysafe documents. Nothing is sent then.
    public func getTransactionHistory(
        parameters: Wallet.TransactionHistoryParameters
    ) async throws(WalletError) -> Wallet.TransactionList {
        guard parameters.accountID != nil || parameters.merchantRefNum != nil else { throw .accountOrReferenceNeeded }
        let body: TransactionListBody = try await wallet.answer(
            to: Call(Operations.listTransactions, query: parameters.query.text))
        return Wallet.TransactionList(body)
    }

    public func getTransaction(transactionID: String) async throws(WalletError) -> Wallet.Transaction {
        let body: TransactionBody = try await wallet.answer(
            to: Call(Operations.getTransaction, filling: ["transactionId": transactionID]))
        return Wallet.Transaction(body)
    }

    /// A page of the statement of an account for a period: its balances, and the entries between them.
    public func getStatement(
        accountID: String, parameters: Wallet.AccountStatementParameters = Wallet.AccountStatementParameters()
    ) async throws(WalletError) -> Wallet.AccountStatement {
        let body: StatementBody = try await wallet.answer(
            to: Call(Operations.getStatement, filling: ["accountId": accountID], query: parameters.query.text))
        return Wallet.AccountStatement(body)
    }

    public func getTransactionHistory(
        parameters: Wallet.TransactionHistoryParameters, completion: @escaping Wallet.Completion<Wallet.TransactionList>
    ) {
        complete(completion) { () async throws(WalletError) in try await getTransactionHistory(parameters: parameters) }
    }

    public func getTransaction(transactionID: String, completion: @escaping Wallet.Completion<Wallet.Transaction>) {
        complete(completion) { () async throws(WalletError) in try await getTransaction(transactionID: transactionID) }
    }

    public func getStatement(
        accountID: String, parameters: Wallet.AccountStatementParameters = Wallet.AccountStatementParameters(),
        completion: @escaping Wallet.Completion<Wallet.AccountStatement>
    ) {
        complete(completion) { () async throws(WalletError) in
            try await getStatement(accountID: accountID, parameters: parameters)
        }
    }
}

extension WalletError {
    /// The refusal of a business's query that has neither.
    fileprivate static let accountOrReferenceNeeded = WalletError.refused(
        Wallet.Problem(
            status: ErrorCode.transactionBadRequest.status.code, code: ErrorCode.transactionBadRequest.rawValue,
            message: "The parameters have neither an accountID nor a merchantRefNum.",
            fieldErrors: ["accountId", "merchantRefNum"].map { field in
                Wallet.Problem.FieldError(field: field, error: "is required, unless the other one is given")
            }))
}
