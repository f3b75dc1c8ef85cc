import { Call, newKey, type Operation } from "./call.js";
import {
    MobileWalletStatus, MobileWalletType, SecureViewContent, type Card, type CardActivationRequest,
    type CardIncludesParam, type CardList, type CardParameters, type CardPinRequest, type CardProgramList,
    type CardReplacementRequest, type CardRequest, type CardTokenization, type CardTokenizationRequest, type CardType,
    type CardUpdateRequest, type MobileWallet, type ScaAuthenticationEventRequest,
} from "./generated/models.js";
import * as wire from "./generated/wire.js";
import type { Reader } from "./reading.js";
import {
    bareView, detailsPages, detailsRequest, page, type CardSecureDetailsPages, type CardSecureDetailsViewRequest,
    type CardSecureViewRequest, type SecurePage,
} from "./secure-pages.js";
import { EncryptedCardDetails, type CardEncryptedDetailsRequest } from "./session-key.js";
import type { Wallet } from "./wallet.js";

export * from "./common.js";
export {
    SecurePage, type CardSecureDetailsPages, type CardSecureDetailsViewRequest, type CardSecureViewRequest,
    type SecureDetailsViewsConfiguration, type TextAppearance,
} from "./secure-pages.js";
export * from "./session-key.js";

type Event = ScaAuthenticationEventRequest | null;

/**
 * The customer's cards: Paysafe's card service, with the names of its SDK.
 *
 * A call is retried automatically if that is safe: every call that only reads, every call with an idempotency key, and
 * `updateTokenizationStatus` and `setPin` unless they have `scaDetails`, because a request that was done has used up
 * its event. Each `create`, `activate`, `replace`, `resetPinCvvRetries` and `tokenize` gets a new key unless you pass
 * one, and keeps it over all its tries, so a lost response creates no second card. If all tries fail, the error has the
 * key (`WalletError.idempotencyKey`). Retries follow a failed connection, a 502, 503 or 504 from the service or a
 * proxy, or a 409 because the first try is still in progress, with growing pauses, within the limits of the
 * configuration. All other calls are sent once. If the service refuses the token of any call, the call is sent again
 * with a new token.
 *
 * Every function throws a `WalletError`. A call that changes something throws `ScaRequiredError` if the brand requires
 * strong customer authentication for it; repeat it with the event as `scaDetails`, or have the wallet do that
 * (`Wallet.listenScaAuthenticationEvent`).
 */
export class CardService {
    readonly #wallet: Wallet;

    /** @internal */
    constructor(wallet: Wallet) {
        this.#wallet = wallet;
    }

    /** The customer's cards, newest first. */
    async getAll(cardParameters: CardParameters = {}): Promise<CardList> {
        const query = wire.writeCardParameters(cardParameters);
        return this.#wallet.answer(new Call(wire.Operations.listCards, wire.readCardList, { query }));
    }

    async get(cardId: string, include?: readonly CardIncludesParam[] | null): Promise<Card> {
        const query = wire.writeGetCardQuery({ include: include ?? null });
        return this.#wallet.answer(new Call(wire.Operations.getCard, wire.readCard, { path: { cardId }, query }));
    }

