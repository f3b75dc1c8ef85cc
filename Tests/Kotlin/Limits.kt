package com.paysafe.wallet

import com.paysafe.wallet.http.JdkTransport
import com.paysafe.wallet.http.Transport
import com.paysafe.wallet.http.TransportRequest
import com.paysafe.wallet.http.UrlConnectionTransport
import java.io.IOException
import java.io.InputStream
import java.io.OutputStream
import java.net.InetAddress
import java.net.ServerSocket
import java.net.Socket
import java.net.SocketTimeoutException
import kotlin.concurrent.thread

/** A transport ends its request in time, even if the server stalls after the head of its response. */
object Limits {
    private const val LIMIT_MILLIS = 2_000L

    /** Far more than the limit, for a busy machine, and far less than the server's [PATIENCE_MILLIS]. */
    private const val MAXIMUM_MILLIS = 15_000L
    private const val PATIENCE_MILLIS = 60_000

    @JvmStatic
    fun main(arguments: Array<String>) {
        for (transport in listOf(JdkTransport(), UrlConnectionTransport())) {
            val name = transport.javaClass.simpleName
            // A complete body comes first, because the first request of a JVM takes longest.
            println("$name, everything: ${ending(transport, MAXIMUM_MILLIS, this::sendEverything)}")
            println("$name, nothing: ${ending(transport, LIMIT_MILLIS, this::sendNothing)}")
            println("$name, drops: ${ending(transport, LIMIT_MILLIS, this::sendDrops)}")
            println("$name, a flood: ${ending(transport, MAXIMUM_MILLIS, this::sendFlood)}")
        }
    }

    /** The end of a request, which must be in time and close the connection. */
    private fun ending(transport: Transport, limitMillis: Long, send: (Socket) -> Unit): String {
        val server = Server(send)
        val request = TransportRequest("GET", server.url, emptyList(), null, limitMillis)
        val begin = System.nanoTime()
        val ending = try {
            "${transport.send(request).body.size} bytes"
        } catch (limit: SocketTimeoutException) {
            "time limit"
        } catch (error: IOException) {
            "${error.message}"
        }
        val millis = (System.nanoTime() - begin) / 1_000_000
        check(millis < MAXIMUM_MILLIS) { "The request ended after $millis ms." }
        check(server.isLeft()) { "The connection is still open." }
        return ending
    }

    private fun sendEverything(client: Socket) = announce(client, bytes = 10).write(ByteArray(10))

    private fun sendNothing(client: Socket) {
        announce(client)
        client.soTimeout = PATIENCE_MILLIS
        client.getInputStream().read()
    }

    /** A byte every 20 ms. */
    private fun sendDrops(client: Socket) {
        val body = announce(client)
        client.soTimeout = 20
        val end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L
        while (System.nanoTime() < end) {
            val isClosed = try { client.getInputStream().read() < 0 } catch (pause: SocketTimeoutException) { false }
            if (isClosed) return
            body.write(0x20)
        }
    }

    private fun sendFlood(client: Socket) {
        val body = announce(client)
        repeat(1000) { body.write(ByteArray(1 shl 16)) }
    }

    /** Sends the head of a response. */
    private fun announce(client: Socket, bytes: Int = 1000 shl 16): OutputStream {
        val head = "HTTP/1.1 200 OK\r\nContent-Length: $bytes\r\n\r\n"
        return client.getOutputStream().apply { write(head.toByteArray()) }
    }

    /** A server for one request. */
    private class Server(send: (Socket) -> Unit) {
        private val listener = ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))
        private val serving = thread(isDaemon = true) {
            listener.use { it.accept() }.use { client ->
                readHead(client.getInputStream())
                try {
                    send(client)
                } catch (closed: IOException) {
                    // The client must close the connection.
                }
            }
        }

        val url = "http://127.0.0.1:${listener.localPort}/"

        /** Waits until the server has noticed that its client is gone. */
        fun isLeft(): Boolean {
            serving.join(MAXIMUM_MILLIS)
            return !serving.isAlive
        }

        private fun readHead(stream: InputStream) {
            val head = StringBuilder()
            while (!head.endsWith("\r\n\r\n")) {
                val byte = stream.read()
                check(byte >= 0) { "The client sent no request." }
                head.append(byte.toChar())
            }
        }
    }
}
