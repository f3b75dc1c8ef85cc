/** A snapshot before something is deleted, so that it can be undone. */
import { sandbox } from "./api.js";

const name = "console-undo";

/**
 * Takes the snapshot in the place of the last one, and returns the request that goes back to it. Everything that
 * happens until then is undone, too. Null if none can be taken, because there are too many.
 *
 * @param {Panel} panel
 */
export async function snapshotFirst(panel) {
    const path = `/snapshots/${name}`;
    await panel.send(sandbox("DELETE", path, { expects: [404] }));
    const taken = await panel.send(sandbox("POST", "/snapshots", { json: { name }, expects: [403] }));
    return taken.ok ? sandbox("POST", `${path}/restore`) : null;
}
