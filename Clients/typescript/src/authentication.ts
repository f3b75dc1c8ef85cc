import { Call, newKey } from "./call.js";
import type {
    ScaAttempt, ScaAuthenticationEventRequest, ScaAuthenticationEventResponse, ScaChallenge, ScaTrustedDevice,
    ScaVerification,
} from "./generated/models.js";
import * as wire from "./generated/wire.js";
import type { P256PublicKey } from "./session-key.js";
import type { Wallet } from "./wallet.js";

export * from "./common.js";

/** The ids to repeat the request with, once the customer has answered. */
export function scaDetails(event: ScaAuthenticationEventResponse): ScaAuthenticationEventRequest {
    return { eventId: event.eventId, walletOperationId: event.walletOperationId };
}

/** The bytes that a trusted device signs, by ECDSA with SHA-256; undefined if there is nothing to sign. */
export function deviceMessage(challenge: ScaChallenge): Uint8Array | undefined {
    if (!challenge.signing) return undefined;
    return new TextEncoder().encode(`SCA-CHALLENGE\n${challenge.eventId}\n${challenge.signing.challenge}`);
}

type AnswerBody = Pick<wire.AttemptAuthenticationBody, "otp" | "password" | "pin" | "assertion">;

/** The customer's answer. It is never printed. */
export class ScaAnswer {
    readonly #body: AnswerBody;

    private constructor(body: AnswerBody) {
        this.#body = body;
    }

    static otp(code: string): ScaAnswer {
        return new ScaAnswer({ otp: code });
    }

    static password(password: string): ScaAnswer {
        return new ScaAnswer({ password });
    }

    /** The wallet's PIN, six digits. A card's PIN is not accepted. */
    static pin(pin: string): ScaAnswer {
        return new ScaAnswer({ pin });
    }

    /** Bytes in Base64url, as in WebAuthn. */
    static passkey(
        credentialId: string, authenticatorData: string, clientDataJSON: string, signature: string
    ): ScaAnswer {
        return new ScaAnswer({ assertion: { credentialId, authenticatorData, clientDataJSON, signature } });
    }

    /** A trusted device's signature of the challenge's `deviceMessage`: r and s as `crypto.subtle.sign`, or DER. */
    static device(deviceId: string, signature: BufferSource): ScaAnswer {
        const bytes = ArrayBuffer.isView(signature)
            ? new Uint8Array(signature.buffer, signature.byteOffset, signature.byteLength) : new Uint8Array(signature);
        const base64 = btoa(String.fromCharCode(...bytes));
        const base64url = base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
        return new ScaAnswer({ assertion: { deviceId, signature: base64url } });
    }

    /** The customer answers elsewhere, for example on a push notification. The attempt only requests the outcome. */
    static elsewhere(): ScaAnswer {
        return new ScaAnswer({});
    }

    /** @internal */
    get body(): AnswerBody {
        return this.#body;
    }
}

/** A device to trust. */
export interface ScaTrustDeviceRequest {
    /** The customer's name for it: 1 to 40 characters. */
    readonly name: string;
    /** The private key stays on the device, for example in a `CryptoKey` that cannot be exported. */
    readonly publicKey: P256PublicKey;
}

/**
 * Strong customer authentication (SCA): all steps between `ScaRequiredError` and the repeated request, and the devices
 * that can answer by a signature.
 *
 * The operations are Paysafe's, the names are those of the Kotlin client. If the mode is
 * `ScaAuthenticationMode.OUTSOURCED`, the app does not need these steps, because the partner's backend reports the
 * outcome.
 */
export class ScaService {
    readonly #wallet: Wallet;

    /** @internal */
    constructor(wallet: Wallet) {
        this.#wallet = wallet;
    }

    /**
     * Sends the customer a challenge.
     *
     * @param verification one of the event's `availableVerifications`.
     * @param idempotencyKey as in `CardService.create`.
     */
    async sendChallenge(
        event: ScaAuthenticationEventRequest, verification: ScaVerification, idempotencyKey: string = newKey()
    ): Promise<ScaChallenge> {
        const { eventId, walletOperationId } = event;
        const body = wire.writeSendChallengeBody({ walletOperationId, verification });
        const parts = { path: { eventId }, body, idempotencyKey };
        return this.#wallet.answer(new Call(wire.Operations.sendChallenge, wire.readScaChallenge, parts));
    }

    /**
     * Answers the latest challenge. A wrong answer is not an error: the attempt says that it was rejected.
     *
     * @param idempotencyKey as in `CardService.create`.
     */
    async attempt(
        event: ScaAuthenticationEventRequest, verification: ScaVerification, answer: ScaAnswer,
        idempotencyKey: string = newKey()
    ): Promise<ScaAttempt> {
        const { eventId, walletOperationId } = event;
        const body = wire.writeAttemptAuthenticationBody({ walletOperationId, verification, ...answer.body });
        const parts = { path: { eventId }, body, idempotencyKey };
        return this.#wallet.answer(new Call(wire.Operations.attemptAuthentication, wire.readScaAttempt, parts));
    }

    /** All trusted devices of the customer, at most 10, newest first. */
    async getTrustedDevices(): Promise<ScaTrustedDevice[]> {
        const list = await this.#wallet.answer(
            new Call(wire.Operations.listTrustedDevices, wire.readTrustedDeviceListBody));
        return list.trustedDevices;
    }

    /**
     * Trusts a device. May require strong customer authentication itself.
     *
     * @param idempotencyKey as in `CardService.create`.
     */
    async trustDevice(
        request: ScaTrustDeviceRequest, scaDetails: ScaAuthenticationEventRequest | null = null,
        idempotencyKey: string = newKey()
    ): Promise<ScaTrustedDevice> {
        const { kty, crv, x, y } = request.publicKey;
        const body = wire.writeTrustDeviceBody({ name: request.name, publicKey: { kty, crv, x, y } });
        const parts = { body, scaDetails, idempotencyKey };
        return this.#wallet.answer(new Call(wire.Operations.trustDevice, wire.readScaTrustedDevice, parts));
    }

    /**
     * Removes a device. May require strong customer authentication. If the response to the first try is lost, the next
     * try is refused with `DW-ENTITY-NOT-FOUND`, as for a device that never existed. With `scaDetails` there is only
     * one try.
     */
    async distrustDevice(deviceId: string, scaDetails: ScaAuthenticationEventRequest | null = null): Promise<void> {
        const parts = { path: { deviceId }, scaDetails };
        return this.#wallet.answer(new Call(wire.Operations.distrustDevice, () => undefined, parts));
    }
}
