import type { CardDetails, ScaAuthenticationEventRequest, SecureViewContent } from "./generated/models.js";
import { readCardDetails } from "./generated/wire.js";
import * as read from "./reading.js";

/** A public key on the curve P-256, as `crypto.subtle.exportKey("jwk", …)` returns it. */
export interface P256PublicKey {
    readonly kty: "EC";
    readonly crv: "P-256";
    /** 32 bytes in Base64url. */
    readonly x: string;
    /** 32 bytes in Base64url. */
    readonly y: string;
}

export interface CardEncryptedDetailsRequest {
    readonly cardId: string;
    /** What to encrypt; `DETAILS` is everything except the PIN. */
    readonly content: SecureViewContent;
    /** That of a `SessionKey`, or of a key of the app's own. */
    readonly publicKey: P256PublicKey;
    readonly scaDetails?: ScaAuthenticationEventRequest | null;
}

/** Details that only the owner of a key can read. */
export class EncryptedCardDetails {
    readonly #jwe: string;

    constructor(jwe: string | undefined) {
        this.#jwe = read.string(jwe);
    }

    /** A compact JWE (RFC 7516) of JSON, with `ECDH-ES` and `A256GCM`. */
    get jwe(): string {
        return this.#jwe;
    }
}

const encryption = "A256GCM";
const curve = { name: "ECDH", namedCurve: "P-256" };

/** A pair of keys in memory. Nobody else can read details that are encrypted for it. */
export class SessionKey {
    readonly publicKey: P256PublicKey;
    readonly #privateKey: CryptoKey;

    private constructor(publicKey: P256PublicKey, privateKey: CryptoKey) {
        this.publicKey = publicKey;
        this.#privateKey = privateKey;
    }

    static async generate(): Promise<SessionKey> {
        const pair = await crypto.subtle.generateKey(curve, false, ["deriveBits"]);
        const { x = "", y = "" } = await crypto.subtle.exportKey("jwk", pair.publicKey);
        return new SessionKey({ kty: "EC", crv: "P-256", x, y }, pair.privateKey);
    }

    /** @throws Error unless exactly these details were encrypted for this key. */
    async open(details: EncryptedCardDetails): Promise<CardDetails> {
        const [head = "", key, iv = "", text = "", tag = "", ...rest] = details.jwe.split(".");
        const header = read.object(JSON.parse(utf8(bytes(head))));
        if (rest.length > 0 || key !== "" || header.alg !== "ECDH-ES" || header.enc !== encryption) {
            throw new TypeError("These are no encrypted details.");
        }
        const content = await crypto.subtle.importKey(
            "raw", await this.#contentKey(header), "AES-GCM", false, ["decrypt"]);
        const parameters = { name: "AES-GCM", iv: bytes(iv), additionalData: ascii(head) };
        const plain = await crypto.subtle.decrypt(parameters, content, concat([bytes(text), bytes(tag)]));
        return readCardDetails(JSON.parse(utf8(plain)));
    }

    /** Concat KDF with SHA-256 (RFC 7518, section 4.6.2). */
    async #contentKey(header: Record<string, unknown>): Promise<ArrayBuffer> {
        const { x, y } = read.object(header.epk);
        const point = { kty: "EC", crv: "P-256", x: read.string(x), y: read.string(y) };
        const sender = await crypto.subtle.importKey("jwk", point, curve, false, []);
        const shared = await crypto.subtle.deriveBits({ name: "ECDH", public: sender }, this.#privateKey, 256);
        const party = (name: string): Uint8Array => bytes(read.optional(header[name], read.string) ?? "");
        const known = [ascii(encryption), party("apu"), party("apv")].flatMap((part) => [number(part.length), part]);
        return crypto.subtle.digest("SHA-256", concat([number(1), new Uint8Array(shared), ...known, number(256)]));
    }
}

/** Base64url without padding. */
export function bytes(text: string): Uint8Array {
    return ascii(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
}

function ascii(text: string): Uint8Array {
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function utf8(data: BufferSource): string {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
}

function number(value: number): Uint8Array {
    return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
    return Uint8Array.from(parts.flatMap((part) => [...part]));
}
