package com.paysafe.wallet

/** Why a call has no result. A message never contains a secret. */
sealed class WalletException(message: String, cause: Throwable? = null) : Exception(message, cause)

/**
 * The customer must authenticate: have a challenge sent and answered ([ScaService]), then repeat the call with the
 * event's [ScaAuthenticationEventResponse.scaDetails].
 *
 * @param errorId identifies the request in the service's log.
 */
class ScaRequiredException(val authenticationEvent: ScaAuthenticationEventResponse, val errorId: String?) :
    WalletException("The customer must authenticate; the event is ${authenticationEvent.eventId}${suffix(errorId)}")

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
    val fieldErrors: List<FieldError> = emptyList(), val retryAfterSeconds: Int? = null, val errorId: String? = null
) : WalletException("$code: $problem${suffix(errorId)}") {
    /** Without its event, a demand for authentication is an ordinary refusal: another token would not help. */
    internal val isInvalidToken: Boolean get() = status == 401 && code != "DW-SCA-REQUIRED"
}

/**
 * The token provider failed. Or the wallet has no token that the service accepts, and no token provider to ask; then
 * there is no [cause].
 */
class TokenNotProvidedException(cause: Throwable?) : WalletException(
    if (cause == null) "There is no valid token: call Wallet.authenticate, or configure a token provider."
    else "The token provider failed: $cause",
    cause
)

/**
 * The response is not from this service, or from a later version of it. The exception does not contain the body,
 * because that may contain anything.
 */
class NotUnderstoodException(val operation: String, val status: Int) :
    WalletException("The response to $operation, with status $status, is not from this service")

/**
 * No complete response arrived. The request may have been done: check first, or repeat it with the same idempotency
 * key.
 */
class NotAnsweredException(reason: String, cause: Throwable?) :
    WalletException("No response arrived: $reason", cause)

private fun suffix(errorId: String?): String = if (errorId == null) "" else " ($errorId)"
