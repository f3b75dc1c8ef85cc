import { attack } from "./attacks.js";
import { check, Demo } from "./demo.js";
import { showSecrets } from "./secrets.js";
import {
    ScaAnswer, deviceMessage, scaDetails, type ScaTrustedDevice,
} from "@paysafe/paysafe-wallet-saas-web/authentication";
import {
    CardAction, CardIncludesParam, CardReplacementReason, CardStatus, CardType, MobileWalletStatus, MobileWalletType,
    type Card, type CardParameters, type P256PublicKey,
} from "@paysafe/paysafe-wallet-saas-web/cards";
import {
    DisputeReason, DisputeStatus, DisputeStep, RefusedError, ScaAttemptStatus, ScaRequiredError, ScaVerificationChannel,
    ScaVerificationMethod, TokenNotProvidedError, type ScaAuthenticationEventRequest,
    type ScaAuthenticationEventResponse,
} from "@paysafe/paysafe-wallet-saas-web/common";
import { Wallet } from "@paysafe/paysafe-wallet-saas-web/wallet";

declare const process: { argv: string[] };
const [, , url = "", sandbox = "", customer = ""] = process.argv;
const demo = new Demo(url, sandbox, customer);
const sms = { method: ScaVerificationMethod.OTP, channel: ScaVerificationChannel.SMS };

/** The error that a call throws. */
export async function failure(call: () => Promise<unknown>): Promise<unknown> {
    const found: unknown = await call().catch((error: unknown) => error);
    check(found instanceof Error, found);
    return found;
}

async function refusal(call: () => Promise<unknown>): Promise<RefusedError> {
    const error = await failure(call);
    check(error instanceof RefusedError, `${error}`);
    return error;
}

function create(): Promise<Card> {
    return Wallet.getInstance().getCardService().create({ programName: "SKRILL-VIRTUAL-MC-EEA", currency: "EUR" });
}

function list(): void {
    const cardParameters: CardParameters = {
        cardType: CardType.VIRTUAL,
        limit: null,
        offset: null,
        status: [CardStatus.ACTIVE, CardStatus.LOCKED],
        include: [CardIncludesParam.TOKENIZATIONS, CardIncludesParam.AVAILABLE_ACTIONS],
    };
    Wallet.getInstance().getCardService().getAll(cardParameters)
        .then((response) => show(response.cards))
        .catch((error) => show(error));
}

async function lock(card: Card): Promise<Card> {
    const cardService = Wallet.getInstance().getCardService();
    const request = { status: CardStatus.LOCKED, statusReason: "Mislaid" };
    try {
        return await cardService.update(card.cardId, request);
    } catch (error) {
        if (!(error instanceof ScaRequiredError)) throw error;
        const event = scaDetails(error.authenticationEvent);
        await prove(event);
        return await cardService.update(card.cardId, request, event);
    }
}

async function prove(event: ScaAuthenticationEventRequest): Promise<void> {
    const scaService = Wallet.getInstance().getScaService();
    const challenge = await scaService.sendChallenge(event, sms);
    const code = await askForCode(challenge.verification.target);
    const attempt = await scaService.attempt(event, sms, ScaAnswer.otp(code));
    if (attempt.status !== ScaAttemptStatus.VERIFIED) throw new Error("The customer has not proved who they are.");
}

async function askForCode(target: string | undefined): Promise<string> {
    check(target?.includes("*") === true, target);
    return demo.latestCode();
}

let shown: (value: unknown) => void = () => undefined;
const show = (value: unknown): void => shown(value);

async function authenticate(event: ScaAuthenticationEventResponse): Promise<ScaAuthenticationEventRequest> {
    await prove(scaDetails(event));
    return scaDetails(event);
}

async function manageCards(): Promise<Card> {
    const cardService = Wallet.getInstance().getCardService();
    const { programs } = await cardService.getPrograms(CardType.VIRTUAL);
    check(programs.some(({ name }) => name === "SKRILL-VIRTUAL-MC-EEA"), programs);
    const card = await create();
    check(card.status === CardStatus.ACTIVE && !("availableActions" in card), card);
    const listed = new Promise((resolve) => { shown = resolve; });
    list();
    const [first] = (await listed) as Card[];
    check(first?.cardId === card.cardId && first.tokenizations?.length === 0, first);
    const found = await cardService.get(card.cardId, [CardIncludesParam.AVAILABLE_ACTIONS]);
    check(found.availableActions?.some(({ action }) => action === CardAction.LOCK) === true, found);

    check((await lock(card)).status === CardStatus.LOCKED, card);
    // A wallet with a listener repeats the call by itself.
    Wallet.getInstance().listenScaAuthenticationEvent(authenticate);
    const unlocked = await cardService.update(card.cardId, { status: CardStatus.ACTIVE, statusReason: "Found" });
    check(unlocked.status === CardStatus.ACTIVE, unlocked);
    check((await cardService.update(card.cardId, { pin: "1243" })).isPinSet, "no PIN");
    return card;
}

