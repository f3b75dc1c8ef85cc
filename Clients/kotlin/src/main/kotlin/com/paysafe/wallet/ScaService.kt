package com.paysafe.wallet

/**
 * Strong customer authentication (SCA): all steps between [ScaRequiredException] and the repeated request, and the
 * devices that can answer by a signature.
 *
 * The operations are Paysafe's. No public page shows their names in the SDK, so these names are ours. If the mode is
 * [ScaAuthenticationMode.OUTSOURCED], the app does not need these steps, because the partner's backend reports the
 * outcome.
 */
class ScaService internal constructor(private val wallet: Wallet) {
    /**
     * Sends the customer a challenge.
     *
     * @param verification one of the event's [ScaAuthenticationEventResponse.availableVerifications].
     * @param idempotencyKey as in [CardService.create].
     */
    suspend fun sendChallenge(
        event: ScaAuthenticationEventRequest, verification: ScaVerification, idempotencyKey: String = Call.newKey()
    ): ScaChallenge {
        val body = SendChallengeBody(event.walletOperationId, verification)
        return wallet.answer(call(Operations.sendChallenge, event, body.json(), idempotencyKey), ::ScaChallenge)
    }

    /**
     * Answers the latest challenge. A wrong answer is not an error: the attempt says that it was rejected.
     *
     * @param idempotencyKey as in [CardService.create].
     */
    suspend fun attempt(
        event: ScaAuthenticationEventRequest, verification: ScaVerification, answer: ScaAnswer,
        idempotencyKey: String = Call.newKey()
    ): ScaAttempt {
        val body = AttemptAuthenticationBody(
            event.walletOperationId, verification, otp = (answer as? ScaAnswer.Otp)?.code,
            password = (answer as? ScaAnswer.Password)?.password, pin = (answer as? ScaAnswer.Pin)?.pin,
            assertion = answer.assertion
        )
        return wallet.answer(call(Operations.attemptAuthentication, event, body.json(), idempotencyKey), ::ScaAttempt)
    }

    /** All trusted devices of the customer, at most 10, newest first. */
    suspend fun getTrustedDevices(): List<ScaTrustedDevice> =
        wallet.answer(Call(Operations.listTrustedDevices)) { TrustedDeviceListBody(it).trustedDevices }

    /**
     * Trusts a device. May require strong customer authentication itself.
     *
     * @param idempotencyKey as in [CardService.create].
     */
    suspend fun trustDevice(
        request: ScaTrustDeviceRequest, scaDetails: ScaAuthenticationEventRequest? = null,
        idempotencyKey: String = Call.newKey()
    ): ScaTrustedDevice = wallet.answer(
        Call(
            Operations.trustDevice, body = request.body().json(), idempotencyKey = idempotencyKey,
            scaDetails = scaDetails
        ),
        ::ScaTrustedDevice
    )

    /**
     * Removes a device. May require strong customer authentication. If the response to the first try is lost, the next
     * try is refused with `DW-ENTITY-NOT-FOUND`, as for a device that never existed. With `scaDetails` there is only
     * one try.
     */
    suspend fun distrustDevice(deviceId: String, scaDetails: ScaAuthenticationEventRequest? = null) =
        wallet.answer(Call(Operations.distrustDevice, mapOf("deviceId" to deviceId), scaDetails = scaDetails)) { Unit }

    private fun call(
        operation: Operation, event: ScaAuthenticationEventRequest, body: Map<String, Any?>, idempotencyKey: String
    ) = Call(operation, mapOf("eventId" to event.eventId), body = body, idempotencyKey = idempotencyKey)
}
