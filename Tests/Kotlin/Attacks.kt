package com.paysafe.wallet

import com.paysafe.wallet.http.Transport
import com.paysafe.wallet.http.TransportRequest
import com.paysafe.wallet.http.TransportResponse
import java.io.IOException
import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.runBlocking

/**
 * Proxies, captive portals and attackers between an app and the service. Each function plays one of them and checks
 * the reaction of the client.
 */
object Attacks {
    private const val SECRET = "9137"
    private val request = CardRequest("SKRILL-VIRTUAL-MC-EEA", "EUR")
    private val lock = CardUpdateRequest(status = CardStatus.LOCKED, statusReason = "Mislaid")
    private val proxies = listOf(
        response(502, "<html>$SECRET</html>"), response(503, """{"error":{"code":"DW-SERV"""), response(504, "")
    )
    private val lost = { _: TransportRequest -> throw IOException("reset") }

    @JvmStatic
    fun main(arguments: Array<String>) = runBlocking {
        retryBehindProxies()
        keepTheKey()
        spareTheEvent()
        readRetryAfter()
        surviveNonsense()
        waitForVeryLong()
        acceptAnyLifetime()
        renewTooLate()
        refuseOtherCustomer()
        cancelInRenewal()
        println("All attacks have failed.")
    }

    private suspend fun retryBehindProxies() {
        for (proxy in proxies) {
            val network = Script(proxy, card(201))
            check(network.cards().create(request).cardId == "c") { "There is no card." }
            check(network.requests.all { it.url.startsWith("http://localhost/digitalwallets/") }) { "A slash is doubled." }
            check(network.requests.size == 2 && network.keys.size == 1) { "The keys are ${network.keys}." }
            val once = Script(proxy, card(200))
            val failure = failure { once.cards().update("c", lock) }
            check(failure is NotUnderstoodException && failure.idempotencyKey == null) { "$failure" }
            check(once.requests.size == 1 && SECRET !in "$failure") { "$failure" }
        }
    }

    private suspend fun keepTheKey() {
        val endings = proxies + listOf(
            lost, response(201, """{"cardId":"c"""), response(200, "<html>Sign in</html>"),
            problem(503, "DW-SERVICE-UNAVAILABLE"), problem(500, "DW-LATER"), problem(429, "DW-LATER")
        )
        for (ending in endings) {
            val network = Script(lost, ending)
            val failure = failure { network.cards().create(request) }
            check(network.keys == setOf(failure.idempotencyKey)) { "$failure has the key ${failure.idempotencyKey}." }
        }
        val network = Script(lost, problem(401, "DW-UNAUTHORIZED"))
        val failure = failure { network.cards().create(request, idempotencyKey = "1") }
        check(failure is TokenNotProvidedException && failure.idempotencyKey == "1") { "$failure" }
    }

    /** A request that was done has used up its event, so without a key it is sent once. */
    private suspend fun spareTheEvent() {
        val event = ScaAuthenticationEventRequest("e", "o")
        for ((details, tries) in listOf(event to 1, null to 2)) {
            val network = Script(lost, card(200))
            val failure = try {
                network.cards().setPin("c", CardPinRequest(SECRET), details)
                null
            } catch (failure: WalletException) {
                failure
            }
            check(network.requests.size == tries && (failure is NotAnsweredException) == (details != null)) {
                "$tries tries were expected, there were ${network.requests.size}: $failure"
            }
        }
    }

    private suspend fun readRetryAfter() {
        val seconds = listOf(
            "7" to 7, "0" to 0, "86401" to 86_400, "9".repeat(400) to 86_400, "-5" to null, "+5" to null,
            "1e9" to null, "soon" to null, "" to null, "Wed, 21 Oct 2099 07:28:00 GMT" to null
        )
        for ((text, expected) in seconds) {
            val network = Script(problem(429, "DW-LATER", "Retry-After" to text))
            val refusal = failure { network.cards().getAll() } as RefusedException
            check(refusal.retryAfterSeconds == expected && network.requests.size == 1) { "$text: $refusal" }
        }
        val busyForLong = Script(response(503, "<html>", "retry-after" to "61"))
        val failure = failure { busyForLong.cards().getAll() } as NotUnderstoodException
        check(failure.retryAfterSeconds == 61 && busyForLong.requests.size == 1) { "$failure" }
    }

