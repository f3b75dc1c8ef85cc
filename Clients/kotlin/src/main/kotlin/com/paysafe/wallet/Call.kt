package com.paysafe.wallet

import com.paysafe.wallet.http.TransportResponse
import java.net.URLEncoder
import java.util.Base64
import java.util.UUID

/** One method and path of the service. All of them are generated. */
internal class Operation(
    val name: String, val method: String, val path: String, val successStatus: Int, val hasAnswer: Boolean
)

/** One request to an operation, ready to be sent. Every try sends the same request. */
internal class Call(
    val operation: Operation, path: Map<String, String> = emptyMap(), query: List<Pair<String, String?>> = emptyList(),
    body: Map<String, Any?>? = null, val idempotencyKey: String? = null,
    private val scaDetails: ScaAuthenticationEventRequest? = null
) {
    /** Path and query, percent-encoded. */
    val target: String = run {
        val filled = path.entries.fold(operation.path) { text, (name, value) -> text.replace("{$name}", encode(value)) }
        val pairs = query.mapNotNull { (name, value) -> value?.let { "$name=${encode(it)}" } }
        if (pairs.isEmpty()) filled else filled + "?" + pairs.joinToString("&")
    }

    val body: ByteArray? = body?.let { Json.write(it).toByteArray() }

    /**
     * Whether a second request has no further effect, even if it is not known whether the first was done. A request
     * that was done has used up its event of strong customer authentication. So without a key, the second one would be
     * refused.
     */
    val isSafeToRepeat: Boolean
        get() = idempotencyKey != null || operation.method in listOf("GET", "PUT", "DELETE") && scaDetails == null

    fun headers(token: String): List<Pair<String, String>> = listOfNotNull(
        "Authorization" to "Bearer $token",
        "Accept" to "application/json",
        body?.let { "Content-Type" to "application/json" },
        idempotencyKey?.let { "Idempotency-Key" to it },
        scaDetails?.let { "SCA-Authorization" to base64(Json.write(AuthenticationPassBody(it).json())) }
    )

    companion object {
        /** Nobody can guess it, no two calls share it, and it does not look like a card number. */
        fun newKey(): String = UUID.randomUUID().toString()

        private fun encode(text: String): String = URLEncoder.encode(text, "UTF-8").replace("+", "%20")

        private fun base64(text: String): String = Base64.getEncoder().encodeToString(text.toByteArray())
    }
}

/**
 * The result of a successful call.
 *
 * @throws WalletException if the call was not successful.
 */
internal fun <Answer : Any> TransportResponse.result(call: Call, read: (JsonObject) -> Answer): Answer {
    val operation = call.operation
    if (status == operation.successStatus) {
        val answer = if (operation.hasAnswer) json(body) else JsonObject(emptyMap())
        answer?.let { readOrNull { read(it) } }?.let { return it }
    }
    val errorId = header("X-Request-Id")
    authenticationEvent()?.let { throw ScaRequiredException(it, errorId) }
    val problem = json(body)?.let { readOrNull { ProblemBody(it).error } }
        ?: throw NotUnderstoodException(operation.name, status, retryAfterSeconds, call.idempotencyKey)
    throw RefusedException(
        status, problem.code, problem.message, problem.details, problem.fieldErrors, retryAfterSeconds, errorId,
        call.idempotencyKey
    )
}

/**
 * How long to wait before the next request, at most a day; null if the response does not say so in seconds. A date is
 * not read, because the device's clock may be wrong.
 */
private val TransportResponse.retryAfterSeconds: Int?
    get() = header("Retry-After")?.takeIf { text -> text.isNotEmpty() && text.all { it in '0'..'9' } }
        ?.let { it.toIntOrNull() ?: Int.MAX_VALUE }?.coerceAtMost(86_400)

/** The event of a response that requires authentication; null for all others. */
private fun TransportResponse.authenticationEvent(): ScaAuthenticationEventResponse? {
    val challenge = header("WWW-Authenticate")?.takeIf { status == 401 && it.startsWith("SCA ") } ?: return null
    val parameter = Regex("auth-param1=\"([^\"]*)\"").find(challenge)?.groupValues?.get(1) ?: return null
    return readOrNull { json(Base64.getDecoder().decode(parameter)) }
        ?.let { readOrNull { AuthenticationEventBody(it).scaDetails } }
}

private fun json(body: ByteArray): JsonObject? = readOrNull { Json.read(String(body)) }

/** A response may come from anything between the app and the service, so it may contain anything. */
private fun <Value : Any> readOrNull(read: () -> Value?): Value? =
    try { read() } catch (error: Exception) { null }