async function usePlastic(): Promise<void> {
    const cardService = Wallet.getInstance().getCardService();
    const deliveryAddress = { address1: "1 Main Street", city: "Sofia", countryCode: "BG", postalCode: "1000" };
    const ordered = await cardService.create(
        { programName: "SKRILL-PHYSICAL-MC-EEA", currency: "EUR", deliveryAddress, externalId: null });
    check(ordered.cardType === CardType.PHYSICAL && ordered.deliveryAddress?.city === "Sofia", ordered);
    const wrong = { lastFourDigits: "0000", cvv: "000" };
    const refused = await refusal(() => cardService.activate(ordered.cardId, wrong));
    check(refused.code === "DW-ACTIVATION-DATA-SHOULD-BE-VALID", `${refused}`);
    const { pan, cvv } = await demo.plastic(ordered);
    const active = await cardService.activate(ordered.cardId, { lastFourDigits: pan.slice(-4), cvv });
    check(active.status === CardStatus.ACTIVE && active.activationDate !== undefined, active);
    const unused = await refusal(() => cardService.resetPinCvvRetries(active.cardId));
    check(unused.code === "DW-OPERATION-NOT-ALLOWED", `${unused}`);
    const european = await refusal(() => cardService.setPin(active.cardId, { pin: "1243" }));
    check(european.code.startsWith("DW-"), `${european}`);
    const renewed = await cardService.replace(active.cardId, { reason: CardReplacementReason.DAMAGED });
    check(renewed.cardId !== active.cardId && renewed.cardType === CardType.PHYSICAL, renewed);
    check((await cardService.get(active.cardId)).status === CardStatus.DAMAGED, active);
}

async function addToGoogle(card: Card): Promise<void> {
    const cardService = Wallet.getInstance().getCardService();
    const tokenization = await cardService.tokenize(card.cardId, {
        walletType: MobileWalletType.GOOGLE_PAY, clientDeviceId: "device-1", clientWalletAccountId: "account-1",
    });
    check(tokenization.opaquePaymentCard !== undefined, "no card for Google");
    const report = {
        dpanRef: `DAPLMC0000${card.cardId.replaceAll("-", "")}`, walletId: "account-1",
        walletType: MobileWalletType.GOOGLE_PAY, status: MobileWalletStatus.COMPLETED,
    };
    const completed = await cardService.updateTokenizationStatus(card.cardId, report);
    const { tokenizations } = await cardService.get(card.cardId, [CardIncludesParam.TOKENIZATIONS]);
    check(JSON.stringify(tokenizations) === JSON.stringify([completed]), tokenizations);
}

async function trustDevice(card: Card): Promise<void> {
    const scaService = Wallet.getInstance().getScaService();
    const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]);
    const publicKey = await crypto.subtle.exportKey("jwk", pair.publicKey) as P256PublicKey;
    const device = await scaService.trustDevice({ name: "Ivana's browser", publicKey });
    check((await scaService.getTrustedDevices())[0]?.deviceId === device.deviceId, device);
    Wallet.getInstance().listenScaAuthenticationEvent(async (event) => {
        await proveBy(device, pair.privateKey, scaDetails(event));
        return scaDetails(event);
    });
    const cardService = Wallet.getInstance().getCardService();
    check((await cardService.update(card.cardId, { pin: "1243" })).isPinSet, "no PIN");
    Wallet.getInstance().listenScaAuthenticationEvent(authenticate);
    await scaService.distrustDevice(device.deviceId);
    check((await scaService.getTrustedDevices()).length === 0, "still trusted");
}

async function proveBy(device: ScaTrustedDevice, key: CryptoKey, event: ScaAuthenticationEventRequest): Promise<void> {
    const scaService = Wallet.getInstance().getScaService();
    const biometric = { method: ScaVerificationMethod.BIOMETRIC };
    const challenge = await scaService.sendChallenge(event, biometric);
    const signed = deviceMessage(challenge) ?? new Uint8Array();
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, signed);
    const attempt = await scaService.attempt(event, biometric, ScaAnswer.device(device.deviceId, signature));
    check(attempt.status === ScaAttemptStatus.VERIFIED, attempt);
}