    private suspend fun surviveNonsense() {
        val bodies = listOf(
            "", "<html>$SECRET</html>", "null", "[]", """{"cardId":"$SECRET"""", "[".repeat(1 shl 20),
            """{"cardId":${"{\"a\":".repeat(1 shl 16)}""", """{"cardId":-}""", """{"cardId":"\u12"}""", "\u0000"
        )
        for (body in bodies) {
            val failure = failure { Script(response(200, body)).cards().update("c", lock) }
            check(failure is NotUnderstoodException && SECRET !in "$failure") { "$failure" }
        }
        val view = """{"url":"no address","expiresAt":"2026-03-15T12:00:00Z"}"""
        val noView = failure { Script(response(201, view)).cards().getSecurePinPage(CardSecureViewRequest("c")) }
        check(noView is NotUnderstoodException) { "$noView" }
        val challenge = "SCA auth-param1=\"bm9uc2Vuc2U=\""
        val noEvent = failure { Script(response(401, "", "WWW-Authenticate" to challenge)).cards().update("c", lock) }
        check(noEvent is NotUnderstoodException) { "$noEvent" }
    }

    private suspend fun waitForVeryLong() {
        val network = Script(card(200))
        val limits = WalletConfiguration("http://localhost", null, Long.MAX_VALUE, Long.MAX_VALUE, Int.MAX_VALUE)
        check(network.wallet(limits).getCardService().get("c").cardId == "c") { "There is no card." }
    }

    /** A backend with a wrong clock may give a token any lifetime. */
    private suspend fun acceptAnyLifetime() {
        for (seconds in listOf(Int.MAX_VALUE, 1, 0, -1, Int.MIN_VALUE)) {
            val network = Script(card(200))
            val wallet = Wallet(WalletConfiguration("http://localhost"), network) {
                AuthenticationConfiguration("token", seconds)
            }
            repeat(2) { wallet.getCardService().get("c") }
            check(network.requests.size == 2) { "With $seconds s, there were ${network.requests.size} requests." }
        }
    }

    private suspend fun renewTooLate() {
        val (network, backend) = Script(card(201)) to Backend()
        val wallet = Wallet(WalletConfiguration("http://localhost"), network, backend.provider)
        val ivanasCall = begin { failure { wallet.getCardService().create(request) } }
        val question = backend.questions.receive()
        wallet.authenticate(AuthenticationConfiguration("jonas"))
        question.complete("ivana")
        val failure = ivanasCall.await()
        check(failure is TokenNotProvidedException && failure.cause is SignInChangedException) { "$failure" }
        check(network.requests.isEmpty() && failure.idempotencyKey == null) { "The call was sent." }
        wallet.getCardService().create(request)
        check(network.tokens == listOf("jonas")) { "The tokens are ${network.tokens}." }
    }

    /** Another customer signs in during a call whose token is refused. */
    private suspend fun refuseOtherCustomer() {
        lateinit var wallet: Wallet
        val network = Script({ sent ->
            wallet.authenticate(AuthenticationConfiguration("jonas"))
            problem(401, "DW-UNAUTHORIZED")(sent)
        })
        wallet = Wallet(WalletConfiguration("http://localhost"), network) { AuthenticationConfiguration("ivana") }
        val failure = failure { wallet.getCardService().create(request, idempotencyKey = "1") }
        check(failure is TokenNotProvidedException && failure.cause is SignInChangedException) { "$failure" }
        check(network.tokens == listOf("ivana") && failure.idempotencyKey == "1") { "${network.tokens}: $failure" }
    }

    private suspend fun cancelInRenewal() {
        val backend = Backend()
        val network = Script({ sent ->
            val isOld = "Authorization" to "Bearer yesterday" in sent.headers
            (if (isOld) problem(401, "DW-UNAUTHORIZED") else card(200))(sent)
        })
        val wallet = Wallet(WalletConfiguration("http://localhost"), network, backend.provider)
        val cancelled = begin { wallet.getCardService().get("c") }
        backend.questions.receive().complete("yesterday")
        val renewal = backend.questions.receive()
        cancelled.cancelAndJoin()
        renewal.complete("today")
        check(wallet.getCardService().get("c").cardId == "c") { "There is no card." }
        check(network.tokens.last() == "today" && backend.questions.isEmpty) { "The tokens are ${network.tokens}." }
    }

    private fun <Value> begin(work: suspend () -> Value) = GlobalScope.async { work() }

    private suspend fun failure(call: suspend () -> Any): WalletException = try {
        val answer = call()
        throw IllegalStateException("The answer was $answer.")
    } catch (failure: WalletException) {
        failure
    }

    private fun response(
        status: Int, body: String, vararg headers: Pair<String, String>
    ): (TransportRequest) -> TransportResponse =
        { TransportResponse(status, headers.toList(), body.toByteArray()) }

    private fun problem(status: Int, code: String, vararg headers: Pair<String, String>) =
        response(
            status, """{"error":{"code":"$code","message":"A sentence.","details":[],"fieldErrors":[]}}""", *headers
        )

    private fun card(status: Int) = response(
        status,
        """
        {"cardId":"c","status":"ACTIVE","expiry":{"month":1,"year":2030},"bin":"222100","lastFour":"1234",
        "customerId":"1","cardType":"VIRTUAL","programName":"P","currency":"EUR","scheme":"MC","isPinSet":false,
        "createdDate":"2026-03-15T12:00:00Z"}
        """
    )

    /** A backend that the test answers for, one request at a time. */
    private class Backend {
        val questions = Channel<CompletableDeferred<String>>(Channel.UNLIMITED)

        val provider: suspend () -> AuthenticationConfiguration = {
            val question = CompletableDeferred<String>()
            questions.send(question)
            AuthenticationConfiguration(question.await())
        }
    }

    /** A network that plays one behaviour for each request. The last one is played for all further requests, too. */
    private class Script(private vararg val behaviours: (TransportRequest) -> TransportResponse) : Transport {
        val requests = ConcurrentLinkedQueue<TransportRequest>()

        val keys: Set<String?> get() = header("Idempotency-Key").toSet()
        val tokens: List<String> get() = header("Authorization").map { it!!.removePrefix("Bearer ") }

        private fun header(name: String) = requests.map { sent -> sent.headers.toMap()[name] }

        override fun send(request: TransportRequest): TransportResponse {
            requests.add(request)
            return behaviours[minOf(requests.size, behaviours.size) - 1](request)
        }

        fun wallet(configuration: WalletConfiguration) =
            Wallet(configuration, this).apply { authenticate(AuthenticationConfiguration("token")) }

        fun cards() = wallet(WalletConfiguration("http://localhost/", maximumTries = 2)).getCardService()
    }
}
