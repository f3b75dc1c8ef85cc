package com.paysafe.wallet

/**
 * The customer's cards: Paysafe's card service, with the names of its SDK.
 *
 * A call is retried automatically if that is safe: every call that only reads, every call with an idempotency key, and
 * [updateTokenizationStatus] and [setPin] unless they have `scaDetails`, because a request that was done has used up
 * its event. Each [create], [activate], [replace], [resetPinCvvRetries] and [tokenize] gets a new key unless you pass
 * one, and keeps it over all its tries, so a lost response creates no second card. If all tries fail, the exception has
 * the key ([WalletException.idempotencyKey]). Retries follow a failed connection, a 502, 503 or 504 from the service or
 * a proxy, or a 409 because the first try is still in progress, with growing pauses, within the limits of the
 * configuration. All other calls are sent once. If the service refuses the token of any call, the call is sent again
 * with a new token.
 *
 * Every function throws a [WalletException]. A call that changes something throws [ScaRequiredException] if the brand
 * requires strong customer authentication for it; repeat it with the event as `scaDetails`.
 */
class CardService internal constructor(private val wallet: Wallet) {
    /** The customer's cards, newest first. */
    suspend fun getAll(cardParameters: CardParameters = CardParameters()): CardList =
        wallet.answer(Call(Operations.listCards, query = cardParameters.query()), ::CardList)

    suspend fun get(cardId: String, include: List<CardIncludesParam>? = null): Card =
        wallet.answer(
            Call(Operations.getCard, of(cardId), GetCardQuery(include).query()), ::Card
        )

    /**
     * Issues a virtual card, or orders a physical one.
     *
     * @param idempotencyKey the app's own key, or that of an earlier call's exception, to repeat a call later because
     *   no response arrived. All calls with the same key and the same request within a day create only one card.
     */
    suspend fun create(
        cardRequest: CardRequest, scaDetails: ScaAuthenticationEventRequest? = null,
        idempotencyKey: String = Call.newKey()
    ): Card = wallet.answer(
        Call(
            Operations.createCard, body = cardRequest.json(), idempotencyKey = idempotencyKey, scaDetails = scaDetails
        ),
        ::Card
    )

    /**
     * Activates a physical card with what is printed on it.
     *
     * @param idempotencyKey as in [create].
     */
    suspend fun activate(
        cardId: String, cardActivationRequest: CardActivationRequest,
        scaDetails: ScaAuthenticationEventRequest? = null, idempotencyKey: String = Call.newKey()
    ): Card = card(Operations.activateCard, cardId, cardActivationRequest.json(), scaDetails, idempotencyKey)

    /**
     * Orders a card to replace one that is damaged, lost or about to expire, and ends the old one.
     *
     * @param idempotencyKey as in [create].
     * @return the new card.
     */
    suspend fun replace(
        cardId: String, cardReplacementRequest: CardReplacementRequest,
        scaDetails: ScaAuthenticationEventRequest? = null, idempotencyKey: String = Call.newKey()
    ): Card = card(Operations.replaceCard, cardId, cardReplacementRequest.json(), scaDetails, idempotencyKey)

    /** Locks, unlocks or cancels a card, or changes its PIN; one request does one of these. */
    suspend fun update(
        cardId: String, cardUpdateRequest: CardUpdateRequest, scaDetails: ScaAuthenticationEventRequest? = null
    ): Card = card(Operations.updateCard, cardId, cardUpdateRequest.json(), scaDetails)

    /** Sets the PIN of a card whose customer lives in the United States. All others send it with [update]. */
    suspend fun setPin(
        cardId: String, cardPinRequest: CardPinRequest, scaDetails: ScaAuthenticationEventRequest? = null
    ): Card = card(Operations.setPIN, cardId, cardPinRequest.json(), scaDetails)

    /**
     * Allows new attempts at a card's PIN and security code once they are used up. Then
     * [CardAction.RESET_PIN_CVV_RETRIES] is among the card's actions.
     *
     * @param idempotencyKey as in [create].
     */
    suspend fun resetPinCvvRetries(
        cardId: String, scaDetails: ScaAuthenticationEventRequest? = null, idempotencyKey: String = Call.newKey()
    ): Card = card(Operations.resetRetries, cardId, null, scaDetails, idempotencyKey)