async function readHistories(card: Card): Promise<void> {
    await demo.load(5000, card.currency);
    const purchase = await demo.pay(card, { amount: 1234 });
    const authorizations = Wallet.getInstance().getAuthorizationHistoryService();
    const held = await authorizations.getAuthorizationHistory({ cardId: card.cardId });
    check(held.authorizations[0]?.id === purchase && held.meta.numberOfRecords === 1, held);
    await demo.pay(card, { kind: "CLEARING", authorizationId: purchase });
    const settled = await authorizations.getAuthorization(purchase);
    const transactions = Wallet.getInstance().getTransactionHistoryService();
    const { accountId } = card;
    const all = await transactions.getTransactionHistory({ accountId, startDate: new Date(0).toISOString() });
    check(all.transactions[0]?.slipId === settled.slipId && all.transactions[0]?.amount === 1234, all);
    const same = await transactions.getTransaction(all.transactions[0].id);
    check(JSON.stringify(same) === JSON.stringify(all.transactions[0]), same);
    const neither = await refusal(() => transactions.getTransactionHistory({ limit: 1 }));
    check(neither.code === "DW-TRANSACTION-BAD-REQUEST" && neither.fieldErrors.length === 2, neither.fieldErrors);
}

/** The cleared purchase is disputed, supported by a file, and withdrawn. The statement has its entry. */
async function dispute(card: Card): Promise<void> {
    const authorizations = Wallet.getInstance().getAuthorizationHistoryService();
    const paid = (await authorizations.getAuthorizationHistory({ cardId: card.cardId })).authorizations[0];
    check(paid !== undefined, "no purchase");
    const disputes = Wallet.getInstance().getDisputeService();
    const opened = await disputes.create({
        authorizationId: paid.id, reason: DisputeReason.NOT_RECEIVED, amount: 1000, description: "No parcel.",
    });
    check(opened.status === DisputeStatus.OPEN && opened.amount === 1000, opened);
    const content = "UmVjZWlwdA==";
    const file = await disputes.addEvidence(opened.id, { fileName: "receipt.txt", mediaType: "text/plain", content });
    check((await disputes.getEvidence(opened.id, file.id)).content === content, file);
    const shown = await disputes.getDispute(opened.id);
    check(shown.history?.[0]?.step === DisputeStep.OPEN && shown.evidence?.[0]?.size === 7, shown);
    check((await disputes.withdraw(opened.id)).status === DisputeStatus.WITHDRAWN, "not withdrawn");
    const list = await disputes.getAll({ authorizationId: paid.id, status: DisputeStatus.WITHDRAWN, limit: 1 });
    check(list.disputes[0]?.id === opened.id && list.disputes[0].history === undefined, list);
    const transactions = Wallet.getInstance().getTransactionHistoryService();
    const statement = await transactions.getStatement(opened.accountId, { limit: 100 });
    const last = statement.entries.at(-1);
    check(statement.closingBalance === last?.balance && last.amount === 1234, statement);
}

/** A call with an idempotency key is repeated after a 503; an update is not. A refused token is renewed once. */
async function fail(card: Card): Promise<void> {
    const cardService = Wallet.getInstance().getCardService();
    const before = (await cardService.getAll()).meta.numberOfRecords;
    await demo.failNext("createCard", 503);
    await create();
    check((await cardService.getAll()).meta.numberOfRecords === before + 1, "another card");
    await demo.failNext("updateCard", 503);
    check((await refusal(() => lock(card))).status === 503, "repeated");

    const unknown = await refusal(() => cardService.get("00000000-0000-4000-8000-000000000000"));
    check(unknown.code === "DW-ENTITY-NOT-FOUND" && unknown.status === 404, `${unknown}`);
    const invalid = await refusal(() => cardService.create({ programName: "NONE", currency: "eur" }));
    check(invalid.fieldErrors.length > 0 && invalid.errorId !== undefined, invalid.fieldErrors);

    let tokens = 0;
    const wallet = new Wallet(demo.configuration, async () => {
        tokens += 1;
        return tokens === 1 ? { accessToken: "expired" } : demo.cardToken();
    });
    check((await wallet.getCardService().getPrograms()).programs.length > 0 && tokens === 2, tokens);
    const unauthenticated = new Wallet(demo.configuration);
    const noToken = await failure(() => unauthenticated.getCardService().getPrograms());
    check(noToken instanceof TokenNotProvidedError && noToken.cause === undefined, `${noToken}`);
    unauthenticated.authenticate(await demo.cardToken());
    await unauthenticated.getCardService().getPrograms();
}

Wallet.configure(demo.configuration, async () => {
    // Ask the app's own backend, which gets a token for the customer. No client secret is in an app.
    return await demo.cardToken();
});
await attack();
const card = await manageCards();
await usePlastic();
await addToGoogle(card);
await trustDevice(card);
await showSecrets(card);
await readHistories(card);
await dispute(card);
await fail(card);
console.log("The story is complete.");
