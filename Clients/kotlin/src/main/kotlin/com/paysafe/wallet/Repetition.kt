package com.paysafe.wallet

/**
 * Whether and when a failed call is retried.
 *
 * Only what is safe is retried: a GET, a PUT, a DELETE, and a POST with an idempotency key, and only after a failure
 * that may pass. Pauses grow and are shortened at random, so that many apps do not return at the same moment. The
 * service's own `Retry-After` is respected.
 *
 * @param now like all times here, nanoseconds by [System.nanoTime].
 */
internal class Repetition(private val call: Call, private val configuration: WalletConfiguration, now: Long) {
    private var end = now + configuration.totalTimeoutMillis * NANOS
    private var failures = 0

    /** No try takes longer than the time for all tries. */
    fun millisForOneTry(now: Long): Long = minOf(configuration.timeoutMillis, (end - now) / NANOS)

    /** Extends the time limit by a time that must not count, because only tries and pauses do. */
    fun extend(nanos: Long) {
        end += nanos
    }

    /**
     * @param chance a random number from 0 to 1.
     * @return how long to wait before the next try; null if there is none.
     */
    fun pauseMillis(failure: WalletException, now: Long, chance: Double): Long? {
        if (!call.isSafeToRepeat || !failure.mayPass || failures + 1 >= configuration.maximumTries) return null
        val growing = minOf(FIRST_PAUSE_MILLIS shl minOf(failures, 20), LONGEST_PAUSE_MILLIS)
        failures += 1
        val retryAfterSeconds = (failure as? RefusedException)?.retryAfterSeconds ?: 0
        val pause = (growing * (0.5 + chance / 2)).toLong() + retryAfterSeconds * 1_000L
        return if (now + pause * NANOS < end) pause else null
    }

    /**
     * Whether no response arrived, the service is overloaded, or an earlier try of this call is still in progress
     * there.
     */
    private val WalletException.mayPass: Boolean
        get() = when (this) {
            is NotAnsweredException -> true
            is RefusedException -> status == 503 || code == "DW-IDEMPOTENCY-KEY-IN-USE"
            else -> false
        }

    private companion object {
        const val NANOS = 1_000_000L
        const val FIRST_PAUSE_MILLIS = 200L
        const val LONGEST_PAUSE_MILLIS = 5_000L
    }
}
