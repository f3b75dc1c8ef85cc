package com.paysafe.wallet

/** The customer's app disputes a cleared purchase, adds a file, withdraws the dispute and reads the statement. */
class DisputeStory(private val demo: Demo) {
    private val disputes = Wallet.getInstance().getDisputeService()

    suspend fun run(card: Card) {
        demo.load(5000, card.currency)
        val purchase = demo.pay(card, mapOf("amount" to 1234))
        demo.pay(card, mapOf("kind" to "CLEARING", "authorizationId" to purchase))
        val request = DisputeRequest(
            authorizationId = purchase, reason = DisputeReason.NOT_RECEIVED, amount = 1000, description = "No parcel."
        )
        val opened = disputes.create(request)
        check(opened.status == DisputeStatus.OPEN && opened.amount == 1000L) { "$opened" }
        addFile(opened)
        check(disputes.withdraw(opened.id).status == DisputeStatus.WITHDRAWN)
        val parameters = DisputeParameters(authorizationId = purchase, status = DisputeStatus.WITHDRAWN, limit = 1)
        check(disputes.getAll(parameters).disputes.map { it.id } == listOf(opened.id))
        readStatement(opened.accountId)
    }

    private suspend fun addFile(dispute: Dispute) {
        val content = "UmVjZWlwdA=="
        val file = disputes.addEvidence(
            dispute.id, DisputeEvidenceRequest(fileName = "receipt.txt", mediaType = "text/plain", content = content)
        )
        check(disputes.getEvidence(dispute.id, file.id).content == content) { "$file" }
        val shown = disputes.getDispute(dispute.id)
        check(shown.history?.map { it.step } == listOf(DisputeStep.OPEN)) { "$shown" }
        check(shown.evidence?.map { it.size } == listOf(7)) { "$shown" }
    }

    private suspend fun readStatement(account: String) {
        val history = Wallet.getInstance().getTransactionHistoryService()
        val statement = history.getStatement(account, AccountStatementParameters(limit = 100))
        val last = statement.entries.last()
        check(statement.closingBalance == last.balance && last.amount == 1234L) { "$statement" }
    }
}
