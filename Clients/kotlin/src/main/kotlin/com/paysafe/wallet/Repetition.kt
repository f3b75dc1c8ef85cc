package com.paysafe.wallet

/**
 * Whether and when a failed call is retried.
 *
 * Only what is safe is retried ([Call.isSafeToRepeat]), and only after a failure that may pass. Pauses grow and are
 * shortened at random, so that many apps do not return at the same moment. `Retry-After` is respected if it is in
 * seconds.
 *
 * @param now like all times here, nanoseconds by [System.nanoTime].
 */
internal class Repetition(private val call: Call, private val configuration: WalletConfiguration, now: Long) {
    private var end = now + minOf(configuration.totalTimeoutMillis, LONGEST_MILLIS) * NANOS
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
        val pause = (growing * (0.5 + chance / 2)).toLong() + failure.pauseSeconds * 1_000L
        return if (now + pause * NANOS - end < 0) pause else null
    }

    /**
     * Whether no response arrived, the service or a proxy in front of it is not available, or an earlier try of this
     * call is still in progress.
     */
    private val WalletException.mayPass: Boolean
        get() = when (this) {
            is NotAnsweredException -> true
            is NotUnderstoodException -> isUnavailable(status)
            is RefusedException -> isUnavailable(status) || code == "DW-IDEMPOTENCY-KEY-IN-USE"
            else -> false
        }

    /**
     * A proxy answers with these statuses, and with a page of its own, if it cannot reach the service or gets no
     * response from it.
     */
    private fun isUnavailable(status: Int): Boolean = status in 502..504

    private val WalletException.pauseSeconds: Int
        get() = when (this) {
            is NotUnderstoodException -> retryAfterSeconds
            is RefusedException -> retryAfterSeconds
            else -> null
        } ?: 0

    private companion object {
        const val NANOS = 1_000_000L
        const val FIRST_PAUSE_MILLIS = 200L
        const val LONGEST_PAUSE_MILLIS = 5_000L

        /** Nobody waits longer than this, and more nanoseconds may not fit into a number. */
        const val LONGEST_MILLIS = 86_400_000L
    }
}
