package com.paysafe.wallet

/**
 * Why a call has no result. A message contains no secret, unless it is that of the token provider's own error.
 *
 * @property idempotencyKey the key that every try of the call had. The app can make the same call again with it, also
 *   after a restart and within a day: the service does the work only once. Null for a call that takes no key, for a
 *   call that was never sent, and for a demand for authentication.
 */
sealed class WalletException(message: String, cause: Throwable?, val idempotencyKey: String?) :
    Exception(message, cause)

/**
 * The customer must authenticate: have a challenge sent and answered ([ScaService]), then repeat the call with the
 * event's [ScaAuthenticationEventResponse.scaDetails].
 *
 * @param errorId identifies the request in the service's log.
 */
class ScaRequiredException(val authenticationEvent: ScaAuthenticationEventResponse, val errorId: String?) :
    WalletException(
        "The customer must authenticate; the event is ${authenticationEvent.eventId}${suffix(errorId)}", null, null
    )

/**
 * The service refused, and says why.
 *
 * @param status the HTTP status.
 * @param code `DW-…`, or four digits; possibly one that this version does not know.
 * @param problem a message for the developer.
 * @param retryAfterSeconds how long to wait before the next request, if the service says so.
 * @param errorId identifies the request in the service's log.
 */
class RefusedException(
    val status: Int, val code: String, val problem: String, val details: List<String> = emptyList(),
    val fieldErrors: List<FieldError> = emptyList(), val retryAfterSeconds: Int? = null, val errorId: String? = null,
    idempotencyKey: String? = null
) : WalletException("$code: $problem${suffix(errorId)}", null, idempotencyKey) {
    /** Without its event, a demand for authentication is an ordinary refusal: another token would not help. */
    internal val isInvalidToken: Boolean get() = status == 401 && code != "DW-SCA-REQUIRED"
}

/**
 * The token provider failed. Or the app has called [Wallet.authenticate] since the call began; then the [cause] is a
 * [SignInChangedException]. Or the wallet has no token that the service accepts, and no token provider to ask; then
 * there is no [cause].
 */
class TokenNotProvidedException(cause: Throwable?, idempotencyKey: String? = null) : WalletException(
    if (cause == null) "There is no valid token: call Wallet.authenticate, or configure a token provider."
    else "There is no token: $cause",
    cause, idempotencyKey
)

/**
 * The app called [Wallet.authenticate] after the call had begun. The new token may be another customer's, so the call
 * is not sent with it.
 */
class SignInChangedException : Exception("The app called authenticate while the call needed another token.")

/**
 * The response is not from this service, or from a later version of it, for example the error page of a proxy. The
 * request may have been done, as after a [NotAnsweredException]. The exception does not contain the body, because that
 * may contain anything.
 *
 * @param retryAfterSeconds how long to wait before the next request, if the response says so.
 */
class NotUnderstoodException(
    val operation: String, val status: Int, val retryAfterSeconds: Int? = null, idempotencyKey: String? = null
) : WalletException("The response to $operation, with status $status, is not from this service", null, idempotencyKey)

/**
 * No complete response arrived. The request may have been done: check first, or repeat it with the [idempotencyKey].
 */
class NotAnsweredException(reason: String, cause: Throwable?, idempotencyKey: String? = null) :
    WalletException("No response arrived: $reason", cause, idempotencyKey)

private fun suffix(errorId: String?): String = if (errorId == null) "" else " ($errorId)"
