import { check } from "./demo.js";
import {
    SecureViewContent, SecureViewFont, SessionKey, EncryptedCardDetails, type Card, type SecurePage,
} from "@paysafe/paysafe-wallet-saas-web/cards";
import { Wallet } from "@paysafe/paysafe-wallet-saas-web/wallet";

/** A card's details and its PIN, each on a page and encrypted. The wallet's listener answers for the customer. */
export async function showSecrets(card: Card): Promise<void> {
    const cardService = Wallet.getInstance().getCardService();
    const { cardId } = card;
    const pages = await cardService.getSecureDetailsPages({
        cardId,
        viewsConfiguration: {
            shouldShowPanCopyButton: true, panSeparator: "-",
            panAppearance: { size: 30, color: "#FFFFFF", font: SecureViewFont.MONOSPACE },
        },
    });
    const pan = await open(pages.panPage);
    check(new RegExp(`>\\d{4}-\\d{4}-\\d{4}-${card.lastFour}</dd>`).test(pan) && pan.includes("<button"), pan);
    const cvv = await open(pages.cvvPage);
    check(/>\d{3}<\/dd>/.test(cvv) && !cvv.includes("<button"), cvv);
    const pin = await open(await cardService.getSecurePinPage({ cardId }));
    check(pin.includes(">1243</dd>"), pin);
    await decrypt(card);
}

async function decrypt(card: Card): Promise<void> {
    const cardService = Wallet.getInstance().getCardService();
    const key = await SessionKey.generate();
    const request = { cardId: card.cardId, content: SecureViewContent.DETAILS, publicKey: key.publicKey };
    const encrypted = await cardService.getEncryptedDetails(request);
    const details = await key.open(encrypted);
    check(details.pan?.endsWith(card.lastFour) === true && details.cvv?.length === 3 && !("pin" in details), "details");
    check(details.expiry?.month === card.expiry.month && details.cardHolderName !== undefined, "expiry");
    check(JSON.stringify(encrypted) === "{}", encrypted);
    // Neither another key nor a changed text opens it.
    const changed = new EncryptedCardDetails(encrypted.jwe.replace(/[^.]*$/, "AAAA"));
    const other = await SessionKey.generate();
    for (const opening of [() => other.open(encrypted), () => key.open(changed)]) {
        check(await opening().then(() => false, () => true), "opened");
    }
    const pin = await cardService.getEncryptedDetails({ ...request, content: SecureViewContent.PIN });
    check((await key.open(pin)).pin === "1243", "PIN");
}

/** A page opens only once. */
async function open(page: SecurePage): Promise<string> {
    const [first, second] = [await fetch(page.url), await fetch(page.url)];
    check(first.status === 200 && second.status === 404, [first.status, second.status]);
    check(!JSON.stringify(page).includes(page.url), page);
    return first.text();
}
