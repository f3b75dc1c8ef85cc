/** What all services have in common: objects, words, and why a call has no result. */

export * from "./errors.js";
export * from "./generated/models.js";
