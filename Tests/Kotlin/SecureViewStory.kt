package com.paysafe.wallet

import java.security.GeneralSecurityException

/** A card's details and its PIN, each on a page that an app places in its own layout. */
class SecureViewStory(private val demo: Demo) {
    private val cardService = Wallet.getInstance().getCardService()

    suspend fun run(card: Card, pin: String) {
        showDetails(card)
        showPin(card, pin)
        decrypt(card, pin)
    }

    private suspend fun details(card: Card, event: ScaAuthenticationEventRequest?): CardSecureDetailsPages {
        val configuration = SecureDetailsViewsConfiguration(
            shouldShowPanCopyButton = true, panSeparator = "-",
            panAppearance = TextAppearance(size = 30, color = "#FFFFFF", font = SecureViewFont.MONOSPACE)
        )
        return cardService.getSecureDetailsPages(CardSecureDetailsViewRequest(card.cardId, configuration, event))
    }

    private suspend fun showDetails(card: Card) {
        val event = prove { details(card, null) }
        val lost = details(card, event)
        // The app's activity was created again.
        val views = details(card, event)
        check(views.panPage.url != lost.panPage.url) { "The address of the lost view is used again." }
        val pan = open(views.panPage)
        check(Regex(">\\d{4}-\\d{4}-\\d{4}-${card.lastFour}</dd>").containsMatchIn(pan)) { pan }
        check(look("#FFFFFF", 30, "ui-monospace, monospace") in pan && "<button" in pan) { pan }
        // A button on a bare view copies the whole shown text, not only its digits.
        check(" data-separated>" !in pan) { pan }
        for (view in listOf(views.cvvPage, views.expiryDatePage, views.cardHolderNamePage)) {
            val page = open(view)
            check(look("var(--ink)", 20, "system-ui, sans-serif") in page && "<button" !in page) { page }
        }
        // The event lets only the same request through again.
        val other = CardSecureDetailsViewRequest(card.cardId, scaDetails = event)
        check(requiredEvent { cardService.getSecureDetailsPages(other) }.eventId != event.eventId)
    }

    private suspend fun showPin(card: Card, pin: String) {
        val event = prove { cardService.getSecurePinPage(CardSecureViewRequest(card.cardId)) }
        val usual = open(cardService.getSecurePinPage(CardSecureViewRequest(card.cardId, event)))
        check(">$pin</dd>" in usual && look("var(--ink)", 28, "system-ui, sans-serif") in usual) { usual }
        val appearance = TextAppearance(size = 40, color = "#11223344", font = SecureViewFont.SERIF)
        val own = prove { cardService.getSecurePinPage(CardSecureViewRequest(card.cardId, null, appearance)) }
        val page = open(cardService.getSecurePinPage(CardSecureViewRequest(card.cardId, own, appearance)))
        check(look("#11223344", 40, "ui-serif, serif") in page) { page }
    }

    /** The app draws the values itself. */
    private suspend fun decrypt(card: Card, pin: String) {
        val key = SessionKey()
        fun request(content: SecureViewContent, event: ScaAuthenticationEventRequest?, key: SessionKey) =
            CardEncryptedDetailsRequest(card.cardId, content, key.publicKey, event)
        val event = prove { cardService.getEncryptedDetails(request(SecureViewContent.DETAILS, null, key)) }
        val answers = List(2) { cardService.getEncryptedDetails(request(SecureViewContent.DETAILS, event, key)) }
        val details = answers.map { key.open(it) }.distinct().single()
        check(details.pan!!.endsWith(card.lastFour) && details.cvv!!.length == 3 && details.pin == null) { "$details" }
        check(details.cardHolderName != null && details.expiry == card.expiry) { "$details" }
        check(details.pan!! !in "$details" && answers[0].jwe !in "${answers[0]}") { "A secret shows." }
        // Neither another key nor a changed text opens it, and the event is only for this key.
        for ((reader, jwe) in listOf(SessionKey() to answers[0].jwe, key to answers[0].jwe.replaceAfterLast('.', "AAAA"))) {
            val opened = try { reader.open(EncryptedCardDetails(jwe)) } catch (refusal: GeneralSecurityException) { null }
            check(opened == null) { "Something else was opened." }
        }
        val others = request(SecureViewContent.DETAILS, event, SessionKey())
        check(requiredEvent { cardService.getEncryptedDetails(others) }.eventId != event.eventId)
        val pinEvent = prove { cardService.getEncryptedDetails(request(SecureViewContent.PIN, null, key)) }
        check(key.open(cardService.getEncryptedDetails(request(SecureViewContent.PIN, pinEvent, key))).pin == pin)
    }

    /** The event of a call that requires one, after the customer has answered it. */
    private suspend fun prove(call: suspend () -> Any): ScaAuthenticationEventRequest {
        val event = requiredEvent(call)
        prove(Wallet.getInstance().getScaService(), event, demo)
        return event
    }

    private suspend fun requiredEvent(call: suspend () -> Any): ScaAuthenticationEventRequest {
        val view = try {
            call()
        } catch (required: ScaRequiredException) {
            return required.authenticationEvent.scaDetails
        }
        throw IllegalStateException("The call was let through: $view.")
    }

    private fun look(color: String, size: Int, fonts: String): String =
        "body { background: transparent; color: $color;\n  font: ${size}px/1.2 $fonts;"

    /** The page of a view, which opens only once. */
    private fun open(view: SecurePage): String {
        val page = demo.open(view)
        check(page.status == 200 && demo.open(view).status == 404) { "A view does not open exactly once." }
        check(view.url.toString() !in "$view") { "An address shows." }
        return String(page.body)
    }
}
