/** What merchants identify themselves with at the gateways. */
import { session } from "./session.js";

/** The credentials of merchants that were made in this tab: the service shows them once. */
const made = new Map();

/** @param {Sandbox.MerchantAnswer} merchant */
export function keepCredentials(merchant) {
    made.set(merchant.merchantId, Object.fromEntries((merchant.gateways ?? []).map(({ name, credentials }) =>
        [name, membersOf(credentials)])));
}

/**
 * Null if nobody knows them any more.
 *
 * @param {string} merchantId
 */
export const credentialsOf = (merchantId) => made.get(merchantId)
    ?? (merchantId === session.about?.exampleMerchantId ? exampleCredentials() : null);

/** The credentials of the demo's merchant, which everybody may know. */
export const exampleCredentials = () => Object.fromEntries((session.about?.gateways ?? []).map((gateway) =>
    [gateway.name, { ...membersOf(gateway.exampleCredentials), isPublished: true }]));

/** @param {Sandbox.GatewayCredentialAnswer[] | undefined} credentials */
const membersOf = (credentials) => Object.fromEntries((credentials ?? []).map(({ name, value }) => [name, value]));
