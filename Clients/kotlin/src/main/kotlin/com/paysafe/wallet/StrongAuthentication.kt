package com.paysafe.wallet

import java.math.BigInteger
import java.security.interfaces.ECPublicKey
import java.util.Base64

/** The ids to repeat the request with, once the customer has answered. */
val ScaAuthenticationEventResponse.scaDetails: ScaAuthenticationEventRequest
    get() = ScaAuthenticationEventRequest(eventId, walletOperationId)

/** The bytes that a trusted device signs, by ECDSA with SHA-256; null if there is nothing to sign. */
val ScaChallenge.deviceMessage: ByteArray?
    get() = signing?.let { "SCA-CHALLENGE\n$eventId\n${it.challenge}".toByteArray() }

/** The customer's answer. It is never printed. */
sealed class ScaAnswer {
    class Otp(internal val code: String) : ScaAnswer()

    class Password(internal val password: String) : ScaAnswer()

    /** The wallet's PIN, six digits. A card's PIN is not accepted. */
    class Pin(internal val pin: String) : ScaAnswer()

    /** Bytes in Base64url, as in WebAuthn. */
    class Passkey(
        internal val credentialId: String, internal val authenticatorData: String,
        internal val clientDataJSON: String, internal val signature: String
    ) : ScaAnswer()

    /** A trusted device's signature of the challenge's [deviceMessage], in DER. */
    class Device(internal val deviceId: String, internal val signature: ByteArray) : ScaAnswer()

    /**
     * The customer answers elsewhere, for example on a push notification. The attempt only requests the outcome.
     */
    object Elsewhere : ScaAnswer()

    override fun toString(): String = "ScaAnswer(hidden)"

    internal val assertion: AssertionBody?
        get() = when (this) {
            is Passkey -> AssertionBody(
                credentialId = credentialId, authenticatorData = authenticatorData, clientDataJSON = clientDataJSON,
                signature = signature
            )
            is Device -> AssertionBody(deviceId = deviceId, signature = base64url(signature))
            else -> null
        }
}

/**
 * A device to trust.
 *
 * @param name the customer's name for it: 1 to 40 characters.
 * @param publicKey on the curve P-256. The private key stays on the device, for example in Android's key store.
 */
class ScaTrustDeviceRequest(val name: String, val publicKey: ECPublicKey) {
    internal fun body() = TrustDeviceBody(
        name, PublicKeyBody("EC", "P-256", publicKey.w.affineX.coordinate(), publicKey.w.affineY.coordinate())
    )
}

private const val COORDINATE_BYTES = 32

/** A coordinate of a point on P-256 in Base64url: 32 bytes, with zeros in front and without a sign. */
internal fun BigInteger.coordinate(): String {
    val bytes = toByteArray().takeLast(COORDINATE_BYTES).toByteArray()
    return base64url(ByteArray(COORDINATE_BYTES - bytes.size) + bytes)
}

private fun base64url(bytes: ByteArray): String = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)
