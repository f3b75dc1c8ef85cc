package com.paysafe.wallet

/** The customer's app reads a load, a purchase, a decline and a clearing. */
class HistoryStory(private val demo: Demo) {
    private val transactionHistory = Wallet.getInstance().getTransactionHistoryService()
    private val authorizationHistory = Wallet.getInstance().getAuthorizationHistoryService()

    suspend fun run(card: Card) {
        demo.load(5000, card.currency)
        val purchase = demo.pay(card, mapOf("amount" to 1234))
        val declined = demo.pay(card, mapOf("amount" to 900_000))
        readAuthorizations(card, purchase, declined)
        demo.pay(card, mapOf("kind" to "CLEARING", "authorizationId" to purchase))
        readTransactions(card, authorizationHistory.getAuthorization(purchase))
        refuse()
    }

    private suspend fun readAuthorizations(card: Card, purchase: String, declined: String) {
        val held = authorizationHistory.getAuthorization(purchase)
        check(held.status == AuthorizationStatus.APPROVED && held.type == AuthorizationType.PURCHASE) { "$held" }
        check(held.customerAmount == 1234L && held.cardPresence == CardPresence.NOT_PRESENT) { "$held" }
        val parameters = AuthorizationHistoryParameters(
            accountId = card.accountId, status = AuthorizationStatus.DECLINED, cardId = card.cardId
        )
        val list = authorizationHistory.getAuthorizationHistory(parameters)
        check(list.authorizations.map { it.id } == listOf(declined) && list.meta.numberOfRecords == 1) { "$list" }
        check(list.authorizations.single().responseCode == "51") { "$list" }
        check(authorizationHistory.getAuthorizationHistory().authorizations.size == 2)
    }

    private suspend fun readTransactions(card: Card, settled: Authorization) {
        check(settled.status == AuthorizationStatus.SETTLED) { "$settled" }
        val all = transactionHistory.getTransactionHistory(TransactionHistoryParameters(accountId = card.accountId))
        check(all.transactions.map { it.amount } == listOf(1234L, 5000L)) { "$all" }
        val paid = all.transactions.first()
        check(paid.type == TransactionType.PREPAID_CARD && paid.direction == TransactionDirection.DEBIT) { "$paid" }
        check(paid.slipId == settled.slipId && paid.status == TransactionStatus.COMPLETED) { "$paid" }
        check(transactionHistory.getTransaction(paid.id) == paid) { "$paid" }
        val parameters = TransactionHistoryParameters(
            accountId = card.accountId, limit = 1, offset = 1, type = TransactionType.DEPOSIT
        )
        check(transactionHistory.getTransactionHistory(parameters).transactions.isEmpty())
        // The service accepts no fraction of a second, and a filter has one.
        val sinceThen = TransactionHistoryParameters(card.accountId, startDate = paid.creationTime.plusMillis(500))
        check(paid in transactionHistory.getTransactionHistory(sinceThen).transactions)
    }

    /** A list without an account and a reference is refused. */
    private suspend fun refuse() {
        val refusal = try {
            transactionHistory.getTransactionHistory(TransactionHistoryParameters(limit = 1))
            null
        } catch (refused: RefusedException) {
            refused
        }
        check(refusal?.code == "DW-TRANSACTION-BAD-REQUEST" && refusal.fieldErrors.size == 2) { "$refusal" }
    }
}
