/** The types of the guided story. */

/** Sends a request of the story, and shows a description of it. */
type Act = <Body>(words: string, request: ServiceRequest<Body>) => Promise<ServiceAnswer<Body>>;

/** A tale of the guided story. */
interface Story {
    name: string;
    path: string;
    steps: {
        name: string, title: string, does: string, words: string,
        run: (act: Act, tale: Tale) => Promise<void>, draw: (tale: Tale) => Node,
    }[];
}

/** A dispute and the customer's balance after a step. */
interface Claim {
    dispute: CardService.Dispute;
    account: CardService.Account;
}

/** The results of a tale so far. A step reads only results of earlier steps. */
interface Tale {
    done: number;
    cards: CardService.Card[];
    panels: Panel[];
    happened: { words: string, answer: ServiceAnswer }[][];
    isBusy: boolean;
    draw: () => void;
    customer: Person & Owner;
    card: CardService.Card;
    receiver: string;
    subscriptions: { id: string, eventType: string, signingKey: string }[];
    post: { dispatchedDate?: string, deliveredDate?: string };
    message: Message | null;
    lockedFace?: CardService.Card;
    refused: { responseCode: string, meaning: string };
    phone: Phone;
    token: PhoneToken;
    payment: Sandbox.PlayedPaymentAnswer;
    received: Sandbox.ReceivedWebhookAnswer[];
    account: CardService.Account;
    /** The beginning of the tale by the sandbox's clock. */
    began: string;
    /** The present dispute. */
    disputeId: string;
    /** The dispute after each step, by the step's index. */
    claims: Record<number, Claim>;
    statement: CardService.Statement;
    transactions: Array<CardService.Transaction & { merchantName?: string }>;
    ledger: Sandbox.LedgerAnswer;
}
