package com.paysafe.wallet.http

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.io.InputStream
import java.net.SocketTimeoutException
import java.security.KeyStore
import java.security.cert.CertificateFactory
import java.util.concurrent.TimeUnit
import javax.net.ssl.SSLContext
import javax.net.ssl.TrustManagerFactory

/** Sends one request over HTTP. An app can provide its own, for example one with its HTTP library. */
interface Transport {
    /**
     * Returns the response when its last byte has arrived. May block its thread. Must neither follow a redirect,
     * because that could send the token anywhere, nor repeat the request.
     *
     * @throws IOException if no complete response arrives within the time limit.
     */
    fun send(request: TransportRequest): TransportResponse

    companion object {
        /**
         * The transport of the platform: [UrlConnectionTransport] on Android, and on a JVM `JdkTransport` from
         * `src/jvm`, because only Android's `HttpURLConnection` can send PATCH.
         */
        fun system(): Transport = try {
            Class.forName("com.paysafe.wallet.http.JdkTransport").getDeclaredConstructor().newInstance() as Transport
        } catch (error: ClassNotFoundException) {
            UrlConnectionTransport()
        }

        /** A response with 100 cards and all inclusions is much smaller than this. */
        private const val MAXIMUM_BYTES = 1 shl 20

        /**
         * All bytes of a response.
         *
         * @param end the time limit, by [System.nanoTime]. It applies between two reads, so a read that waits for the
         *   network needs a limit of its own.
         */
        internal fun read(stream: InputStream?, end: Long): ByteArray =
            stream?.use { it.readBytes(end) } ?: ByteArray(0)

        private fun InputStream.readBytes(end: Long): ByteArray {
            val bytes = ByteArrayOutputStream()
            val buffer = ByteArray(8192)
            while (true) {
                val count = read(buffer)
                if (count < 0) return bytes.toByteArray()
                bytes.write(buffer, 0, count)
                if (bytes.size() > MAXIMUM_BYTES) throw IOException("The response is larger than $MAXIMUM_BYTES bytes.")
                if (System.nanoTime() - end >= 0) throw timeLimit()
            }
        }

        internal fun timeLimit() = SocketTimeoutException("The response was not complete within the time limit.")

        /**
         * TLS that trusts only these certificate authorities, for a service with a certificate of one's own.
         *
         * @param authorities one or more certificates, in PEM.
         */
        fun trusting(authorities: InputStream): SSLContext {
            val store = KeyStore.getInstance(KeyStore.getDefaultType())
            store.load(null)
            CertificateFactory.getInstance("X.509").generateCertificates(authorities)
                .forEachIndexed { index, certificate -> store.setCertificateEntry("authority $index", certificate) }
            val trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm())
            trust.init(store)
            return SSLContext.getInstance("TLS").apply { init(null, trust.trustManagers, null) }
        }
    }
}

/**
 * A request.
 *
 * @param timeoutMillis the time limit until the last byte of the response.
 */
class TransportRequest(
    val method: String, val url: String, val headers: List<Pair<String, String>>, val body: ByteArray?,
    val timeoutMillis: Long
) {
    /** The end of the time limit if it begins now, by [System.nanoTime]. */
    internal fun end(): Long = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis)

    /** Contains neither the token nor the body. */
    override fun toString(): String = "$method $url"
}

/** A response whose body has arrived completely. */
class TransportResponse(val status: Int, private val headers: List<Pair<String, String>>, val body: ByteArray) {
    /** The first value of a header field, whose name may be in any case. */
    fun header(name: String): String? = headers.firstOrNull { it.first.equals(name, ignoreCase = true) }?.second

    override fun toString(): String = "TransportResponse($status)"
}
