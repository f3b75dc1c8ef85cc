import { Call } from "./call.js";
import { RefusedError } from "./errors.js";
import type {
    AccountStatement, AccountStatementParameters, Transaction, TransactionHistoryParameters, TransactionList,
} from "./generated/models.js";
import {
    Operations, readAccountStatement, readTransaction, readTransactionList, writeAccountStatementParameters,
    writeTransactionHistoryParameters,
} from "./generated/wire.js";
import type { Wallet } from "./wallet.js";

export * from "./common.js";

/**
 * What has happened on the customer's accounts: Paysafe's transaction history service, with the names of its SDK.
 *
 * Every call only reads, so it is retried as `CardService` describes, and throws a `WalletError`.
 */
export class TransactionHistoryService {
    readonly #wallet: Wallet;

    /** @internal */
    constructor(wallet: Wallet) {
        this.#wallet = wallet;
    }

    /**
     * The transactions of an account or of a reference, newest first.
     *
     * @throws RefusedError with `DW-TRANSACTION-BAD-REQUEST` if the parameters have neither an `accountId` nor a
     *   `merchantRefNum`, as Paysafe documents. Nothing is sent then.
     */
    async getTransactionHistory(parameters: TransactionHistoryParameters): Promise<TransactionList> {
        if (parameters.accountId == null && parameters.merchantRefNum == null) throw accountOrReferenceNeeded();
        const query = writeTransactionHistoryParameters(parameters);
        return this.#wallet.answer(new Call(Operations.listTransactions, readTransactionList, { query }));
    }

    async getTransaction(transactionId: string): Promise<Transaction> {
        const path = { transactionId };
        return this.#wallet.answer(new Call(Operations.getTransaction, readTransaction, { path }));
    }

    /** A page of the statement of an account for a period: its balances, and the entries between them. */
    async getStatement(accountId: string, parameters: AccountStatementParameters = {}): Promise<AccountStatement> {
        const [path, query] = [{ accountId }, writeAccountStatementParameters(parameters)];
        return this.#wallet.answer(new Call(Operations.getStatement, readAccountStatement, { path, query }));
    }
}

/** What a business gets if its query has neither. */
function accountOrReferenceNeeded(): RefusedError {
    const error = "is required, unless the other one is given";
    return new RefusedError({
        status: 400, code: "DW-TRANSACTION-BAD-REQUEST",
        problem: "The parameters have neither an accountId nor a merchantRefNum.",
        fieldErrors: ["accountId", "merchantRefNum"].map((field) => ({ field, error })),
    });
}
