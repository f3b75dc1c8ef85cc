/** The event of strong customer authentication in an answer, and the header that presents it. */

/**
 * The event that `WWW-Authenticate` describes, or null if it describes none.
 *
 * @param {{ headers: Headers }} answer
 */
export function eventOf(answer) {
    const match = /auth-param1="([^"]*)"/.exec(answer.headers.get("WWW-Authenticate") ?? "");
    return match ? JSON.parse(atob(match[1])).scaDetails : null;
}

/**
 * The value of `SCA-Authorization`.
 *
 * @param {{ eventId: string, walletOperationId: string }} event
 */
export function passOf({ eventId, walletOperationId }) {
    return btoa(JSON.stringify({ scaDetails: { eventId, walletOperationId } }));
}
