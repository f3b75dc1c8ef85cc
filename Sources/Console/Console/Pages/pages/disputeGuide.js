/** The second tale of the guided story: a purchase goes wrong. */
import { steps } from "../disputeStory.js";
import { storyPage } from "./guide.js";

/** @param {{ step?: string }} parameters */
export default async function disputeGuidePage({ step }) {
    return storyPage({ name: "dispute", path: "/story/dispute", steps }, step);
}
