package com.paysafe.wallet.http

import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration
import javax.net.ssl.SSLContext

/**
 * The HTTP client of Java 11 and later. It is not part of Android, so it is in its own source folder.
 *
 * @param tls the default trusts the platform's certificate authorities.
 */
class JdkTransport @JvmOverloads constructor(tls: SSLContext? = null) : Transport {
    private val client = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .followRedirects(HttpClient.Redirect.NEVER)
        .apply { if (tls != null) sslContext(tls) }
        .build()

    override fun send(request: TransportRequest): TransportResponse {
        val body = request.body?.let { HttpRequest.BodyPublishers.ofByteArray(it) }
            ?: HttpRequest.BodyPublishers.noBody()
        val sent = HttpRequest.newBuilder(URI(request.url))
            .timeout(Duration.ofMillis(maxOf(request.timeoutMillis, 1)))
            .method(request.method, body)
            .apply { for ((name, value) in request.headers) header(name, value) }
            .build()
        val response = client.send(sent, HttpResponse.BodyHandlers.ofInputStream())
        val headers = response.headers().map().flatMap { (name, values) -> values.map { name to it } }
        return TransportResponse(response.statusCode(), headers, Transport.read(response.body()))
    }
}
