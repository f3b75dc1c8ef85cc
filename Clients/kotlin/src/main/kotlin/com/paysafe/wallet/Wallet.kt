package com.paysafe.wallet

import com.paysafe.wallet.http.Transport
import com.paysafe.wallet.http.TransportRequest
import com.paysafe.wallet.http.TransportResponse
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeoutOrNull

/**
 * A customer's wallet in an app. The app configures it once, and gets its services from it wherever it needs them.
 *
 * The names are those of Paysafe's SDK. [CardService] documents which calls are retried automatically.
 *
 * @param transport sends the requests. It must not repeat them itself.
 * @param tokenProvider asks the app's own backend for the customer's access token, with the scope `pci-dss-1` if
 *   details and PIN will be shown. It is called when the first token is needed and whenever a token has expired, never
 *   twice at once. It may take any time. Without it, the app calls [authenticate].
 */
class Wallet(
    private val configuration: WalletConfiguration,
    private val transport: Transport = Transport.system(),
    tokenProvider: (suspend () -> AuthenticationConfiguration)? = null
) {
    private val tokens = AccessTokens(tokenProvider)
    internal val sessionKey: SessionKey by lazy { SessionKey() }

    fun getCardService(): CardService = CardService(this)

    fun getScaService(): ScaService = ScaService(this)

    fun getTransactionHistoryService(): TransactionHistoryService = TransactionHistoryService(this)

    fun getDisputeService(): DisputeService = DisputeService(this)

    fun getAuthorizationHistoryService(): AuthorizationHistoryService = AuthorizationHistoryService(this)

    /**
     * Uses this token from now on, also in services that the app got earlier. It may be another customer's: a call that
     * began before this is never sent with it, and throws [TokenNotProvidedException] with a [SignInChangedException]
     * if it needs a new token.
     *
     * When the service no longer accepts the token, the token provider is asked. Without one, calls throw
     * [TokenNotProvidedException] until the app calls this again.
     */
    fun authenticate(configuration: AuthenticationConfiguration) = tokens.use(configuration)

    /** Sends a call until it has a response, or until no further try is allowed. */
    internal suspend fun <Answer : Any> answer(call: Call, read: (JsonObject) -> Answer): Answer {
        var token = tokens.token()
        val repetition = Repetition(call, configuration, System.nanoTime())
        var isRenewed = false
        while (true) {
            val failure = try {
                val response = send(call, token.text, repetition.millisForOneTry(System.nanoTime()))
                return response.result(call, read)
            } catch (failure: WalletException) {
                failure
            }
            if (failure is RefusedException && failure.isInvalidToken && !isRenewed) {
                isRenewed = true
                val rejection = System.nanoTime()
                token = tokens.token(insteadOf = token, idempotencyKey = call.idempotencyKey)
                repetition.extend(System.nanoTime() - rejection)
            } else {
                delay(repetition.pauseMillis(failure, System.nanoTime(), Math.random()) ?: throw failure)
            }
        }
    }

    /** Sends the call once. The time limit applies until the last byte of the response. */
    private suspend fun send(call: Call, token: String, millis: Long): TransportResponse {
        val request = TransportRequest(
            call.operation.method, configuration.baseUrl.removeSuffix("/") + call.target,
            call.headers(token) + configuration.headers, call.body, millis
        )
        val response = CompletableDeferred<Result>()
        // A scope of its own, because a thread that waits for the network cannot be cancelled, but its caller can.
        val sending = CoroutineScope(Dispatchers.IO).launch { response.complete(Result.of { transport.send(request) }) }
        val result = try {
            withTimeoutOrNull(millis) { response.await() }
        } finally {
            // A request that still waits for a thread must not be sent after its caller has given up.
            sending.cancel()
        } ?: throw NotAnsweredException("The time limit of $millis ms is over.", null, call.idempotencyKey)
        return result.response
            ?: throw NotAnsweredException(result.error.toString(), result.error, call.idempotencyKey)
    }

    private class Result(val response: TransportResponse?, val error: Throwable?) {
        companion object {
            fun of(send: () -> TransportResponse): Result =
                try { Result(send(), null) } catch (error: Throwable) { Result(null, error) }
        }
    }

    /** Contains no token. */
    override fun toString(): String = "Wallet(${configuration.baseUrl})"

    companion object {
        @Volatile
        private var configured: Wallet? = null

        /**
         * The app's only wallet.
         *
         * @throws IllegalStateException before [configure].
         */
        @JvmStatic
        fun getInstance(): Wallet = configured
            ?: throw IllegalStateException("No wallet is configured: call Wallet.configure when the app starts.")

        /**
         * Creates the app's only wallet. A second call replaces it, for example when another customer signs in. A
         * service from the earlier wallet keeps the earlier configuration.
         */
        @JvmStatic
        fun configure(
            configuration: WalletConfiguration, tokenProvider: (suspend () -> AuthenticationConfiguration)? = null
        ) = configure(Wallet(configuration, tokenProvider = tokenProvider))

        /** Does the same with an existing wallet, which may have its own transport. */
        @JvmStatic
        fun configure(wallet: Wallet) {
            configured = wallet
        }
    }
}

/**
 * The service's address and the time limits.
 *
 * @param baseUrl scheme and authority, without a path: `https://api.example.com`. A slash at the end changes nothing.
 * @param partnerApplicationVersion the version of the app, sent with every request.
 * @param timeoutMillis the time limit for one try.
 * @param totalTimeoutMillis the time limit for all tries of a call together, with their pauses. The time that the token
 *   provider takes does not count.
 * @param maximumTries the maximum number of tries, including the first one.
 */
data class WalletConfiguration(
    val baseUrl: String,
    val partnerApplicationVersion: String? = null,
    val timeoutMillis: Long = 30_000,
    val totalTimeoutMillis: Long = 60_000,
    val maximumTries: Int = 4
) {
    internal val headers: List<Pair<String, String>>
        get() = listOf(
            "User-Agent" to "Kotlin-CardClient/$VERSION",
            "Paysafe-Wallet-Version" to VERSION,
            "Paysafe-Wallet-Platform" to "Kotlin"
        ) + listOfNotNull(partnerApplicationVersion?.let { "Partner-Application-Version" to it })

    private companion object {
        const val VERSION = "1.0"
    }
}

/**
 * A customer's access token, as the app's backend passes it to the app.
 *
 * @param expiresIn seconds from now, `expires_in` of the token call; null if unknown.
 */
class AuthenticationConfiguration(val accessToken: String, val expiresIn: Int? = null) {
    init {
        // The platform's own message about such a header would contain the token.
        require(accessToken.isNotEmpty() && accessToken.all { it in '!'..'~' }) {
            "The access token is empty or has characters that no header may have, such as a line break."
        }
    }

    override fun toString(): String = "AuthenticationConfiguration(hidden)"
}
