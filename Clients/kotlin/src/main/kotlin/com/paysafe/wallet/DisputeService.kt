package com.paysafe.wallet

/**
 * The customer's disputes of cleared payments. Paysafe's SDK has no such service, so its names are decided.
 *
 * Calls are retried as [CardService] describes, and throw a [WalletException]. What changes something may require
 * strong customer authentication.
 */
class DisputeService internal constructor(private val wallet: Wallet) {
    /** The customer's disputes, newest first. */
    suspend fun getAll(parameters: DisputeParameters = DisputeParameters()): DisputeList =
        wallet.answer(Call(Operations.listDisputes, query = parameters.query()), ::DisputeList)

    /** A dispute with its history and the names of its files. */
    suspend fun getDispute(disputeId: String): Dispute =
        wallet.answer(Call(Operations.getDispute, mapOf("disputeId" to disputeId)), ::Dispute)

    /**
     * Disputes a cleared payment, or a part of it.
     *
     * @param idempotencyKey as in [CardService.create].
     */
    suspend fun create(
        disputeRequest: DisputeRequest, scaDetails: ScaAuthenticationEventRequest? = null,
        idempotencyKey: String = Call.newKey()
    ): Dispute = wallet.answer(
        Call(
            Operations.createDispute, body = disputeRequest.json(), idempotencyKey = idempotencyKey,
            scaDetails = scaDetails
        ),
        ::Dispute
    )

    /** Takes a claim back, and with it a provisional credit. */
    suspend fun withdraw(disputeId: String, scaDetails: ScaAuthenticationEventRequest? = null): Dispute =
        wallet.answer(
            Call(Operations.withdrawDispute, mapOf("disputeId" to disputeId), scaDetails = scaDetails), ::Dispute
        )

    /**
     * Adds a file to a dispute that is not over. Its content is in Base64.
     *
     * @param idempotencyKey as in [CardService.create].
     */
    suspend fun addEvidence(
        disputeId: String, disputeEvidenceRequest: DisputeEvidenceRequest,
        scaDetails: ScaAuthenticationEventRequest? = null, idempotencyKey: String = Call.newKey()
    ): DisputeEvidence = wallet.answer(
        Call(
            Operations.addDisputeEvidence, mapOf("disputeId" to disputeId), body = disputeEvidenceRequest.json(),
            idempotencyKey = idempotencyKey, scaDetails = scaDetails
        ),
        ::DisputeEvidence
    )

    /** A file of a dispute with its content. */
    suspend fun getEvidence(disputeId: String, evidenceId: String): DisputeEvidenceContent = wallet.answer(
        Call(Operations.getDisputeEvidence, mapOf("disputeId" to disputeId, "evidenceId" to evidenceId)),
        ::DisputeEvidenceContent
    )
}
