package com.paysafe.wallet.http

import java.io.IOException
import java.io.InputStream
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
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
        val end = request.end()
        val body = request.body?.let { HttpRequest.BodyPublishers.ofByteArray(it) }
            ?: HttpRequest.BodyPublishers.noBody()
        val sent = HttpRequest.newBuilder(URI(request.url))
            .timeout(Duration.ofMillis(maxOf(request.timeoutMillis, 1)))
            .method(request.method, body)
            .apply { for ((name, value) in request.headers) header(name, value) }
            .build()
        val response = client.send(sent, HttpResponse.BodyHandlers.ofInputStream())
        val headers = response.headers().map().flatMap { (name, values) -> values.map { name to it } }
        return TransportResponse(response.statusCode(), headers, read(response.body(), end))
    }

    /** The client's own time limit ends with the headers. In the body, closing the stream ends a read that waits. */
    private fun read(body: InputStream, end: Long): ByteArray {
        val limit = CompletableFuture<Unit>()
        limit.thenRun { body.close() }
        limit.completeOnTimeout(Unit, end - System.nanoTime(), TimeUnit.NANOSECONDS)
        try {
            return Transport.read(body, end)
        } catch (error: IOException) {
            throw if (limit.isDone) Transport.timeLimit() else error
        } finally {
            limit.complete(Unit)
        }
    }
}
