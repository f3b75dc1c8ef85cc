package com.paysafe.wallet

import com.paysafe.wallet.http.Transport
import com.paysafe.wallet.http.TransportRequest
import com.paysafe.wallet.http.TransportResponse
import java.util.Base64
import java.util.concurrent.ConcurrentHashMap
import kotlinx.coroutines.runBlocking

/** A demo service, with the calls of the app's backend, of one customer and of the tests. */
class Demo(
    private val url: String, private val sandbox: String, private val customer: String,
    private val transport: Transport = Transport.system()
) {
    /** A busy machine makes tests slow; it must not make them fail. */
    val configuration = WalletConfiguration(
        url, timeoutMillis = TIMEOUT_MILLIS, totalTimeoutMillis = 2 * TIMEOUT_MILLIS
    )

    /** Asks the token call on the customer's behalf, as the app's backend does. */
    fun cardToken(): String {
        val exchange = "grant_type=urn:ietf:params:oauth:grant-type:token-exchange&subject_token=$customer" +
            "&subject_token_type=urn:tessera:token-type:customer-id&scope=pci-dss-1"
        val credentials = Base64.getEncoder().encodeToString("demo-app:demo-secret".toByteArray())
        val response = send(
            "POST", "$url/digitalwallets/v1/auth/brands/demo/token", exchange,
            "Authorization" to "Basic $credentials", "Content-Type" to "application/x-www-form-urlencoded"
        )
        return Json.read(response).string("access_token")
    }

    /** The code of the latest message to the customer. */
    fun latestCode(): String =
        Json.read(send("GET", "$sandbox/sandbox/messages?customerId=$customer")).children("messages").first()
            .string("code")

    /** Makes the next call of an operation fail with this status. */
    fun failNext(operation: String, status: Int) {
        val rule = mapOf("operation" to operation, "fault" to "STATUS", "status" to status, "times" to 1)
        send(
            "PUT", "$sandbox/sandbox/faults", Json.write(mapOf("rules" to listOf(rule))),
            "Content-Type" to "application/json"
        )
    }

    /** The owner of a new phone types the card's number into Google Wallet. */
    fun beginInGoogleWallet(card: Card): WaitingToken {
        val phone = post("/phones", mapOf("customerId" to customer, "kind" to "PIXEL")).string("phoneId")
        val tokens = "/phones/$phone/tokens"
        post(tokens, mapOf("cardId" to card.cardId))
        val waiting = Json.read(send("GET", "$sandbox/sandbox$tokens")).children("tokens")
            .single { it.string("tokenState") == "NEEDS_IDENTITY_VERIFICATION" }
        return WaitingToken(tokens, waiting.string("issuerTokenId"))
    }

    /** The customer enters the code that the network sent. */
    fun identify(token: WaitingToken) {
        post("${token.list}/${token.issuerTokenId}/verification", mapOf("code" to latestCode()))
    }

    /** Puts money on the customer's account. */
    fun load(amount: Int, currency: String) {
        post("/customers/$customer/load", mapOf("amount" to amount, "currencyCode" to currency))
    }

    /** Plays a message about a card's payment, and returns the id of its authorization. */
    fun pay(card: Card, message: Map<String, Any?>): String =
        post("/cards/${card.cardId}/payments", message).string("authorizationId")

    private fun post(path: String, body: Map<String, Any?>) = Json.read(
        send("POST", "$sandbox/sandbox$path", Json.write(body), "Content-Type" to "application/json")
    )

    /** A token that was begun in the wallet, and the path of the phone's tokens. */
    class WaitingToken(val list: String, val issuerTokenId: String)

    fun open(view: SecurePage): TransportResponse =
        transport.send(TransportRequest("GET", view.url.toString(), emptyList(), null, TIMEOUT_MILLIS))

    private fun send(method: String, url: String, body: String? = null, vararg headers: Pair<String, String>): String {
        val response = transport.send(
            TransportRequest(method, url, headers.toList(), body?.toByteArray(), TIMEOUT_MILLIS)
        )
        check(response.status in 200..299) { "$method $url is answered with ${response.status}." }
        return String(response.body)
    }

    private companion object {
        const val TIMEOUT_MILLIS = 300_000L
    }
}

/**
 * Connects the page's samples with the service. All samples of the page have one card id, which stands for an existing
 * card here. Where the page only says "solve SCA challenge", the customer has solved it before the sample continues.
 * The sample that updates a card does not repeat its call, so this repeats the call. Compose shows the view that a
 * container has just shown, so its request has the same event.
 */
class PageTransport(private val wallet: Wallet, private val demo: Demo, private val cardId: String) : Transport {
    private val transport = Transport.system()
    private val proved = ConcurrentHashMap<String, ScaAuthenticationEventRequest>()

    override fun send(request: TransportRequest): TransportResponse {
        val meant = TransportRequest(
            request.method, request.url.replace(PAGE_CARD, cardId), request.headers, request.body, request.timeoutMillis
        )
        val response = transport.send(meant)
        val event = requiredEvent(response)?.scaDetails ?: return response
        val same = meant.url + String(meant.body ?: ByteArray(0))
        val earlier = proved.remove(same)
        if (earlier != null) return send(meant, earlier)
        runBlocking { prove(wallet.getScaService(), event, demo) }
        if (request.method == "PATCH") return send(meant, event)
        proved[same] = event
        return response
    }

    private fun send(meant: TransportRequest, event: ScaAuthenticationEventRequest): TransportResponse {
        val pass = Json.write(AuthenticationPassBody(event).json())
        val header = "SCA-Authorization" to Base64.getEncoder().encodeToString(pass.toByteArray())
        return transport.send(
            TransportRequest(meant.method, meant.url, meant.headers + header, meant.body, meant.timeoutMillis)
        )
    }

    private fun requiredEvent(response: TransportResponse): ScaAuthenticationEventResponse? = try {
        if (response.status == 401) response.result(Call(Operations.getCard), ::Card)
        null
    } catch (required: ScaRequiredException) {
        required.authenticationEvent
    }

    private companion object {
        const val PAGE_CARD = "f16ba382-eb42-481a-b08f-c57bdc9aae24"
    }
}
