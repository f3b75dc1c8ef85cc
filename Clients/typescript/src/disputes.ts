import { Call, newKey } from "./call.js";
import type {
    Dispute, DisputeEvidence, DisputeEvidenceContent, DisputeEvidenceRequest, DisputeList, DisputeParameters,
    DisputeRequest, ScaAuthenticationEventRequest,
} from "./generated/models.js";
import * as wire from "./generated/wire.js";
import type { Wallet } from "./wallet.js";

export * from "./common.js";

type Event = ScaAuthenticationEventRequest | null;

/**
 * The customer's disputes of cleared payments. Paysafe's SDK has no such service, so its names are decided.
 *
 * Calls are retried as `CardService` describes, and throw a `WalletError`. What changes something may require strong
 * customer authentication.
 */
export class DisputeService {
    readonly #wallet: Wallet;

    /** @internal */
    constructor(wallet: Wallet) {
        this.#wallet = wallet;
    }

    /** The customer's disputes, newest first. */
    async getAll(parameters: DisputeParameters = {}): Promise<DisputeList> {
        const query = wire.writeDisputeParameters(parameters);
        return this.#wallet.answer(new Call(wire.Operations.listDisputes, wire.readDisputeList, { query }));
    }

    /** A dispute with its history and the names of its files. */
    async getDispute(disputeId: string): Promise<Dispute> {
        const path = { disputeId };
        return this.#wallet.answer(new Call(wire.Operations.getDispute, wire.readDispute, { path }));
    }

    /**
     * Disputes a cleared payment, or a part of it.
     *
     * @param idempotencyKey as in `CardService.create`.
     */
    async create(
        disputeRequest: DisputeRequest, scaDetails: Event = null, idempotencyKey: string = newKey()
    ): Promise<Dispute> {
        const body = wire.writeDisputeRequest(disputeRequest);
        return this.#wallet.answer(
            new Call(wire.Operations.createDispute, wire.readDispute, { body, scaDetails, idempotencyKey }));
    }

    /** Takes a claim back, and with it a provisional credit. */
    async withdraw(disputeId: string, scaDetails: Event = null): Promise<Dispute> {
        const path = { disputeId };
        return this.#wallet.answer(
            new Call(wire.Operations.withdrawDispute, wire.readDispute, { path, scaDetails }));
    }

    /**
     * Adds a file to a dispute that is not over. Its content is in Base64.
     *
     * @param idempotencyKey as in `CardService.create`.
     */
    async addEvidence(
        disputeId: string, disputeEvidenceRequest: DisputeEvidenceRequest, scaDetails: Event = null,
        idempotencyKey: string = newKey()
    ): Promise<DisputeEvidence> {
        const [path, body] = [{ disputeId }, wire.writeDisputeEvidenceRequest(disputeEvidenceRequest)];
        return this.#wallet.answer(new Call(
            wire.Operations.addDisputeEvidence, wire.readDisputeEvidence, { path, body, scaDetails, idempotencyKey }));
    }

    /** A file of a dispute with its content. */
    async getEvidence(disputeId: string, evidenceId: string): Promise<DisputeEvidenceContent> {
        const path = { disputeId, evidenceId };
        return this.#wallet.answer(
            new Call(wire.Operations.getDisputeEvidence, wire.readDisputeEvidenceContent, { path }));
    }
}
