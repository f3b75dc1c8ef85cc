package com.paysafe.wallet

import com.paysafe.wallet.http.UrlConnectionTransport
import com.paysafe.wallet.page.App
import com.paysafe.wallet.page.samples
import java.security.KeyPair
import java.security.KeyPairGenerator
import java.security.Signature
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import kotlinx.coroutines.runBlocking

/** The arguments: `story` or `samples`, the address of a demo service, that of its sandbox, and a customer's id. */
fun main(arguments: Array<String>) = runBlocking {
    val demo = Demo(arguments[1], arguments[2], arguments[3])
    Wallet.configure(demo.configuration) {
        // Ask the app's own backend, which gets a token for the customer. No client secret is in an app.
        AuthenticationConfiguration(accessToken = demo.cardToken(), expiresIn = 900)
    }
    when (arguments[0]) {
        "samples" -> runSamples(demo)
        else -> Story(demo).run()
    }
}

/** Runs each sample of the page, in the page's order. There is an active card to list; the page's card is locked. */
private suspend fun runSamples(demo: Demo) {
    val wallet = Wallet.getInstance()
    val story = Story(demo)
    story.create()
    val card = story.lock(story.create())
    Wallet.configure(App, Wallet(demo.configuration, PageTransport(wallet, demo, card.cardId)) {
        AuthenticationConfiguration(demo.cardToken())
    })
    for (sample in samples) {
        println("sample: ${sample.name}")
        sample.run()
    }
}

class NotProved : Exception()

suspend fun prove(scaService: ScaService, event: ScaAuthenticationEventRequest, demo: Demo) {
    val sms = ScaVerification(ScaVerificationMethod.OTP, ScaVerificationChannel.SMS)
    scaService.sendChallenge(event, sms)
    val wrong = scaService.attempt(event, sms, ScaAnswer.Otp("000000"))
    check(wrong.status == ScaAttemptStatus.REJECTED) { wrong }
    val attempt = scaService.attempt(event, sms, ScaAnswer.Otp(demo.latestCode()))
    if (attempt.status != ScaAttemptStatus.VERIFIED) throw NotProved()
}

/** Plays an app from its first token to a card in Google's wallet. */
class Story(private val demo: Demo) {
    private val cardService = Wallet.getInstance().getCardService()
    private val scaService = Wallet.getInstance().getScaService()

    suspend fun run() {
        val card = create()
        check(card.status == CardStatus.ACTIVE && card.availableActions == null) { card }
        check(lock(card).status == CardStatus.LOCKED) { "The card is not locked." }
        check(unlock(card).status == CardStatus.ACTIVE) { "The card is not active again." }
        addToGoogle(card)
        continueInGoogle()
        trustDevice(card)
        SecureViewStory(demo).run(card, pin = "1243")
        HistoryStory(demo).run(card)
        DisputeStory(demo).run(card)
        repeat()
        renewToken()
        useUrlConnection()
        refuse()
        println("The story is complete.")
    }

    suspend fun create(): Card {
        return cardService.create(CardRequest(programName = "SKRILL-VIRTUAL-MC-EEA", currency = "EUR"))
    }

    suspend fun lock(card: Card): Card {
        val request = CardUpdateRequest(status = CardStatus.LOCKED, statusReason = "Mislaid")
        return try {
            cardService.update(card.cardId, request)
        } catch (e: ScaRequiredException) {
            val event = e.authenticationEvent.scaDetails
            prove(event)
            cardService.update(card.cardId, request, scaDetails = event)
        }
    }

    private suspend fun prove(event: ScaAuthenticationEventRequest) {
        val sms = ScaVerification(ScaVerificationMethod.OTP, ScaVerificationChannel.SMS)
        val challenge = scaService.sendChallenge(event, sms)
        val code = askForCode(challenge.verification.target)
        val attempt = scaService.attempt(event, sms, ScaAnswer.Otp(code))
        if (attempt.status != ScaAttemptStatus.VERIFIED) throw NotProved()
    }

    private fun askForCode(target: String?): String {
        check(target?.contains('*') == true) { "The number $target is not masked." }
        return demo.latestCode()
    }

    private suspend fun unlock(card: Card): Card = protectedly { event ->
        cardService.update(card.cardId, CardUpdateRequest(status = CardStatus.ACTIVE, statusReason = "Found"), event)
    }

    /** The customer began in Google Wallet, so nothing asked the service to tokenize the card. */
    private suspend fun continueInGoogle() {
        val card = create()
        val token = demo.beginInGoogleWallet(card)
        val waiting = cardService.get(card.cardId, listOf(CardIncludesParam.TOKENIZATIONS)).tokenizations?.tokenizations?.single()
        check(waiting?.status == MobileWalletStatus.INITIATED && waiting.dpanRef == token.issuerTokenId) { "$waiting" }
        demo.identify(token)
        val configuration = CardManualTokenizationConfiguration(tokenRefId = token.issuerTokenId)
        val completed = cardService.updateTokenizationStatus(card.cardId, configuration.completed())
        check(completed.status == MobileWalletStatus.COMPLETED) { "$completed" }
    }

    private suspend fun <Answer> protectedly(call: suspend (ScaAuthenticationEventRequest?) -> Answer): Answer = try {
        call(null)
    } catch (required: ScaRequiredException) {
        val event = required.authenticationEvent.scaDetails
        prove(scaService, event, demo)
        call(event)
    }