    /**
     * Issues a virtual card, or orders a physical one.
     *
     * @param idempotencyKey the app's own key, or that of an earlier call's error, to repeat a call later because no
     *   response arrived. All calls with the same key and the same request within a day create only one card.
     */
    async create(
        cardRequest: CardRequest, scaDetails: Event = null, idempotencyKey: string = newKey()
    ): Promise<Card> {
        const body = wire.writeCardRequest(cardRequest);
        return this.#wallet.answer(
            new Call(wire.Operations.createCard, wire.readCard, { body, scaDetails, idempotencyKey }));
    }

    /**
     * Activates a physical card with what is printed on it.
     *
     * @param idempotencyKey as in `create`.
     */
    async activate(
        cardId: string, cardActivationRequest: CardActivationRequest, scaDetails: Event = null,
        idempotencyKey: string = newKey()
    ): Promise<Card> {
        const body = wire.writeCardActivationRequest(cardActivationRequest);
        return this.#card(wire.Operations.activateCard, cardId, body, scaDetails, idempotencyKey);
    }

    /**
     * Orders a card to replace one that is damaged, lost or about to expire, and ends the old one.
     *
     * @param idempotencyKey as in `create`.
     * @returns the new card.
     */
    async replace(
        cardId: string, cardReplacementRequest: CardReplacementRequest, scaDetails: Event = null,
        idempotencyKey: string = newKey()
    ): Promise<Card> {
        const body = wire.writeCardReplacementRequest(cardReplacementRequest);
        return this.#card(wire.Operations.replaceCard, cardId, body, scaDetails, idempotencyKey);
    }

    /** Locks, unlocks or cancels a card, or changes its PIN; one request does one of these. */
    async update(cardId: string, cardUpdateRequest: CardUpdateRequest, scaDetails: Event = null): Promise<Card> {
        const body = wire.writeCardUpdateRequest(cardUpdateRequest);
        return this.#card(wire.Operations.updateCard, cardId, body, scaDetails);
    }

    /** Sets the PIN of a card whose customer lives in the United States. All others send it with `update`. */
    async setPin(cardId: string, cardPinRequest: CardPinRequest, scaDetails: Event = null): Promise<Card> {
        const body = wire.writeCardPinRequest(cardPinRequest);
        return this.#card(wire.Operations.setPIN, cardId, body, scaDetails);
    }

    /**
     * Allows new attempts at a card's PIN and security code once they are used up. Then
     * `CardAction.RESET_PIN_CVV_RETRIES` is among the card's actions.
     *
     * @param idempotencyKey as in `create`.
     */
    async resetPinCvvRetries(
        cardId: string, scaDetails: Event = null, idempotencyKey: string = newKey()
    ): Promise<Card> {
        return this.#card(wire.Operations.resetRetries, cardId, undefined, scaDetails, idempotencyKey);
    }

    /** The programs that the customer is eligible for. */
    async getPrograms(cardType?: CardType | null): Promise<CardProgramList> {
        const query = wire.writeListProgramsQuery({ cardType: cardType ?? null });
        return this.#wallet.answer(new Call(wire.Operations.listPrograms, wire.readCardProgramList, { query }));
    }

    /**
     * Encrypts a card for the wallet on this device.
     *
     * @param idempotencyKey as in `create`.
     */
    async tokenize(
        cardId: string, cardTokenizationRequest: CardTokenizationRequest, scaDetails: Event = null,
        idempotencyKey: string = newKey()
    ): Promise<CardTokenization> {
        const body = wire.writeCardTokenizationRequest(cardTokenizationRequest);
        const parts = { path: { cardId }, body, scaDetails, idempotencyKey };
        return this.#wallet.answer(new Call(wire.Operations.tokenizeCard, wire.readCardTokenization, parts));
    }

    /** Reports that the card is in the wallet, with the reference of its token. */
    async updateTokenizationStatus(
        cardId: string, mobileWallet: MobileWallet, scaDetails: Event = null
    ): Promise<MobileWallet> {
        const parts = { path: { cardId }, body: wire.writeMobileWallet(mobileWallet), scaDetails };
        return this.#wallet.answer(new Call(wire.Operations.updateTokenizationStatus, wire.readMobileWallet, parts));
    }

    /**
     * Pages that show the card's number, security code, expiry and cardholder once, each in a frame. They need a token
     * with the scope `pci-dss-1`, and may require strong customer authentication once for all pages.
     *
     * An app that loses its pages can repeat the same request with the same `scaDetails` for a minute, but not after
     * the event's own end.
     */
    async getSecureDetailsPages(request: CardSecureDetailsViewRequest): Promise<CardSecureDetailsPages> {
        return this.#secureView(request, detailsRequest(request.viewsConfiguration), detailsPages);
    }

    /** A page that shows the card's PIN once. Token and repetition are those of `getSecureDetailsPages`. */
    async getSecurePinPage(request: CardSecureViewRequest): Promise<SecurePage> {
        const body = { type: SecureViewContent.PIN, bare: bareView(request.appearance) };
        return this.#secureView(request, body, page);
    }

    /**
     * Details or the PIN, encrypted for a key of the app's own, for a view that the app draws itself. Token and
     * repetition are those of `getSecureDetailsPages`: a repeated request has the same key.
     */
    async getEncryptedDetails(request: CardEncryptedDetailsRequest): Promise<EncryptedCardDetails> {
        const { kty, crv, x, y } = request.publicKey;
        const body = { type: request.content, sessionKey: { kty, crv, x, y } };
        return this.#secureView(request, body, (view) => new EncryptedCardDetails(view.jwe));
    }

    #secureView<View>(
        request: { readonly cardId: string; readonly scaDetails?: Event | undefined },
        body: wire.SecureViewRequestBody, read: (view: wire.SecureViewBody) => View
    ): Promise<View> {
        const { cardId, scaDetails } = request;
        const reader: Reader<View> = (value) => read(wire.readSecureViewBody(value));
        const parts = { path: { cardId }, body: wire.writeSecureViewRequestBody(body), scaDetails };
        return this.#wallet.answer(new Call(wire.Operations.createSecureView, reader, parts));
    }

    #card(
        operation: Operation, cardId: string, body: object | undefined, scaDetails: Event, idempotencyKey?: string
    ): Promise<Card> {
        const parts = { path: { cardId }, ...(body && { body }), scaDetails, idempotencyKey };
        return this.#wallet.answer(new Call(operation, wire.readCard, parts));
    }
}

/**
 * A token that the customer began in Google Wallet. In the state `TOKEN_STATE_NEEDS_IDENTITY_VERIFICATION`, it waits
 * for the app to confirm that the card is the customer's.
 */
export class CardManualTokenizationConfiguration {
    /** @param tokenRefId the `issuerTokenId` of the token. */
    constructor(readonly tokenRefId: string) {}

    /**
     * The report with which the app completes the token, once Google Wallet has verified the customer. No
     * `CardService.tokenize` is needed before it.
     *
     * @param walletId the wallet's id from Google, if the app knows it.
     */
    completed(walletId?: string): MobileWallet {
        return {
            dpanRef: this.tokenRefId, walletType: MobileWalletType.GOOGLE_PAY, status: MobileWalletStatus.COMPLETED,
            ...(walletId !== undefined && { walletId }),
        };
    }
}
