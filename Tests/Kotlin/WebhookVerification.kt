// The function of docs/WEBHOOKS.md as a program: WebhookVerificationKt FILE SIGNATURE SIGNING-KEY prints true or false.

import java.security.MessageDigest
import java.util.Base64
import javax.crypto.Mac
import javax.crypto.spec.SecretKeySpec

import java.io.File

fun isGenuine(body: ByteArray, signature: String, signingKey: String): Boolean {
    val mac = Mac.getInstance("HmacSHA256")
    mac.init(SecretKeySpec(Base64.getDecoder().decode(signingKey), "HmacSHA256"))
    val expected = Base64.getEncoder().encode(mac.doFinal(body))
    return MessageDigest.isEqual(expected, signature.toByteArray())
}

fun main(arguments: Array<String>) {
    println(isGenuine(File(arguments[0]).readBytes(), arguments[1], arguments[2]))
}