    private suspend fun addToGoogle(card: Card) {
        val request = CardTokenizationRequest(
            walletType = MobileWalletType.GOOGLE_PAY, clientDeviceId = "device-1", clientWalletAccountId = "account-1"
        )
        val tokenization = cardService.tokenize(card.cardId, request)
        check(!tokenization.opaquePaymentCard.isNullOrEmpty()) { "There is no card for Google." }
        check("hidden" in "$tokenization" && tokenization.opaquePaymentCard!! !in "$tokenization") { "A secret shows." }
        val report = MobileWallet(
            dpanRef = "DAPLMC0000" + card.cardId.replace("-", ""), walletId = "account-1",
            walletType = MobileWalletType.GOOGLE_PAY, status = MobileWalletStatus.COMPLETED
        )
        val completed = cardService.updateTokenizationStatus(card.cardId, report)
        check(completed.status == MobileWalletStatus.COMPLETED) { completed }
        val listed = cardService.get(card.cardId, listOf(CardIncludesParam.TOKENIZATIONS)).tokenizations
        check(listed == MobileWalletTokenizationList(listOf(completed))) { "$listed" }
    }

    private suspend fun trustDevice(card: Card) {
        val generator = KeyPairGenerator.getInstance("EC").apply { initialize(ECGenParameterSpec("secp256r1")) }
        val keys = generator.generateKeyPair()
        val request = ScaTrustDeviceRequest("Ivana's phone", keys.public as ECPublicKey)
        val device = protectedly { event -> scaService.trustDevice(request, event) }
        check(scaService.getTrustedDevices().map { it.deviceId } == listOf(device.deviceId))
        val update = CardUpdateRequest(pin = "1243")
        check("1243" !in "$update") { "A PIN shows." }
        try {
            cardService.update(card.cardId, update)
        } catch (required: ScaRequiredException) {
            val event = required.authenticationEvent.scaDetails
            prove(event, device, keys)
            check(cardService.update(card.cardId, update, event).isPinSet) { "The PIN is not set." }
        }
        protectedly { event -> scaService.distrustDevice(device.deviceId, event) }
        check(scaService.getTrustedDevices().isEmpty()) { "The device is still trusted." }
    }

    private suspend fun prove(event: ScaAuthenticationEventRequest, device: ScaTrustedDevice, keys: KeyPair) {
        val biometric = ScaVerification(ScaVerificationMethod.BIOMETRIC)
        val challenge = scaService.sendChallenge(event, biometric)
        val signature = Signature.getInstance("SHA256withECDSA").run {
            initSign(keys.private)
            update(challenge.deviceMessage)
            sign()
        }
        val attempt = scaService.attempt(event, biometric, ScaAnswer.Device(device.deviceId, signature))
        if (attempt.status != ScaAttemptStatus.VERIFIED) throw NotProved()
    }

    /** A call with an idempotency key is repeated after a 503; an update is not. */
    private suspend fun repeat() {
        val before = cardService.getAll().meta.numberOfRecords
        demo.failNext("createCard", 503)
        val card = create()
        check(cardService.getAll().meta.numberOfRecords == before + 1) { "A retry created another card." }
        demo.failNext("updateCard", 503)
        val refusal = try { lock(card); null } catch (refused: RefusedException) { refused }
        check(refusal?.status == 503) { "The update was repeated." }
    }

    /** A refused token is renewed once. */
    private suspend fun renewToken() {
        var tokens = 0
        val wallet = Wallet(demo.configuration) {
            tokens += 1
            AuthenticationConfiguration(if (tokens == 1) "expired" else demo.cardToken(), 900)
        }
        check(wallet.getCardService().getPrograms().programs.isNotEmpty() && tokens == 2) { "$tokens tokens" }
        reauthenticate()
    }

    /** Without a token provider, an app with a refused token needs to authenticate again. */
    private suspend fun reauthenticate() {
        val wallet = Wallet(demo.configuration)
        for (token in listOf(null, "expired")) {
            if (token != null) wallet.authenticate(AuthenticationConfiguration(token))
            val failure = try { wallet.getCardService().getPrograms(); null } catch (error: WalletException) { error }
            check(failure is TokenNotProvidedException && failure.cause == null) { "With the token $token: $failure" }
        }
        wallet.authenticate(AuthenticationConfiguration(demo.cardToken()))
        check(wallet.getCardService().getPrograms().programs.isNotEmpty())
    }

    /** Android's transport has no PATCH. With the app's own token, no token provider is needed. */
    private suspend fun useUrlConnection() {
        val wallet = Wallet(demo.configuration, UrlConnectionTransport())
        wallet.authenticate(AuthenticationConfiguration(demo.cardToken()))
        val parameters = CardParameters(
            cardType = CardType.VIRTUAL, limit = 1, status = listOf(CardStatus.ACTIVE, CardStatus.LOCKED)
        )
        val list = wallet.getCardService().getAll(parameters)
        check(list.cards.size == 1 && list.meta.limit == 1) { "$list" }
        val card = wallet.getCardService().create(CardRequest("SKRILL-VIRTUAL-MC-EEA", "EUR"))
        check(wallet.getCardService().get(card.cardId) == card)
    }

    private suspend fun refuse() {
        val refusal = try {
            cardService.create(CardRequest("NONE", "eur"))
            null
        } catch (refused: RefusedException) {
            refused
        }
        check(refusal?.status == 400 && refusal.fieldErrors.isNotEmpty() && refusal.errorId != null) { "$refusal" }
        check(CardStatus.of("A-WORD-OF-TOMORROW") == CardStatus.UNKNOWN)
    }
}
