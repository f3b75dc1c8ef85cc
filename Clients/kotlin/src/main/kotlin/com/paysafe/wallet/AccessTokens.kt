package com.paysafe.wallet

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch

/**
 * A token, and the sign-in that it is of.
 *
 * @param signIn the number of calls of [AccessTokens.use] before it.
 */
internal class SignedInToken(val text: String, val signIn: Int)

/**
 * The current token and its renewal. All calls that need it wait for the same renewal.
 *
 * A sign-in begins when the app passes a token, which may be another customer's. A call stays with the sign-in in which
 * it began, and so does a renewal: if it ends later, it changes nothing.
 */
internal class AccessTokens(private val provider: (suspend () -> AuthenticationConfiguration)?) {
    private val lock = Any()
    private var signIn = 0
    private var token: String? = null

    /**
     * The time, by [System.nanoTime], from which the token is no longer used; null if unknown. That clock stands still
     * while a phone sleeps. A token that expired meanwhile is refused, and is then renewed.
     */
    private var end: Long? = null
    private var renewal: CompletableDeferred<Outcome>? = null

    /** The token, or why there is none. A value, because an exception would have the stack of another caller. */
    private class Outcome(val token: SignedInToken?, val error: Throwable?)

    /** Begins a new sign-in with this token. */
    fun use(configuration: AuthenticationConfiguration) = synchronized(lock) {
        signIn += 1
        renewal = null
        store(configuration)
    }

    private fun store(configuration: AuthenticationConfiguration) {
        token = configuration.accessToken
        end = configuration.expiresIn?.let { seconds ->
            System.nanoTime() + (seconds - minOf(MARGIN_SECONDS, seconds / 2)) * 1_000_000_000L
        }
    }

    /**
     * @param insteadOf a token that the service refused. If its sign-in has a newer one already, that is returned: if
     *   many calls are refused at once, only the first renews the token.
     * @param idempotencyKey that of the call, if it was sent already.
     */
    suspend fun token(insteadOf: SignedInToken? = null, idempotencyKey: String? = null): SignedInToken {
        val renewal = synchronized(lock) {
            if (insteadOf != null && insteadOf.signIn != signIn) {
                throw TokenNotProvidedException(SignInChangedException(), idempotencyKey)
            }
            val known = token
            if (known != null && known != insteadOf?.text && (provider == null || isInTime)) {
                return SignedInToken(known, signIn)
            }
            renewal ?: begin(signIn)
        }
        val outcome = renewal.await()
        return outcome.token ?: throw TokenNotProvidedException(outcome.error, idempotencyKey)
    }

    private val isInTime: Boolean get() = end.let { it == null || System.nanoTime() - it < 0 }

    private fun begin(signIn: Int): CompletableDeferred<Outcome> {
        val provider = provider ?: return CompletableDeferred(Outcome(null, null))
        val begun = CompletableDeferred<Outcome>()
        renewal = begun
        // A scope of its own: if one caller is cancelled, the others still wait for this.
        CoroutineScope(Dispatchers.Default).launch {
            val outcome = try {
                val provided = provider()
                end(signIn) {
                    store(provided)
                    Outcome(SignedInToken(provided.accessToken, signIn), null)
                }
            } catch (error: Throwable) {
                // An error, too: otherwise every later call would wait for this renewal without end.
                end(signIn) { Outcome(null, error) }
            }
            begun.complete(outcome)
        }
        return begun
    }

    /** A failure is not stored, so the next call that needs a token tries again. */
    private fun end(signIn: Int, outcome: () -> Outcome): Outcome = synchronized(lock) {
        if (signIn != this.signIn) return Outcome(null, SignInChangedException())
        renewal = null
        outcome()
    }

    private companion object {
        /**
         * A request takes time, so a token is no longer used this long before it expires, or after half its life if
         * that is shorter.
         */
        const val MARGIN_SECONDS = 30
    }
}
