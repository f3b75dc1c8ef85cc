package com.paysafe.wallet

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch

/** The current token and its renewal. All calls that need it wait for the same renewal. */
internal class AccessTokens(private val provider: (suspend () -> AuthenticationConfiguration)?) {
    private val lock = Any()
    private var token: String? = null

    /**
     * The time, by [System.nanoTime], from which the token is no longer used; null if unknown. That clock stands still
     * while a phone sleeps. A token that expired meanwhile is refused, and is then renewed.
     */
    private var end: Long? = null
    private var renewal: CompletableDeferred<Outcome>? = null

    /** The token, or why there is none. A value, because an exception would have the stack of another caller. */
    private class Outcome(val token: String?, val error: Throwable?)

    fun use(configuration: AuthenticationConfiguration) = synchronized(lock) {
        token = configuration.accessToken
        end = configuration.expiresIn?.let { seconds ->
            System.nanoTime() + (seconds - minOf(MARGIN_SECONDS, seconds / 2)) * 1_000_000_000L
        }
    }

    /**
     * @param insteadOf a token that the service refused. If there is a newer one already, that is returned: if many
     *   calls are refused at once, only the first renews the token.
     */
    suspend fun token(insteadOf: String? = null): String {
        val renewal = synchronized(lock) {
            val known = token
            if (known != null && known != insteadOf && (provider == null || isInTime)) return known
            renewal ?: begin()
        }
        val outcome = renewal.await()
        return outcome.token ?: throw TokenNotProvidedException(outcome.error)
    }

    private val isInTime: Boolean get() = end.let { it == null || System.nanoTime() - it < 0 }

    /** A failure is not stored, so the next call that needs a token tries again. */
    private fun begin(): CompletableDeferred<Outcome> {
        val provider = provider ?: return CompletableDeferred(Outcome(null, null))
        val begun = CompletableDeferred<Outcome>()
        renewal = begun
        // A scope of its own: if one caller is cancelled, the others still wait for this.
        CoroutineScope(Dispatchers.Default).launch {
            val outcome = try {
                val provided = provider()
                use(provided)
                Outcome(provided.accessToken, null)
            } catch (error: Throwable) {
                // An error, too: otherwise every later call would wait for this renewal without end.
                Outcome(null, error)
            }
            synchronized(lock) { renewal = null }
            begun.complete(outcome)
        }
        return begun
    }

    private companion object {
        /**
         * A request takes time, so a token is no longer used this long before it expires, or after half its life if
         * that is shorter.
         */
        const val MARGIN_SECONDS = 30
    }
}