    /** The programs that the customer is eligible for. */
    suspend fun getPrograms(cardType: CardType? = null): CardProgramList =
        wallet.answer(Call(Operations.listPrograms, query = ListProgramsQuery(cardType).query()), ::CardProgramList)

    /**
     * Encrypts a card for the wallet on this device.
     *
     * @param idempotencyKey as in [create].
     */
    suspend fun tokenize(
        cardId: String, cardTokenizationRequest: CardTokenizationRequest,
        scaDetails: ScaAuthenticationEventRequest? = null, idempotencyKey: String = Call.newKey()
    ): CardTokenization = wallet.answer(
        Call(
            Operations.tokenizeCard, of(cardId), body = cardTokenizationRequest.json(), idempotencyKey = idempotencyKey,
            scaDetails = scaDetails
        ),
        ::CardTokenization
    )

    /** Reports that the card is in the wallet, with the reference of its token. */
    suspend fun updateTokenizationStatus(
        cardId: String, mobileWallet: MobileWallet, scaDetails: ScaAuthenticationEventRequest? = null
    ): MobileWallet = wallet.answer(
        Call(
            Operations.updateTokenizationStatus, of(cardId), body = mobileWallet.json(), scaDetails = scaDetails
        ),
        ::MobileWallet
    )

    /**
     * Pages that show the card's number, security code, expiry and cardholder once. They need a token with the scope
     * `pci-dss-1`, and may require strong customer authentication once for all pages. Android has
     * `getSecureDetailsViews` instead.
     *
     * An app that loses its pages can repeat the same request with the same `scaDetails` for a minute, but not after
     * the event's own end.
     */
    suspend fun getSecureDetailsPages(request: CardSecureDetailsViewRequest): CardSecureDetailsPages =
        secureView(request.cardId, request.viewsConfiguration.body(), request.scaDetails, ::CardSecureDetailsPages)

    /** A page that shows the card's PIN once. Token and repetition are those of [getSecureDetailsPages]. */
    suspend fun getSecurePinPage(request: CardSecureViewRequest): SecurePage {
        val body = SecureViewRequestBody(type = SecureViewContent.PIN, bare = request.appearance.body())
        return secureView(request.cardId, body, request.scaDetails) { SecurePage(it.url, it.expiresAt) }
    }

    /**
     * Details or the PIN, encrypted for a key of the app's own, for a view that the app draws itself. Token and
     * repetition are those of [getSecureDetailsPages]: a repeated request has the same key.
     */
    suspend fun getEncryptedDetails(request: CardEncryptedDetailsRequest): EncryptedCardDetails =
        secureView(request.cardId, request.body(), request.scaDetails) {
            EncryptedCardDetails(requireNotNull(it.jwe) { "Nothing is encrypted." })
        }

    /** What a view of Android shows. The key stays the same, so that a request can be repeated after a challenge. */
    internal suspend fun details(
        cardId: String, content: SecureViewContent, scaDetails: ScaAuthenticationEventRequest?
    ): CardDetails {
        val key = wallet.sessionKey
        return key.open(getEncryptedDetails(CardEncryptedDetailsRequest(cardId, content, key.publicKey, scaDetails)))
    }

    private suspend fun <View : Any> secureView(
        cardId: String, body: SecureViewRequestBody, scaDetails: ScaAuthenticationEventRequest?,
        view: (SecureViewBody) -> View
    ): View = wallet.answer(
        Call(Operations.createSecureView, of(cardId), body = body.json(), scaDetails = scaDetails)
    ) { view(SecureViewBody(it)) }

    private suspend fun card(
        operation: Operation, cardId: String, body: Map<String, Any?>?, scaDetails: ScaAuthenticationEventRequest?,
        idempotencyKey: String? = null
    ): Card = wallet.answer(
        Call(operation, of(cardId), body = body, idempotencyKey = idempotencyKey, scaDetails = scaDetails), ::Card
    )

    private fun of(cardId: String): Map<String, String> = mapOf("cardId" to cardId)
}
