package com.paysafe.wallet

import com.paysafe.wallet.http.JdkTransport
import com.paysafe.wallet.http.Transport
import com.paysafe.wallet.http.UrlConnectionTransport
import java.io.File
import kotlinx.coroutines.runBlocking

/**
 * Calls a demo service over TLS with both transports: first they trust only a root, then the JVM's own trust store.
 * The arguments: the service's address, a customer's id, and the file with the root in PEM.
 */
object Secured {
    @JvmStatic
    fun main(arguments: Array<String>) = runBlocking {
        val (url, customer, root) = arguments
        val tls = File(root).inputStream().use { Transport.trusting(it) }
        val demo = Demo(url, url, customer, JdkTransport(tls))
        val token = demo.cardToken()
        for ((name, transport) in listOf(
            "JdkTransport, root" to JdkTransport(tls), "UrlConnectionTransport, root" to UrlConnectionTransport(tls),
            "JdkTransport" to JdkTransport(), "UrlConnectionTransport" to UrlConnectionTransport()
        )) {
            val wallet = Wallet(demo.configuration.copy(maximumTries = 1), transport)
            wallet.authenticate(AuthenticationConfiguration(token))
            println("$name: ${outcome(wallet)}")
        }
    }

    private suspend fun outcome(wallet: Wallet): String = try {
        check(wallet.getCardService().getPrograms().programs.isNotEmpty()) { "There are no programs." }
        "answered"
    } catch (failure: NotAnsweredException) {
        val causes = generateSequence(failure.cause) { it.cause }.toList()
        "${causes.first().javaClass.name}: ${causes.last().message}"
    }
}
