import { SecureViewContent, type ScaAuthenticationEventRequest, type SecureViewFont } from "./generated/models.js";
import type { BareViewBody, SecureViewBody, SecureViewRequestBody, SeparateViewBody } from "./generated/wire.js";

/**
 * The address of a page that shows one of a card's details, or its PIN, on a transparent background. It opens once,
 * within a minute, in a frame. The details themselves never reach the app.
 */
export class SecurePage {
    readonly #url: string;
    readonly expiresAt: string;

    constructor(url: string, expiresAt: string) {
        this.#url = new URL(url).href;
        this.expiresAt = expiresAt;
    }

    /** Secret, because whoever opens it first sees the details. It is not printed with the page. */
    get url(): string {
        return this.#url;
    }
}

/** A page for each of a card's details, to be shown together. */
export interface CardSecureDetailsPages {
    readonly panPage: SecurePage;
    readonly cvvPage: SecurePage;
    readonly expiryDatePage: SecurePage;
    readonly cardHolderNamePage: SecurePage;
}

/** How a page draws its text. Its copy button has the same colour and size. */
export interface TextAppearance {
    /** In CSS pixels, 8 to 96; the default is 24 for the card number, 28 for the PIN and 20 for the other values. */
    readonly size?: number;
    /** `#RRGGBB` or `#RRGGBBAA`; the default follows the light or dark mode. */
    readonly color?: string;
    /** The default is `SANS_SERIF`. */
    readonly font?: SecureViewFont;
}

export interface SecureDetailsViewsConfiguration {
    readonly shouldShowPanCopyButton?: boolean;
    readonly shouldShowCvvCopyButton?: boolean;
    readonly shouldShowExpiryDateCopyButton?: boolean;
    readonly shouldShowCardholderNameCopyButton?: boolean;
    /** The separator between groups of four digits, at most 3 characters; a space if absent. */
    readonly panSeparator?: string;
    readonly panAppearance?: TextAppearance;
    readonly cvvAppearance?: TextAppearance;
    readonly expiryDateAppearance?: TextAppearance;
    readonly cardholderNameAppearance?: TextAppearance;
}

export interface CardSecureDetailsViewRequest {
    readonly cardId: string;
    readonly viewsConfiguration?: SecureDetailsViewsConfiguration;
    readonly scaDetails?: ScaAuthenticationEventRequest | null;
}

export interface CardSecureViewRequest {
    readonly cardId: string;
    readonly scaDetails?: ScaAuthenticationEventRequest | null;
    readonly appearance?: TextAppearance;
}

/** @internal */
export function detailsRequest(configuration: SecureDetailsViewsConfiguration = {}): SecureViewRequestBody {
    const view = (type: SecureViewContent, hasCopyButton = false, look?: TextAppearance): SeparateViewBody =>
        ({ type, showCopyButton: hasCopyButton, bare: bareView(look) });
    const { panAppearance, cvvAppearance, expiryDateAppearance, cardholderNameAppearance } = configuration;
    return {
        type: SecureViewContent.DETAILS, panSeparator: configuration.panSeparator ?? " ",
        separateViews: [
            view(SecureViewContent.PAN, configuration.shouldShowPanCopyButton, panAppearance),
            view(SecureViewContent.CVV, configuration.shouldShowCvvCopyButton, cvvAppearance),
            view(SecureViewContent.EXPIRY, configuration.shouldShowExpiryDateCopyButton, expiryDateAppearance),
            view(
                SecureViewContent.CARDHOLDER_NAME, configuration.shouldShowCardholderNameCopyButton,
                cardholderNameAppearance),
        ],
    };
}

/** @internal */
export function detailsPages(body: SecureViewBody): CardSecureDetailsPages {
    const find = (type: SecureViewContent): SecurePage => page(body.views?.find((view) => view.type === type) ?? {});
    return {
        panPage: find(SecureViewContent.PAN), cvvPage: find(SecureViewContent.CVV),
        expiryDatePage: find(SecureViewContent.EXPIRY), cardHolderNamePage: find(SecureViewContent.CARDHOLDER_NAME),
    };
}

/** @internal */
export function page({ url, expiresAt }: { url?: string; expiresAt?: string }): SecurePage {
    if (url === undefined || expiresAt === undefined) throw new TypeError("There is no page.");
    return new SecurePage(url, expiresAt);
}

/** @internal */
export function bareView({ size, color, font }: TextAppearance = {}): BareViewBody {
    return { textSize: size ?? null, textColor: color ?? null, font: font ?? null };
}
