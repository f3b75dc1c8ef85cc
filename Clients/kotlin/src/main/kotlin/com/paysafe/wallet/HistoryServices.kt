package com.paysafe.wallet

/**
 * What has happened on the customer's accounts: Paysafe's transaction history service, with the names of its SDK.
 *
 * Every call only reads, so it is retried as [CardService] describes, and throws a [WalletException].
 */
class TransactionHistoryService internal constructor(private val wallet: Wallet) {
    /**
     * The transactions of an account or of a reference, newest first.
     *
     * @throws RefusedException with `DW-TRANSACTION-BAD-REQUEST` if the parameters have neither an `accountId` nor a
     *   `merchantRefNum`, as Paysafe documents. Nothing is sent then.
     */
    suspend fun getTransactionHistory(parameters: TransactionHistoryParameters): TransactionList {
        if (parameters.accountId == null && parameters.merchantRefNum == null) throw accountOrReferenceNeeded()
        return wallet.answer(Call(Operations.listTransactions, query = parameters.query()), ::TransactionList)
    }

    suspend fun getTransaction(transactionId: String): Transaction =
        wallet.answer(Call(Operations.getTransaction, mapOf("transactionId" to transactionId)), ::Transaction)

    /** A page of the statement of an account for a period: its balances, and the entries between them. */
    suspend fun getStatement(
        accountId: String, parameters: AccountStatementParameters = AccountStatementParameters()
    ): AccountStatement = wallet.answer(
        Call(Operations.getStatement, mapOf("accountId" to accountId), query = parameters.query()), ::AccountStatement
    )

    /** What a business gets if its query has neither. */
    private fun accountOrReferenceNeeded() = RefusedException(
        400, "DW-TRANSACTION-BAD-REQUEST", "The parameters have neither an accountId nor a merchantRefNum.",
        fieldErrors = listOf("accountId", "merchantRefNum").map { field ->
            FieldError(field, "is required, unless the other one is given")
        }
    )
}

/**
 * What merchants asked the customer's cards for: Paysafe's authorization history service, with the names of its SDK.
 *
 * Every call only reads, so it is retried as [CardService] describes, and throws a [WalletException].
 */
class AuthorizationHistoryService internal constructor(private val wallet: Wallet) {
    /** The customer's authorizations, newest first; declined ones, too. */
    suspend fun getAuthorizationHistory(
        parameters: AuthorizationHistoryParameters = AuthorizationHistoryParameters()
    ): AuthorizationList =
        wallet.answer(Call(Operations.listAuthorizations, query = parameters.query()), ::AuthorizationList)

    suspend fun getAuthorization(authorizationId: String): Authorization =
        wallet.answer(Call(Operations.getAuthorization, mapOf("authorizationId" to authorizationId)), ::Authorization)
}
