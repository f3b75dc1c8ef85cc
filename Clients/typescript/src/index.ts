export * from "./authentication.js";
export * from "./authorization-history.js";
export * from "./cards.js";
export * from "./common.js";
export * from "./disputes.js";
export * from "./transaction-history.js";
export * from "./wallet.js";
