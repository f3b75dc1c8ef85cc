// The part of OkHttp's interface that generated Kotlin clients use, over the JDK's own client. Debian has OkHttp 3, and
// generated clients need version 4. Parts that these clients never use, such as multipart forms, are missing.

package okhttp3

import java.io.Closeable
import java.io.File
import java.io.IOException
import java.io.InputStream
import java.net.URI
import java.net.URLEncoder
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.util.Base64

object Credentials {
    fun basic(username: String, password: String): String =
        "Basic " + Base64.getEncoder().encodeToString("$username:$password".toByteArray())
}

class MediaType(private val text: String) {
    override fun toString() = text

    companion object {
        fun String.toMediaTypeOrNull(): MediaType? = MediaType(this)
    }
}

private fun encoded(text: String) = URLEncoder.encode(text, Charsets.UTF_8).replace("+", "%20")

class HttpUrl(val text: String) {
    val encodedPathSegments: List<String> get() = text.substringAfter("://").split("/").drop(1)

    fun newBuilder() = Builder(text)

    class Builder(private var text: String = "") {
        fun scheme(scheme: String) = apply { text = "$scheme://" }
        fun host(host: String) = apply { text += host }
        fun addPathSegment(segment: String) = apply { text += "/" + encoded(segment) }
        fun addEncodedPathSegments(segments: String) = apply { text += "/$segments" }

        fun addQueryParameter(name: String, value: String?) = apply {
            text += (if ('?' in text) "&" else "?") + encoded(name) + "=" + encoded(value ?: "")
        }

        fun build() = HttpUrl(text)
    }

    companion object {
        fun String.toHttpUrlOrNull(): HttpUrl? = HttpUrl(this)
    }
}

class Headers(val pairs: List<Pair<String, String>>) {
    fun toMultimap(): Map<String, List<String>> = pairs.groupBy({ it.first.lowercase() }, { it.second })

    class Builder {
        private val pairs = mutableListOf<Pair<String, String>>()

        fun add(name: String, value: String) = apply { pairs += name to value }
        fun build() = Headers(pairs)
    }

    companion object {
        fun Map<String, String>.toHeaders() = Headers(toList())
    }
}

open class RequestBody(val bytes: ByteArray) {
    companion object {
        fun ByteArray.toRequestBody(type: MediaType? = null) = RequestBody(this)
        fun String.toRequestBody(type: MediaType? = null) = RequestBody(toByteArray())
        fun File.asRequestBody(type: MediaType? = null) = RequestBody(readBytes())
    }
}

class FormBody(text: String) : RequestBody(text.toByteArray()) {
    class Builder {
        private val pairs = mutableListOf<String>()

        fun add(name: String, value: String) = apply { pairs += encoded(name) + "=" + encoded(value) }
        fun build() = FormBody(pairs.joinToString("&"))
    }
}

class MultipartBody : RequestBody(ByteArray(0)) {
    class Builder {
        fun setType(type: MediaType) = this
        fun addPart(headers: Headers, body: RequestBody): Builder = throw UnsupportedOperationException()
        fun build() = MultipartBody()
    }

    companion object {
        val FORM = MediaType("multipart/form-data")
    }
}

class Request(val method: String, val url: HttpUrl, val headers: Headers, val body: RequestBody?) {
    class Builder {
        private var method = "GET"
        private var url = HttpUrl("")
        private var headers = Headers(emptyList())
        private var body: RequestBody? = null

        fun url(url: HttpUrl) = apply { this.url = url }
        fun headers(headers: Headers) = apply { this.headers = headers }
        fun method(method: String, body: RequestBody?) = apply { this.method = method; this.body = body }
        fun head() = method("HEAD", null)
        fun delete(body: RequestBody) = method("DELETE", body)
        fun patch(body: RequestBody) = method("PATCH", body)
        fun put(body: RequestBody) = method("PUT", body)
        fun post(body: RequestBody) = method("POST", body)
        fun build() = Request(method, url, headers, body)
    }
}

class ResponseBody(private val bytes: ByteArray) {
    fun string() = String(bytes)
    fun bytes() = bytes
    fun byteStream(): InputStream = bytes.inputStream()
}

class Response(val code: Int, val headers: Headers, val body: ResponseBody?) : Closeable {
    val message = ""
    val isSuccessful get() = code in 200..299
    val isRedirect get() = code in 300..399

    fun header(name: String): String? = headers.toMultimap()[name.lowercase()]?.last()
    override fun close() {}
}

interface Callback {
    fun onFailure(call: Call, e: IOException)
    fun onResponse(call: Call, response: Response)
}

interface Call {
    fun execute(): Response

    interface Factory {
        fun newCall(request: Request): Call
    }
}

class OkHttpClient : Call.Factory {
    private val client = HttpClient.newHttpClient()

    override fun newCall(request: Request) = object : Call {
        override fun execute(): Response {
            val publisher = request.body?.bytes?.let(HttpRequest.BodyPublishers::ofByteArray)
            val built = HttpRequest.newBuilder(URI(request.url.text))
                .method(request.method, publisher ?: HttpRequest.BodyPublishers.noBody())
            request.headers.pairs.forEach { (name, value) -> built.header(name, value) }
            val response = client.send(built.build(), HttpResponse.BodyHandlers.ofByteArray())
            val headers = response.headers().map().flatMap { (name, values) -> values.map { name to it } }
            return Response(response.statusCode(), Headers(headers), ResponseBody(response.body()))
        }
    }

    class Builder {
        fun build() = OkHttpClient()
    }
}
