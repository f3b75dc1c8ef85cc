package com.paysafe.wallet

import java.math.BigInteger
import java.security.GeneralSecurityException
import java.security.KeyFactory
import java.security.KeyPairGenerator
import java.security.MessageDigest
import java.security.interfaces.ECPublicKey
import java.security.spec.ECGenParameterSpec
import java.security.spec.ECPoint
import java.security.spec.ECPublicKeySpec
import java.util.Base64
import javax.crypto.Cipher
import javax.crypto.KeyAgreement
import javax.crypto.spec.GCMParameterSpec
import javax.crypto.spec.SecretKeySpec

/**
 * @param content what to encrypt; [SecureViewContent.DETAILS] is everything except the PIN.
 * @param publicKey on the curve P-256: that of a [SessionKey], or of a key in the app's own store.
 */
class CardEncryptedDetailsRequest(
    val cardId: String, val content: SecureViewContent, val publicKey: ECPublicKey,
    val scaDetails: ScaAuthenticationEventRequest? = null
) {
    internal fun body() = SecureViewRequestBody(
        type = content,
        sessionKey = SessionKeyBody("EC", "P-256", publicKey.w.affineX.coordinate(), publicKey.w.affineY.coordinate())
    )
}

/** @param jwe a compact JWE (RFC 7516) of JSON, with `ECDH-ES` and `A256GCM`. */
class EncryptedCardDetails(val jwe: String) {
    override fun toString(): String = "EncryptedCardDetails(hidden)"
}

/** A pair of keys in memory. Nobody else can read details that are encrypted for it. */
class SessionKey {
    private val pair = KeyPairGenerator.getInstance("EC")
        .apply { initialize(ECGenParameterSpec("secp256r1")) }.generateKeyPair()

    val publicKey: ECPublicKey get() = pair.public as ECPublicKey

    /** @throws GeneralSecurityException unless exactly these details were encrypted for this key. */
    fun open(details: EncryptedCardDetails): CardDetails = try {
        CardDetails(Json.read(String(decrypt(details.jwe.split(".")))))
    } catch (error: IllegalArgumentException) {
        throw GeneralSecurityException("These are no encrypted details.")
    }

    private fun decrypt(parts: List<String>): ByteArray {
        require(parts.size == PARTS && parts[1].isEmpty()) { "It has ${parts.size} parts." }
        val header = Json.read(String(bytes(parts[0])))
        require(header.string("alg") == "ECDH-ES" && header.string("enc") == ENCRYPTION) { "It is encrypted otherwise." }
        val sender = header.child("epk")
        val point = ECPoint(sender.coordinate("x"), sender.coordinate("y"))
        val shared = KeyAgreement.getInstance("ECDH").run {
            init(pair.private)
            doPhase(KeyFactory.getInstance("EC").generatePublic(ECPublicKeySpec(point, publicKey.params)), true)
            generateSecret()
        }
        return Cipher.getInstance("AES/GCM/NoPadding").run {
            val key = SecretKeySpec(contentKey(shared, header), "AES")
            init(Cipher.DECRYPT_MODE, key, GCMParameterSpec(TAG_BITS, bytes(parts[2])))
            updateAAD(parts[0].toByteArray())
            doFinal(bytes(parts[3]) + bytes(parts[4]))
        }
    }

    /** Concat KDF with SHA-256 (RFC 7518, section 4.6.2). */
    private fun contentKey(shared: ByteArray, header: JsonObject): ByteArray {
        val parties = listOf("apu", "apv").map { name -> header.ifPresent(name) { bytes(string(it)) } ?: ByteArray(0) }
        return MessageDigest.getInstance("SHA-256").run {
            update(number(1) + shared)
            for (part in listOf(ENCRYPTION.toByteArray()) + parties) update(number(part.size) + part)
            digest(number(KEY_BITS))
        }
    }

    private fun number(value: Int): ByteArray = ByteArray(4) { (value shr (24 - 8 * it)).toByte() }

    private fun JsonObject.coordinate(name: String) = BigInteger(1, bytes(string(name)))

    private fun bytes(text: String): ByteArray = Base64.getUrlDecoder().decode(text)

    private companion object {
        const val PARTS = 5
        const val ENCRYPTION = "A256GCM"
        const val KEY_BITS = 256
        const val TAG_BITS = 128
    }
}
