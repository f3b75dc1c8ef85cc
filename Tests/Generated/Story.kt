// A customer's story with generated clients: StoryKt API SANDBOX CUSTOMER.

import cardservice.apis.CardsApi
import cardservice.apis.StrongCustomerAuthenticationApi
import cardservice.apis.TokenizationsApi
import cardservice.apis.TokensApi
import cardservice.infrastructure.ApiClient
import cardservice.infrastructure.ClientError
import cardservice.infrastructure.ClientException
import cardservice.infrastructure.Serializer.gson
import cardservice.models.AttemptAuthentication
import cardservice.models.AuthenticationEvent
import cardservice.models.AuthenticationEventDetails
import cardservice.models.AuthenticationPass
import cardservice.models.AuthenticationPassDetails
import cardservice.models.CreateCard
import cardservice.models.Problem
import cardservice.models.SendChallenge
import cardservice.models.TokenizeCard
import cardservice.models.UpdateCard
import cardservice.models.UpdateTokenization
import cardservice.models.Verification
import java.util.Base64
import java.util.UUID
import sandbox.apis.CardholderPostAndTerminalApi

class Story(private val api: String, private val sandbox: String, private val customer: String) {
    fun tell() {
        ApiClient.username = "demo-app"
        ApiClient.password = "demo-secret"
        val exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
        val token = TokensApi(api).issueToken(
            "demo", TokensApi.GrantTypeIssueToken.values().first { it.value == exchange }, subjectToken = customer,
            subjectTokenType = TokensApi.SubjectTokenTypeIssueToken.values().single())
        ApiClient.username = null
        ApiClient.accessToken = token.accessToken

        val cards = CardsApi(api)
        val card = cards.createCard(CreateCard("DEMO-VIRTUAL-VISA-EEA", "EUR"))
        println(card.status)
        for ((status, reason) in listOf(
            UpdateCard.Status.LOCKED to "Mislaid", UpdateCard.Status.ACTIVE to "Found again",
        )) {
            val change = UpdateCard(status, reason)
            val proof = authenticate(refusal { cards.updateCard(card.cardId, change) })
            println(cards.updateCard(card.cardId, change, scAAuthorization = proof).status)
        }

        val wallet = TokenizationsApi(api)
        val sealed = wallet.tokenizeCard(
            card.cardId,
            TokenizeCard(
                TokenizeCard.WalletType.GOOGLE_PAY, clientDeviceId = "WNkcsfZPiKfa5PrH3jilkQYT",
                clientWalletAccountId = "40exmLiWV1iV55ZVstOAiMf7"))
        println(sealed.cardNetwork)
        val report = UpdateTokenization(
            "DNITHE$customer", UpdateTokenization.Status.COMPLETED,
            walletType = UpdateTokenization.WalletType.GOOGLE_PAY)
        println(wallet.updateTokenizationStatus(card.cardId, report).status)
    }

    private fun refusal(change: () -> Unit): AuthenticationEventDetails {
        try {
            change()
        } catch (refused: ClientException) {
            val answer = refused.response as ClientError<*>
            val problem = gson.fromJson(answer.body as String, Problem::class.java)
            println("${answer.statusCode} ${problem.error.code.value}")
            val challenge = answer.headers.getValue("www-authenticate").last()
            val text = Regex("auth-param1=\"(.*?)\"").find(challenge)!!.groupValues[1]
            return gson.fromJson(String(Base64.getDecoder().decode(text)), AuthenticationEvent::class.java).scaDetails
        }
        throw IllegalStateException("The change needs no authentication.")
    }

    /** Answers the challenge, and returns the SCA-Authorization for the request. */
    private fun authenticate(event: AuthenticationEventDetails): String {
        val verification = Verification(Verification.Method.OTP, Verification.Channel.SMS)
        val authentication = StrongCustomerAuthenticationApi(api)
        authentication.sendChallenge(event.eventId, SendChallenge(event.walletOperationId, verification))
        val code = CardholderPostAndTerminalApi(sandbox).listMessages(customer).messages[0].code
        val attempt = authentication.attemptAuthentication(
            event.eventId, AttemptAuthentication(event.walletOperationId, verification, otp = code))
        println(attempt.status)
        val pass = AuthenticationPass(AuthenticationPassDetails(event.eventId, event.walletOperationId))
        return Base64.getEncoder().encodeToString(gson.toJson(pass).toByteArray())
    }
}

fun main(arguments: Array<String>) = Story(arguments[0], arguments[1], arguments[2]).tell()
