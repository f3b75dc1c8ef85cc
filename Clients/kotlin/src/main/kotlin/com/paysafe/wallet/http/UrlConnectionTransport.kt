package com.paysafe.wallet.http

import java.net.HttpURLConnection
import java.net.URL
import javax.net.ssl.HttpsURLConnection
import javax.net.ssl.SSLContext

/**
 * The platform's `HttpURLConnection`, which obeys the network security configuration of an Android app. A JVM's
 * `HttpURLConnection` cannot send PATCH.
 *
 * @param tls the default trusts the platform's certificate authorities.
 */
class UrlConnectionTransport(private val tls: SSLContext? = null) : Transport {
    override fun send(request: TransportRequest): TransportResponse {
        val connection = URL(request.url).openConnection() as HttpURLConnection
        if (connection is HttpsURLConnection && tls != null) connection.sslSocketFactory = tls.socketFactory
        val end = request.end()
        // These limit each wait for the network. So a response ends at the latest one such wait after the time limit,
        // unless its head arrives byte by byte.
        connection.connectTimeout = request.timeoutMillis.coerceIn(1L, Int.MAX_VALUE.toLong()).toInt()
        connection.readTimeout = connection.connectTimeout
        connection.instanceFollowRedirects = false
        connection.useCaches = false
        connection.requestMethod = request.method
        // The platform sends a request again if a connection that it kept turns out to be closed. A call may change a
        // card and have no key, so no connection is kept.
        connection.setRequestProperty("Connection", "close")
        for ((name, value) in request.headers) connection.setRequestProperty(name, value)
        if (request.body != null) {
            connection.doOutput = true
            connection.outputStream.use { it.write(request.body) }
        }
        val status = connection.responseCode
        if (System.nanoTime() - end >= 0) {
            connection.disconnect()
            throw Transport.timeLimit()
        }
        val headers = connection.headerFields.filterKeys { it != null }
            .flatMap { (name, values) -> values.map { name to it } }
        val body = Transport.read(if (status < 400) connection.inputStream else connection.errorStream, end)
        return TransportResponse(status, headers, body)
    }
}
