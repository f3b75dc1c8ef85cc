-- schema: money -------------------------------------------------------------------------------------------------------

-- Accounts, holds and journals. Nothing here knows how a customer pays. Names include the schema, in statements too.
CREATE SCHEMA money;

CREATE DOMAIN money.account_id AS bigint
    CONSTRAINT account_number_has_1_to_12_digits CHECK (VALUE BETWEEN 1 AND 999999999999);
CREATE DOMAIN money.currency AS text CONSTRAINT currency_is_three_letters CHECK (VALUE ~ '^[A-Z]{3}$');
CREATE DOMAIN money.direction AS text
    CONSTRAINT direction_is_known CHECK (VALUE IN ('DEBIT', 'CREDIT'));
CREATE DOMAIN money.transaction_type AS text CONSTRAINT transaction_type_is_known CHECK (VALUE IN (
    'DEPOSIT', 'WITHDRAWAL', 'TRANSFER_IN', 'TRANSFER_OUT', 'PREPAID_CARD', 'CHARGEBACK', 'CHARGEBACK_REVERSAL'));
CREATE DOMAIN money.transaction_status AS text CONSTRAINT transaction_status_is_known CHECK (
    VALUE IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED', 'REFUNDED', 'DECLINED'));
CREATE DOMAIN money.movement_kind AS text
    CONSTRAINT movement_kind_is_known CHECK (VALUE IN ('DEPOSIT', 'TRANSFER', 'WITHDRAWAL'));
CREATE DOMAIN money.movement_status AS text CONSTRAINT movement_status_is_known CHECK (
    VALUE IN ('PREVIEW', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'));
CREATE DOMAIN money.merchant_reference AS text
    CONSTRAINT merchant_reference_is_1_to_50_characters CHECK (length(VALUE) BETWEEN 1 AND 50);
CREATE DOMAIN money.hold_status AS text
    CONSTRAINT hold_status_is_known CHECK (VALUE IN ('PENDING', 'POSTED', 'VOIDED', 'EXPIRED'));

-- An account of the chart: the program's list of kinds, each with the names that may follow it. Together with a
-- currency it is an account of double-entry bookkeeping.
CREATE DOMAIN money.ledger_account AS text CONSTRAINT ledger_account_is_in_the_chart CHECK (VALUE ~ (
    '^(customer|safeguarding|fx|transfer|dispute|writeoff|scheme:(VISA|MC)|merchant:[^:]+:.+'
    || '|income:(SENDER|RECIPIENT|DEPOSIT|WITHDRAWAL|MERCHANT|PAYSAFE|ATM|FX|OTHER)_FEE)$'));


-- Accounts: spread by customer_id ------------------------------------------------------------------------------------

-- A customer's first account in a currency draws a number from it.
CREATE SEQUENCE money.next_account_number START 100000001;

-- A customer's balance in one currency, in minor units. Everything that moves it locks this row first. `posted` may be
-- below 0, because a clearing is never refused. No index contains a balance, and each page has room for the next
-- versions of its rows, so a change of a balance writes no index entry.
CREATE TABLE money.account (
    customer_id bigint           NOT NULL,
    account_id  money.account_id NOT NULL,
    currency    money.currency   NOT NULL,
    posted      bigint           NOT NULL DEFAULT 0,    -- the sum of its entries
    held        bigint           NOT NULL DEFAULT 0,    -- the sum of its pending holds
    version     bigint           NOT NULL DEFAULT 0,    -- counts the changes of the balance
    opened_at   timestamptz      NOT NULL,
    CONSTRAINT account_is_opened_once PRIMARY KEY (customer_id, account_id),
    CONSTRAINT customer_has_one_account_for_each_currency UNIQUE (customer_id, currency),
    -- So that whatever refers to an account can refer to its currency, too.
    CONSTRAINT account_has_one_currency UNIQUE (customer_id, account_id, currency),
    CONSTRAINT account_is_of_a_customer CHECK (customer_id > 0),
    CONSTRAINT held_is_not_negative CHECK (held >= 0),
    -- So that no sum or difference of two amounts exceeds 64 bits.
    CONSTRAINT balance_is_limited CHECK (
        posted BETWEEN -4000000000000000000 AND 4000000000000000000 AND held <= 4000000000000000000)
) WITH (fillfactor = 70);

-- Ends a transaction in which an account did not change as it was decided. It runs after the statement that changes the
-- account and before COMMIT, which is sent together with both.
CREATE FUNCTION money.require_version(customer bigint, account bigint, expected bigint) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM money.account a
                   WHERE a.customer_id = customer AND a.account_id = account AND a.version = expected) THEN
        RAISE EXCEPTION 'account % did not change as it was decided', account
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'account_changes_as_decided';
    END IF;
END $$;

-- The customer of each account, for callers that know only the account's number. The number is no domain, because Citus
-- finds no row by a column of a domain.
CREATE TABLE money.account_number (
    account_id  bigint CONSTRAINT account_number_is_given_once PRIMARY KEY,
    customer_id bigint NOT NULL,
    CONSTRAINT account_number_has_1_to_12_digits CHECK (account_id BETWEEN 1 AND 999999999999)
);


-- Holds: spread by customer_id ---------------------------------------------------------------------------------------

-- Money of an account that is kept for a purchase until it is cleared. A hold is no entry.
CREATE TABLE money.hold (
    customer_id bigint            NOT NULL,
    hold_id     uuid              NOT NULL,
    account_id  money.account_id  NOT NULL,
    status      money.hold_status NOT NULL,
    held        bigint            NOT NULL,             -- the rest
    posted      bigint            NOT NULL DEFAULT 0,   -- what its clearings took; may exceed what was held
    placed_at   timestamptz       NOT NULL,
    expires_at  timestamptz,                            -- null if never
    ended_at    timestamptz,
    CONSTRAINT hold_is_placed_once PRIMARY KEY (customer_id, hold_id),
    CONSTRAINT hold_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account,
    CONSTRAINT pending_hold_holds_money CHECK (held >= 0 AND (status = 'PENDING') = (held > 0)),
    CONSTRAINT ended_hold_says_when CHECK ((status = 'PENDING') = (ended_at IS NULL))
) WITH (fillfactor = 85);

-- An account's pending holds, and all that are due.
CREATE INDEX hold_pending ON money.hold (customer_id, account_id, expires_at, hold_id) WHERE status = 'PENDING';
CREATE INDEX hold_by_expiry ON money.hold (expires_at, hold_id) WHERE status = 'PENDING';


-- Journals: spread by customer_id ------------------------------------------------------------------------------------

-- Postings that were written together. The journals of customer 0 are the house's own, such as the settlement with a
-- scheme; they have no account. The others have the account that they changed, and its state afterwards.
CREATE TABLE money.journal (
    customer_id bigint           NOT NULL,
    journal_id  uuid             NOT NULL,
    account_id  money.account_id,
    version     bigint,                         -- the account's, which orders its journals
    balance     bigint,                         -- posted on the account after it
    hold_id     uuid,                           -- the hold that it cleared, or that had ended before
    posted_at   timestamptz      NOT NULL,
    CONSTRAINT journal_is_posted_once PRIMARY KEY (customer_id, journal_id),
    CONSTRAINT journal_has_its_place_in_the_account UNIQUE (customer_id, account_id, version),
    CONSTRAINT journal_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account,
    CONSTRAINT journal_clears_a_hold FOREIGN KEY (customer_id, hold_id) REFERENCES money.hold,
    CONSTRAINT only_the_house_has_journals_without_an_account CHECK (
        num_nonnulls(account_id, version, balance) = CASE customer_id WHEN 0 THEN 0 ELSE 3 END),
    CONSTRAINT only_a_journal_of_an_account_clears_a_hold CHECK (hold_id IS NULL OR customer_id <> 0)
);

CREATE INDEX journal_by_hold ON money.journal (customer_id, hold_id) WHERE hold_id IS NOT NULL;

-- Numbers postings in the order in which they are written. Without CACHE, because sessions must not draw in advance.
CREATE SEQUENCE money.next_fold_number;

-- An amount that moves from one account of the chart to another one. The row is its debit and its credit at once, so
-- nobody can write one without the other, and every journal is balanced in each currency.
--
-- All postings of a journal are in the customer's partition, those of the house too, so that posting never locks a row
-- that customers share. The house's balances are sums, which `ledger_fold` folds.
CREATE TABLE money.posting (
    customer_id         bigint               NOT NULL,
    journal_id          uuid                 NOT NULL,
    posting_number      integer              NOT NULL,
    debit               money.ledger_account NOT NULL,
    credit              money.ledger_account NOT NULL,
    currency            money.currency       NOT NULL,
    amount              bigint               NOT NULL,
    -- For folding. The shards keep writers from meeting at one end of the index. A transaction has its id before it
    -- draws a number: CASE evaluates them in this order, and `ledger_observe` relies on it.
    shard               integer              NOT NULL GENERATED ALWAYS AS ((customer_id % 16)::integer) STORED,
    fold_number         bigint               NOT NULL DEFAULT (
        CASE WHEN pg_current_xact_id() IS NOT NULL THEN nextval('money.next_fold_number') END),
    CONSTRAINT posting_is_written_once PRIMARY KEY (customer_id, journal_id, posting_number),
    CONSTRAINT posting_is_of_a_journal FOREIGN KEY (customer_id, journal_id) REFERENCES money.journal,
    CONSTRAINT posting_amount_is_positive CHECK (amount > 0),
    CONSTRAINT posting_leads_to_another_account CHECK (debit <> credit),
    CONSTRAINT journal_of_the_house_moves_no_money_of_a_customer CHECK (
        customer_id <> 0 OR 'customer' NOT IN (debit, credit))
);

CREATE INDEX posting_by_fold_number ON money.posting (shard, fold_number);

-- Both sides of every posting, as bookkeepers read them. It cannot be written.
CREATE VIEW money.entry AS
SELECT customer_id, journal_id, posting_number, side.direction, side.ledger_account, currency, amount,
       CASE side.direction WHEN 'CREDIT' THEN amount ELSE -amount END AS change, shard, fold_number
FROM money.posting
CROSS JOIN LATERAL (VALUES ('DEBIT', debit), ('CREDIT', credit)) side (direction, ledger_account);

CREATE FUNCTION money.refuse_rewriting_journals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'journals_are_append_only';
END $$;

CREATE TRIGGER journals_are_append_only BEFORE UPDATE OR DELETE ON money.journal
    FOR EACH ROW EXECUTE FUNCTION money.refuse_rewriting_journals();

CREATE TRIGGER journals_are_append_only BEFORE UPDATE OR DELETE ON money.posting
    FOR EACH ROW EXECUTE FUNCTION money.refuse_rewriting_journals();

-- The owner of the tables has no such right either, until somebody grants it. It keeps UPDATE on journals, because the
-- foreign key of a posting locks its journal.
REVOKE UPDATE, DELETE, TRUNCATE ON money.posting FROM CURRENT_USER;
REVOKE DELETE, TRUNCATE ON money.journal FROM CURRENT_USER;


-- Transactions: spread by customer_id ---------------------------------------------------------------------------------

-- Numbers of transactions and of slips.
CREATE SEQUENCE money.next_transaction_number START 5000000001;

-- What a customer reads about a journal, in the words of the statement of account.
CREATE TABLE money.transaction (
    customer_id         bigint                      NOT NULL,
    transaction_id      bigint                      NOT NULL,
    slip_id             bigint                      NOT NULL,   -- the same for all transactions of one operation
    account_id          money.account_id            NOT NULL,
    transaction_type    money.transaction_type      NOT NULL,
    direction           money.direction             NOT NULL,
    amount              bigint                      NOT NULL,   -- in the account's currency
    status              money.transaction_status    NOT NULL,
    status_reason       text,
    card_id             uuid,                       -- the instrument of the payment
    merchant_ref_num    money.merchant_reference,
    journal_id          uuid,                       -- null until it is COMPLETED
    created_at          timestamptz                 NOT NULL,
    changed_at          timestamptz                 NOT NULL,
    CONSTRAINT transaction_is_numbered_once PRIMARY KEY (customer_id, transaction_id),
    CONSTRAINT transaction_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account,
    CONSTRAINT transaction_is_of_a_journal FOREIGN KEY (customer_id, journal_id) REFERENCES money.journal,
    CONSTRAINT journal_has_one_transaction UNIQUE (customer_id, journal_id),
    CONSTRAINT transaction_amount_is_positive CHECK (amount > 0),
    CONSTRAINT completed_transaction_has_a_journal CHECK (status <> 'COMPLETED' OR journal_id IS NOT NULL)
) WITH (fillfactor = 90);

-- Only a business looks up a transaction by its number alone. Its filters need no index: they only narrow what one
-- customer has, which the primary key finds.
CREATE INDEX transaction_by_number ON money.transaction (transaction_id);


-- Movements: spread by customer_id -----------------------------------------------------------------------------------

-- Money that somebody asks to move, step by step: a deposit to a customer, a transfer from one customer to another, or
-- a withdrawal to a payment instrument. Its id is that of its journals, and that of its hold. A PREVIEW has no
-- transaction yet.
CREATE TABLE money.movement (
    customer_id         bigint                  NOT NULL,   -- who receives the deposit, or sends the money
    movement_id         uuid                    NOT NULL,
    kind                money.movement_kind     NOT NULL,
    recipient_id        bigint,                             -- of a transfer
    currency            money.currency          NOT NULL,
    amount              bigint                  NOT NULL,
    merchant_ref_num    money.merchant_reference,
    reason              text,                               -- what a transfer is for
    description         text,
    payment_option      text,                               -- of a withdrawal, like the next two
    instrument_type     text,
    instrument_id       text,
    status              money.movement_status   NOT NULL,
    status_reason       text,
    account_id          money.account_id,
    transaction_id      bigint,
    slip_id             bigint,
    created_at          timestamptz             NOT NULL,
    changed_at          timestamptz             NOT NULL,
    CONSTRAINT movement_is_asked_for_once PRIMARY KEY (customer_id, movement_id),
    CONSTRAINT movement_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account,
    CONSTRAINT movement_is_of_a_transaction FOREIGN KEY (customer_id, transaction_id) REFERENCES money.transaction,
    CONSTRAINT movement_amount_has_1_to_12_digits CHECK (amount BETWEEN 1 AND 999999999999),
    CONSTRAINT transfer_leads_to_another_customer CHECK (
        CASE kind WHEN 'TRANSFER' THEN recipient_id IS NOT NULL AND recipient_id <> customer_id
        ELSE recipient_id IS NULL END),
    CONSTRAINT withdrawal_leads_to_an_instrument CHECK (
        num_nonnulls(payment_option, instrument_type, instrument_id) = CASE kind WHEN 'WITHDRAWAL' THEN 3 ELSE 0 END),
    CONSTRAINT movement_after_its_preview_has_a_transaction CHECK (
        num_nonnulls(transaction_id, slip_id) = CASE status WHEN 'PREVIEW' THEN 0 ELSE 2 END
        AND (status = 'PREVIEW' OR account_id IS NOT NULL)),
    CONSTRAINT failed_movement_says_why CHECK ((status = 'FAILED') = (status_reason IS NOT NULL))
) WITH (fillfactor = 80);

CREATE INDEX movement_processing ON money.movement (kind, changed_at, movement_id) WHERE status = 'PROCESSING';
CREATE INDEX movement_preview ON money.movement (created_at) WHERE status = 'PREVIEW';

-- The brand uses each number of a movement once, and so does each customer. A customer cannot take a number of the
-- brand. Spread by the brand and the number.
CREATE TABLE money.used_merchant_reference (
    brand               text                        NOT NULL,
    asked_by            bigint                      NOT NULL,   -- a customer; 0 for the brand
    merchant_ref_num    text                        NOT NULL,
    customer_id         bigint                      NOT NULL,
    movement_id         uuid                        NOT NULL,
    CONSTRAINT merchant_reference_is_used_once PRIMARY KEY (brand, merchant_ref_num, asked_by),
    CONSTRAINT merchant_reference_is_1_to_50_characters CHECK (length(merchant_ref_num) BETWEEN 1 AND 50)
);

-- The number of a preview that is forgotten is free.
CREATE INDEX used_merchant_reference_by_movement ON money.used_merchant_reference (customer_id, movement_id);


-- The house's balances: folded sums ----------------------------------------------------------------------------------

-- The postings of a shard with a lower number are folded into its balances. Everybody who had drawn such a number had
-- ended when they were folded, so no posting is missed. Nothing here is a transaction's id, because those begin again in
-- the cluster in which a dump is restored.
CREATE TABLE money.fold (
    shard       integer CONSTRAINT shard_is_folded_once PRIMARY KEY,
    folded_to   bigint  NOT NULL,
    CONSTRAINT shard_is_0_to_15 CHECK (shard BETWEEN 0 AND 15)
);

-- Credits less debits. It is numeric, because many amounts may exceed 64 bits.
CREATE TABLE money.house_balance (
    shard           integer              NOT NULL,
    ledger_account  money.ledger_account NOT NULL,
    currency        money.currency       NOT NULL,
    balance         numeric              NOT NULL,
    CONSTRAINT house_balance_is_folded_once PRIMARY KEY (shard, ledger_account, currency),
    CONSTRAINT house_balance_is_of_a_shard FOREIGN KEY (shard) REFERENCES money.fold,
    CONSTRAINT house_has_no_balance_of_customers CHECK (ledger_account <> 'customer')
);


-- Exchange rates: small, the same on every machine -------------------------------------------------------------------

-- How many units of one currency are paid for another: 92/100 EUR for 1 USD.
CREATE TABLE money.exchange_rate (
    from_currency   money.currency  NOT NULL,
    to_currency     money.currency  NOT NULL,
    numerator       bigint          NOT NULL,
    denominator     bigint          NOT NULL,
    CONSTRAINT exchange_rate_is_set_once PRIMARY KEY (from_currency, to_currency),
    CONSTRAINT exchange_rate_is_positive CHECK (least(numerator, denominator) > 0),
    CONSTRAINT exchange_rate_is_between_two_currencies CHECK (from_currency <> to_currency)
);
