-- The complete schema of Tessera's database, put together from the files of its contexts (`Sources/**/*.sql`).
--
-- `tessera migrate` installs `money`, `webhooks`, `audit` and `issuing` in an empty database. A database that
-- becomes a sandbox's gets `merchants` and `sandbox` with its mark.
--
-- Three rules apply everywhere:
--
-- 1. A constraint's name is the rule that it enforces, as a sentence, because the service forms its refusal
--    from the name. Swift checks each rule first, to give a good answer. The constraint guarantees it.
-- 2. Every table that grows has the key it is distributed by first in its primary key: customer_id,
--    merchant_id, the subject of a webhook, the owner of an Idempotency-Key, the number of an audit event. No
--    foreign key crosses that key except through a reference table, and no unique constraint except that of
--    the places in the audit trail. Each other value that must be unique over all customers has its own small
--    table, with that value as the key. So the tables can be spread over many machines.
-- 3. No column contains a PAN or a PIN that can be read without a key from outside the database, and no column
--    contains a CVV at all. Times come from the service's clock, never from now(); only the age at which an
--    event of the audit trail may go does not.

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


-- schema: webhooks ----------------------------------------------------------------------------------------------------

-- Webhooks, spread by what they are about. An owner (a brand, or a merchant at a gateway) subscribes to a type of
-- event. Each event is about a subject (a card or an account of a customer, or a payment). Only the code that writes
-- events understands the texts of owners and subjects, so these tables reference no table of another schema. Names
-- include the schema here; statements find them by the session's search path.

CREATE SCHEMA webhooks;

CREATE DOMAIN webhooks.webhook_status AS text
    CONSTRAINT webhook_status_is_known CHECK (VALUE IN ('PENDING', 'DELIVERED', 'DEAD'));
CREATE DOMAIN webhooks.webhook_outcome AS text CONSTRAINT webhook_outcome_is_known CHECK (VALUE IN (
    'DELIVERED', 'REFUSED', 'TIMED_OUT', 'NOT_REACHED', 'ADDRESS_NOT_ALLOWED'));
-- Each sender knows some dialects. It leaves the subscriptions in other ones alone.
CREATE DOMAIN webhooks.webhook_dialect AS text
    CONSTRAINT webhook_dialect_is_a_name CHECK (VALUE ~ '^[A-Z][A-Z0-9_]{0,31}$');

-- The order in which subscriptions and deliveries were written.
CREATE SEQUENCE webhooks.webhook_insertion;

-- A subscription that has ended gets no more events and is no longer shown. It is removed once no row refers to it. The
-- dialect says how its requests are signed and when they come again. A subscription without a URL is for events that
-- have an address of their own.
CREATE TABLE webhooks.webhook_subscription (
    subscription_id uuid        CONSTRAINT subscription_is_known_once PRIMARY KEY,
    owner           text        NOT NULL,
    event_type      text        NOT NULL,
    url             text,
    sealed_key      bytea       NOT NULL,   -- signs requests
    key_version     integer     NOT NULL,
    created_at      timestamptz NOT NULL,
    ended_at        timestamptz,
    dialect         webhooks.webhook_dialect NOT NULL,
    signer          text,                   -- whose signature it is, if the dialect signs a name
    insertion       bigint      NOT NULL DEFAULT nextval('webhooks.webhook_insertion')
);

CREATE UNIQUE INDEX subscription_is_made_once ON webhooks.webhook_subscription (owner, event_type, url)
    NULLS NOT DISTINCT WHERE ended_at IS NULL;

-- A line: the events about one subject that wait for one subscription. The first event is sent until it is delivered or
-- dead, and only then is the next one sent. The row exists only while an event waits, so the table is as large as the
-- backlog.
CREATE TABLE webhooks.webhook_line (
    subject         text        NOT NULL,
    subscription_id uuid        NOT NULL
        CONSTRAINT line_leads_to_a_subscription REFERENCES webhooks.webhook_subscription DEFERRABLE,
    waiting         integer     NOT NULL,   -- how many deliveries are PENDING
    failures        integer     NOT NULL,   -- of the first delivery, in a row
    next_attempt_at timestamptz NOT NULL,
    leased_until    timestamptz,            -- while a server sends the first; real time, unlike other times
    CONSTRAINT line_is_one PRIMARY KEY (subject, subscription_id),
    CONSTRAINT line_ends_with_its_last_delivery CHECK (waiting > 0)
);

CREATE INDEX webhook_line_by_turn ON webhooks.webhook_line (subscription_id, next_attempt_at);

-- An event on its way to one subscription. The statement that makes a change also writes the events about it.
CREATE TABLE webhooks.webhook_delivery (
    subject         text           NOT NULL,
    delivery_id     uuid           NOT NULL,
    subscription_id uuid           NOT NULL
        CONSTRAINT delivery_is_for_a_subscription REFERENCES webhooks.webhook_subscription DEFERRABLE,
    event_number    bigint         NOT NULL,    -- orders the subject's events of this type
    event_id        uuid           NOT NULL,
    body            bytea          NOT NULL,    -- every attempt sends and signs exactly these bytes; a secret is sealed
    status          webhooks.webhook_status NOT NULL,
    attempts        integer        NOT NULL,
    queued_at       timestamptz    NOT NULL,
    url             text,                       -- where it goes, if not where the subscription says
    insertion       bigint         NOT NULL DEFAULT nextval('webhooks.webhook_insertion'),
    body_key_version integer,                   -- of the key that seals the body, if it is a secret
    secret_until    timestamptz,                -- a secret is of no use afterwards
    CONSTRAINT delivery_is_known_once PRIMARY KEY (subject, delivery_id),
    CONSTRAINT event_is_told_once UNIQUE (subject, subscription_id, event_number),
    CONSTRAINT a_secret_ends CHECK ((body_key_version IS NULL) = (secret_until IS NULL)),
    CONSTRAINT a_secret_is_kept_while_it_waits CHECK (
        body_key_version IS NULL OR (status = 'PENDING') = (body <> ''))
);

-- Owners look up a delivery by its id alone.
CREATE INDEX webhook_delivery_by_id ON webhooks.webhook_delivery (delivery_id);

-- The log, newest first. Removal starts at the other end.
CREATE INDEX webhook_delivery_by_age
    ON webhooks.webhook_delivery (subscription_id, status, queued_at DESC, insertion DESC);

-- How the last attempts at a delivery went. If a number is missing, a server was killed during that attempt.
CREATE TABLE webhooks.webhook_attempt (
    subject         text            NOT NULL,
    delivery_id     uuid            NOT NULL,
    attempt_number  integer         NOT NULL,
    outcome         webhooks.webhook_outcome NOT NULL,
    status_code     integer,        -- if there was an answer
    milliseconds    integer         NOT NULL,
    attempted_at    timestamptz     NOT NULL,
    CONSTRAINT attempt_is_logged_once PRIMARY KEY (subject, delivery_id, attempt_number),
    CONSTRAINT attempt_is_of_a_delivery FOREIGN KEY (subject, delivery_id)
        REFERENCES webhooks.webhook_delivery ON DELETE CASCADE
);

-- A UUID derived from a text, version 8 (RFC 9562, section 5.8): the same text always has the same id.
CREATE FUNCTION webhooks.webhook_id(name text) RETURNS uuid LANGUAGE sql IMMUTABLE
    RETURN overlay(overlay(md5(name) PLACING '8' FROM 13) PLACING 'a' FROM 17)::uuid;


-- schema: audit -------------------------------------------------------------------------------------------------------

-- Who did what, when, and from where. An event is written in the transaction of the act that it tells. Only the code
-- that writes events understands their texts, so this table references no other one. Names include the schema here;
-- statements find them by the session's search path.

CREATE SCHEMA audit;

CREATE DOMAIN audit.audit_outcome AS text CONSTRAINT audit_outcome_is_known CHECK (VALUE IN ('DONE', 'REFUSED'));

CREATE SEQUENCE audit.audit_number;

-- An event waits until a worker gives it its place in the chain: the day of the chain, its position on that day, and a
-- hash of the event and of the hash before it. Waiting events have no order, so acts do not wait for each other.
CREATE TABLE audit.audit_event (
    number      bigint      NOT NULL DEFAULT nextval('audit.audit_number')
                CONSTRAINT audit_event_is_written_once PRIMARY KEY,
    happened_at timestamptz NOT NULL,
    act         text        NOT NULL,
    outcome     audit.audit_outcome NOT NULL,
    subject     text,       -- the object of the act, such as a card
    detail      text,
    operator    text,       -- the person, for an act of an operator
    client      text,
    brand       text,
    customer    text,
    token_id    text,       -- the `jti` of the caller's token
    request_id  text,
    address     text,
    operation   text,
    day         date,
    position    bigint,     -- on that day, from 1
    hash        bytea,
    CONSTRAINT audit_event_waits_or_has_a_place CHECK (
        (day IS NULL) = (position IS NULL) AND (day IS NULL) = (hash IS NULL)),
    CONSTRAINT audit_event_has_one_place UNIQUE (day, position)
);

CREATE INDEX audit_event_waiting ON audit.audit_event (number) WHERE day IS NULL;

-- An event is written once, gets its place once, and stays for at least a year (PCI DSS 4.0, requirement 10.5.1).
CREATE FUNCTION audit.keep_the_trail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.day IS NULL THEN RETURN NEW; END IF;
    ELSIF TG_OP = 'UPDATE' THEN
        IF OLD.day IS NULL THEN
            OLD.day := NEW.day;
            OLD.position := NEW.position;
            OLD.hash := NEW.hash;
            IF OLD IS NOT DISTINCT FROM NEW THEN RETURN NEW; END IF;
        END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF OLD.happened_at < now() - interval '1 year' THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION 'the audit trail is append-only'
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'audit_is_append_only';
END
$$;

CREATE TRIGGER audit_is_append_only BEFORE INSERT OR UPDATE OR DELETE ON audit.audit_event
    FOR EACH ROW EXECUTE FUNCTION audit.keep_the_trail();
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit.audit_event
    FOR EACH STATEMENT EXECUTE FUNCTION audit.keep_the_trail();


-- schema: issuing -----------------------------------------------------------------------------------------------------

CREATE SCHEMA issuing;

-- Names without a schema are names in these schemas. Every session of the program finds them there, too.
SET search_path = issuing, webhooks, pg_temp;


-- What an issuer answers to a card network ----------------------------------------------------------------------------

CREATE DOMAIN authorization_type AS text CONSTRAINT authorization_type_is_known CHECK (VALUE IN (
    'PURCHASE', 'ATM_WITHDRAWAL', 'PURCHASE_WITH_CASHBACK', 'REFUND', 'BALANCE_INQUIRY', 'ACCOUNT_VERIFICATION'));
CREATE DOMAIN authorization_status AS text CONSTRAINT authorization_status_is_known CHECK (VALUE IN (
    'APPROVED', 'DECLINED', 'FAILED', 'EXPIRED', 'REVERSED', 'SETTLED', 'SETTLED_PARTIAL', 'FORCED_BAL_RELEASE',
    'SETTLED_RELEASE_FAIL', 'UNKNOWN'));
CREATE DOMAIN response_code AS text
    CONSTRAINT response_code_is_two_characters CHECK (VALUE ~ '^[0-9A-Z]{2}$');
CREATE DOMAIN network_reference AS text
    CONSTRAINT network_reference_is_1_to_100_printable_characters CHECK (VALUE ~ '^[!-~]{1,100}$');
CREATE DOMAIN dispute_status AS text CONSTRAINT dispute_status_is_known CHECK (VALUE IN (
    'OPEN', 'CHARGEBACK', 'REPRESENTED', 'PRE_ARBITRATION', 'ARBITRATION', 'WON', 'LOST', 'WITHDRAWN'));
CREATE DOMAIN dispute_actor AS text CONSTRAINT dispute_actor_is_known CHECK (
    VALUE IN ('CUSTOMER', 'BUSINESS', 'ISSUER', 'ACQUIRER', 'SCHEME', 'CLOCK'));


-- Authorizations: spread by customer_id ------------------------------------------------------------------------------

-- The order in which authorizations were written. Lists that begin with the newest need it, because many may have the
-- same time: a sandbox's clock may stand still.
CREATE SEQUENCE authorization_insertion;

-- What the network has asked of a card, and what was answered. Its id is that of its hold, if it holds money. Rows of
-- declines stay, because customers read them.
CREATE TABLE "authorization" (
    customer_id         bigint                      NOT NULL,
    authorization_id    uuid                        NOT NULL,
    account_id          money.account_id            NOT NULL,
    card_id             uuid                        NOT NULL,
    reference           network_reference           NOT NULL,   -- of the message that began it
    lifecycle           network_reference           NOT NULL,   -- the same in all messages about it
    authorization_type  authorization_type          NOT NULL,
    status              authorization_status        NOT NULL,
    is_refund           boolean                     NOT NULL,
    pays_at_once        boolean                     NOT NULL,   -- without a hold
    currency            money.currency              NOT NULL,   -- the account's
    -- What messages have made of it, in the account's currency, with fees.
    approved            bigint                      NOT NULL,   -- with all increments
    reversed            bigint                      NOT NULL,
    released            bigint                      NOT NULL,   -- free again without a reversal
    cleared             bigint                      NOT NULL,
    refunded            bigint                      NOT NULL,
    -- Its price: what the merchant asked for, the same in the account's currency, and the fees.
    merchant_amount     bigint                      NOT NULL,
    merchant_currency   money.currency              NOT NULL,
    converted           bigint,                     -- null if there was no rate
    -- What came of it, without fees, each in the merchant's currency and in the account's. Parts in another currency do
    -- not count here.
    collected           bigint                      NOT NULL DEFAULT 0,
    collected_converted bigint                      NOT NULL DEFAULT 0,
    returned            bigint                      NOT NULL DEFAULT 0,
    returned_converted  bigint                      NOT NULL DEFAULT 0,
    atm_fee             bigint                      NOT NULL,
    fx_fee              bigint                      NOT NULL,
    rate_numerator      bigint,                     -- null if both currencies are the same
    rate_denominator    bigint,
    response_code       response_code               NOT NULL,
    approval_code       text,
    decided_by          text                        NOT NULL,
    merchant_category   integer                     NOT NULL,
    merchant_country    text                        NOT NULL,
    merchant_name       text                        NOT NULL,
    merchant_city       text,
    merchant_id         text,
    terminal_id         text,
    entry_mode          text                        NOT NULL,
    card_presence       text                        NOT NULL,
    wallet              text,
    challenge           text                        NOT NULL,
    channels            text[]                      NOT NULL,   -- those whose limits it counts for
    slip_id             bigint,                     -- of its newest transaction
    changes             integer                     NOT NULL,   -- the number of messages that have changed it
    created_at          timestamptz                 NOT NULL,
    changed_at          timestamptz                 NOT NULL,
    insertion           bigint                      NOT NULL DEFAULT nextval('authorization_insertion'),
    CONSTRAINT authorization_is_known_once PRIMARY KEY (customer_id, authorization_id),
    CONSTRAINT authorization_is_of_an_account FOREIGN KEY (customer_id, account_id) REFERENCES money.account,
    CONSTRAINT authorized_amounts_are_not_negative CHECK (
        least(approved, reversed, released, cleared, refunded, merchant_amount, converted, atm_fee, fx_fee, collected,
              collected_converted, returned, returned_converted) >= 0),
    CONSTRAINT authorization_returns_at_most_what_was_approved CHECK (reversed + released <= approved),
    CONSTRAINT refund_holds_no_money CHECK (NOT is_refund OR approved = 0),
    CONSTRAINT exchange_rate_is_whole CHECK (
        num_nulls(rate_numerator, rate_denominator) IN (0, 2) AND least(rate_numerator, rate_denominator) > 0),
    CONSTRAINT decider_is_known CHECK (decided_by IN ('ISSUER', 'PARTNER', 'STAND_IN', 'NETWORK'))
) WITH (fillfactor = 85);

CREATE INDEX authorization_by_age ON "authorization" (customer_id, created_at DESC, insertion DESC);
-- Names come first: a report is refused if what it names is a payment of another customer's card.
CREATE INDEX authorization_by_lifecycle ON "authorization" (lifecycle, customer_id);
CREATE INDEX authorization_by_reference ON "authorization" (reference, customer_id);

-- Only a business looks up an authorization by its id alone.
CREATE INDEX authorization_by_id ON "authorization" (authorization_id);

-- Reversals that came before the message that they take back.
CREATE TABLE early_reversal (
    customer_id bigint                  NOT NULL,
    card_id     uuid                    NOT NULL,
    lifecycle   network_reference       NOT NULL,
    received_at timestamptz             NOT NULL,
    CONSTRAINT early_reversal_is_kept_once PRIMARY KEY (customer_id, card_id, lifecycle)
);

-- The order in which messages were written. Those of one card may have the same time.
CREATE SEQUENCE network_message_insertion;

-- Every message of the network and its answer, spread by the message's reference. The same message always gets the same
-- answer, so a decline never turns into an approval.
CREATE TABLE network_message (
    reference           text                    CONSTRAINT network_message_is_answered_once PRIMARY KEY,
    digest              bytea                   NOT NULL,   -- a keyed hash of the whole message
    kind                text                    NOT NULL,
    customer_id         bigint,                 -- null if no card has the number
    card_id             uuid,
    authorization_id    uuid,                   -- null if it belongs to none
    response_code       response_code           NOT NULL,
    currency            money.currency,         -- of the approved and the available amount
    approved            bigint,
    available           bigint,                 -- answered to a balance inquiry
    approval_code       text,
    security_code_result text,
    findings            text[]                  NOT NULL,   -- of the checks that did not pass
    received_at         timestamptz             NOT NULL,
    -- What the rules of controls and money read, so that other controls can judge the message later. Null if no card
    -- has the number, and in messages of earlier programs.
    facts               text,
    insertion           bigint                  DEFAULT nextval('network_message_insertion'),
    CONSTRAINT network_reference_is_1_to_100_printable_characters CHECK (reference ~ '^[!-~]{1,100}$')
);

-- Messages about an authorization, and all of a card.
CREATE INDEX network_message_by_card ON network_message (customer_id, card_id, received_at DESC);


-- Disputes: spread by customer_id -------------------------------------------------------------------------------------

-- The transition matrix, with the same rows as the program's own matrix; a test compares the two. The history
-- references it. A dispute begins OPEN, which needs no row. Small, the same on every machine.
CREATE TABLE dispute_transition (
    actor       dispute_actor   NOT NULL,
    step        text            NOT NULL,
    from_status dispute_status  NOT NULL,
    to_status   dispute_status  NOT NULL,
    CONSTRAINT dispute_transition_is_listed_once PRIMARY KEY (actor, step, from_status, to_status)
);

INSERT INTO dispute_transition (actor, step, from_status, to_status) VALUES
    ('ISSUER',   'CHARGE_BACK',       'OPEN',            'CHARGEBACK'),
    ('ISSUER',   'REJECT',            'OPEN',            'LOST'),
    ('ACQUIRER', 'REPRESENT',         'CHARGEBACK',      'REPRESENTED'),
    ('ACQUIRER', 'ACCEPT',            'CHARGEBACK',      'WON'),
    ('ACQUIRER', 'ACCEPT',            'PRE_ARBITRATION', 'WON'),
    ('ACQUIRER', 'ACCEPT',            'ARBITRATION',     'WON'),
    ('ISSUER',   'PRE_ARBITRATE',     'REPRESENTED',     'PRE_ARBITRATION'),
    ('ISSUER',   'ACCEPT',            'REPRESENTED',     'LOST'),
    ('ISSUER',   'ACCEPT',            'PRE_ARBITRATION', 'LOST'),
    ('ISSUER',   'ACCEPT',            'ARBITRATION',     'LOST'),
    ('ISSUER',   'ARBITRATE',         'PRE_ARBITRATION', 'ARBITRATION'),
    ('SCHEME',   'RULE_FOR_ISSUER',   'ARBITRATION',     'WON'),
    ('SCHEME',   'RULE_FOR_ACQUIRER', 'ARBITRATION',     'LOST'),
    ('CUSTOMER', 'WITHDRAW',          'OPEN',            'WITHDRAWN'),
    ('CUSTOMER', 'WITHDRAW',          'CHARGEBACK',      'WITHDRAWN'),
    ('CUSTOMER', 'WITHDRAW',          'REPRESENTED',     'WITHDRAWN'),
    ('CUSTOMER', 'WITHDRAW',          'PRE_ARBITRATION', 'WITHDRAWN'),
    ('BUSINESS', 'WITHDRAW',          'OPEN',            'WITHDRAWN'),
    ('BUSINESS', 'WITHDRAW',          'CHARGEBACK',      'WITHDRAWN'),
    ('BUSINESS', 'WITHDRAW',          'REPRESENTED',     'WITHDRAWN'),
    ('BUSINESS', 'WITHDRAW',          'PRE_ARBITRATION', 'WITHDRAWN'),
    ('ACQUIRER', 'REFUND',            'OPEN',            'OPEN'),
    ('ACQUIRER', 'REFUND',            'CHARGEBACK',      'CHARGEBACK'),
    ('ACQUIRER', 'REFUND',            'REPRESENTED',     'REPRESENTED'),
    ('ACQUIRER', 'REFUND',            'PRE_ARBITRATION', 'PRE_ARBITRATION'),
    ('ACQUIRER', 'REFUND',            'ARBITRATION',     'ARBITRATION'),
    ('ACQUIRER', 'REFUND',            'OPEN',            'WITHDRAWN'),
    ('ACQUIRER', 'REFUND',            'CHARGEBACK',      'WITHDRAWN'),
    ('ACQUIRER', 'REFUND',            'REPRESENTED',     'WITHDRAWN'),
    ('ACQUIRER', 'REFUND',            'PRE_ARBITRATION', 'WITHDRAWN'),
    ('ACQUIRER', 'REFUND',            'ARBITRATION',     'WITHDRAWN'),
    ('CLOCK',    'TIME_OUT',          'CHARGEBACK',      'WON'),
    ('CLOCK',    'TIME_OUT',          'PRE_ARBITRATION', 'WON'),
    ('CLOCK',    'TIME_OUT',          'OPEN',            'LOST'),
    ('CLOCK',    'TIME_OUT',          'REPRESENTED',     'LOST');

-- The order in which disputes were opened, for lists, as that of authorizations.
CREATE SEQUENCE dispute_insertion;

-- A claim about a cleared payment. Each is written under the lock of its account. It references no table of earlier
-- versions, so that a program that does not know this table can still empty a sandbox.
CREATE TABLE dispute (
    customer_id         bigint              NOT NULL,
    dispute_id          uuid                NOT NULL,
    account_id          money.account_id    NOT NULL,
    authorization_id    uuid                NOT NULL,
    card_id             uuid                NOT NULL,
    scheme              text                NOT NULL,
    reason              text                NOT NULL,
    description         text,               -- in the customer's words
    status              dispute_status      NOT NULL,
    currency            money.currency      NOT NULL,   -- the account's
    amount              bigint              NOT NULL,   -- claimed
    -- Where the money is; the rest is in the account `dispute` of the ledger.
    disputed            bigint              NOT NULL,   -- refunds make it less than the claim
    credited            bigint              NOT NULL,   -- to the customer
    collected           bigint              NOT NULL,   -- from the scheme
    written_off         bigint              NOT NULL,
    bears_losses        boolean             NOT NULL,   -- the program's terms when it was opened
    steps               integer             NOT NULL,   -- the number of lines of its history
    evidence_files      integer             NOT NULL DEFAULT 0,
    deadline            timestamptz,                    -- of the next step; null if nobody has one
    opened_at           timestamptz         NOT NULL,
    changed_at          timestamptz         NOT NULL,
    insertion           bigint              NOT NULL DEFAULT nextval('dispute_insertion'),
    CONSTRAINT dispute_is_known_once PRIMARY KEY (customer_id, dispute_id),
    CONSTRAINT scheme_of_a_dispute_is_known CHECK (scheme IN ('VISA', 'MC')),
    CONSTRAINT dispute_reason_is_known CHECK (reason IN (
        'FRAUD', 'NOT_RECEIVED', 'NOT_AS_DESCRIBED', 'CANCELLED', 'CREDIT_NOT_PROCESSED', 'DUPLICATE',
        'INCORRECT_AMOUNT', 'CASH_NOT_DISPENSED', 'OTHER')),
    CONSTRAINT dispute_claims_an_amount CHECK (amount > 0),
    CONSTRAINT at_most_the_claim_is_disputed CHECK (disputed >= 0 AND disputed <= amount),
    CONSTRAINT disputed_money_moves_as_a_whole CHECK (
        credited IN (0, disputed) AND collected IN (0, disputed) AND written_off IN (0, disputed)),
    CONSTRAINT ended_dispute_leaves_nothing_in_dispute CHECK (
        status NOT IN ('WON', 'LOST', 'WITHDRAWN') OR credited = collected + written_off),
    CONSTRAINT only_a_running_dispute_has_a_deadline CHECK (
        deadline IS NULL OR status IN ('OPEN', 'CHARGEBACK', 'REPRESENTED', 'PRE_ARBITRATION')),
    CONSTRAINT dispute_has_at_most_10_files CHECK (evidence_files BETWEEN 0 AND 10)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX payment_has_one_dispute_at_a_time ON dispute (customer_id, authorization_id)
    WHERE status IN ('OPEN', 'CHARGEBACK', 'REPRESENTED', 'PRE_ARBITRATION', 'ARBITRATION');
CREATE INDEX dispute_by_authorization ON dispute (customer_id, authorization_id);
CREATE INDEX dispute_by_age ON dispute (customer_id, insertion DESC);
CREATE INDEX dispute_by_deadline ON dispute (deadline, dispute_id) WHERE deadline IS NOT NULL;
-- Operators and the network look up a dispute by its id alone.
CREATE INDEX dispute_by_id ON dispute (dispute_id);

-- The history of a dispute: a line for each step. Only added to.
CREATE TABLE dispute_step (
    customer_id         bigint              NOT NULL,
    dispute_id          uuid                NOT NULL,
    step_number         integer             NOT NULL,   -- 1 when it is opened
    actor               dispute_actor       NOT NULL,
    step                text                NOT NULL,
    from_status         dispute_status,                 -- none when it is opened
    to_status           dispute_status      NOT NULL,
    disputed            bigint              NOT NULL,   -- after the step
    journal_id          uuid,                           -- null if the step moved no money
    network_reference   network_reference,              -- of a message of the network
    note                text,
    taken_at            timestamptz         NOT NULL,
    CONSTRAINT dispute_step_is_recorded_once PRIMARY KEY (customer_id, dispute_id, step_number),
    CONSTRAINT step_is_of_a_dispute FOREIGN KEY (customer_id, dispute_id) REFERENCES dispute
        DEFERRABLE,
    CONSTRAINT dispute_transition_is_in_the_matrix FOREIGN KEY (actor, step, from_status, to_status)
        REFERENCES dispute_transition,
    CONSTRAINT only_the_first_step_opens_a_dispute CHECK (
        (from_status IS NULL) = (step_number = 1) AND (from_status IS NULL) = (step = 'OPEN')),
    CONSTRAINT message_about_a_dispute_is_used_once UNIQUE (customer_id, dispute_id, network_reference)
);

CREATE FUNCTION refuse_rewriting_disputes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'dispute_history_is_append_only';
END $$;

CREATE TRIGGER dispute_history_is_append_only BEFORE UPDATE OR DELETE ON dispute_step
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_disputes();

-- Files about a dispute, sealed.
CREATE TABLE dispute_evidence (
    customer_id     bigint      NOT NULL,
    evidence_id     uuid        NOT NULL,
    dispute_id      uuid        NOT NULL,
    file_number     integer     NOT NULL,   -- from 1
    actor           dispute_actor NOT NULL,
    file_name       text        NOT NULL,
    media_type      text        NOT NULL,
    size_bytes      integer     NOT NULL,   -- before sealing
    sealed_content  bytea       NOT NULL,
    key_version     integer     NOT NULL,
    added_at        timestamptz NOT NULL,
    CONSTRAINT evidence_is_added_once PRIMARY KEY (customer_id, evidence_id),
    CONSTRAINT evidence_is_numbered_once UNIQUE (customer_id, dispute_id, file_number),
    CONSTRAINT evidence_is_of_a_dispute FOREIGN KEY (customer_id, dispute_id) REFERENCES dispute
        DEFERRABLE,
    CONSTRAINT evidence_type_is_known CHECK (
        media_type IN ('application/pdf', 'image/jpeg', 'image/png', 'text/plain')),
    CONSTRAINT evidence_is_at_most_256_kibibytes CHECK (size_bytes BETWEEN 1 AND 262144)
);


-- Controls: a card's are spread by customer_id, a program's are small and the same on every machine -------------------

CREATE DOMAIN channels AS text[] CONSTRAINT channels_are_known CHECK (
    VALUE <@ ARRAY['ECOMMERCE', 'POS', 'CONTACTLESS', 'MAGNETIC_STRIPE', 'ATM', 'MOBILE_WALLET']);
CREATE DOMAIN country_list AS text[] CONSTRAINT countries_are_at_most_300_pairs_of_letters CHECK (
    cardinality(VALUE) <= 300 AND array_to_string(VALUE, ' ') ~ '^([A-Z]{2}( |$))*$');
CREATE DOMAIN category_list AS text[] CONSTRAINT categories_are_at_most_300_times_four_digits CHECK (
    cardinality(VALUE) <= 300 AND array_to_string(VALUE, ' ') ~ '^([0-9]{4}( |$))*$');
CREATE DOMAIN limit_windows AS text[] CONSTRAINT limits_are_at_most_20_of_known_windows CHECK (
    cardinality(VALUE) <= 20 AND VALUE <@ ARRAY['TRANSACTION', 'DAY', 'WEEK', 'MONTH', 'LIFETIME']);
CREATE DOMAIN limit_channels AS text[] CONSTRAINT limits_are_of_known_channels CHECK (
    VALUE <@ ARRAY['ALL', 'ECOMMERCE', 'POS', 'CONTACTLESS', 'MAGNETIC_STRIPE', 'ATM', 'MOBILE_WALLET']);
CREATE DOMAIN limit_values AS bigint[] CONSTRAINT limit_is_not_negative CHECK (-1 <= ALL (VALUE));

-- What a card must not do, and how much. They are set as a whole, and read with each payment, so they are one row. A
-- card without a row has none.
CREATE TABLE card_controls (
    customer_id         bigint                  NOT NULL,
    card_id             uuid                    NOT NULL,
    switched_off        channels                NOT NULL,
    allowed_countries   country_list,                       -- null if all
    blocked_countries   country_list            NOT NULL,
    allowed_categories  category_list,                      -- null if all
    blocked_categories  category_list           NOT NULL,
    -- One element for each limit.
    limit_windows       limit_windows           NOT NULL,
    limit_channels      limit_channels          NOT NULL,   -- ALL for all channels together
    limit_amounts       limit_values            NOT NULL,   -- -1 without one
    limit_counts        limit_values            NOT NULL,   -- -1 without one
    version             bigint                  NOT NULL DEFAULT 1,     -- counts the changes
    changed_at          timestamptz             NOT NULL,
    CONSTRAINT card_has_one_set_of_controls PRIMARY KEY (customer_id, card_id),
    CONSTRAINT limits_of_a_card_have_all_their_parts CHECK (
        cardinality(limit_windows) = ALL (
            ARRAY[cardinality(limit_channels), cardinality(limit_amounts), cardinality(limit_counts)]))
);

-- The same for all cards of a program.
CREATE TABLE program_controls (
    program_name        text                    CONSTRAINT program_has_one_set_of_controls PRIMARY KEY,
    switched_off        channels                NOT NULL,
    allowed_countries   country_list,
    blocked_countries   country_list            NOT NULL,
    allowed_categories  category_list,
    blocked_categories  category_list           NOT NULL,
    limit_windows       limit_windows           NOT NULL,
    limit_channels      limit_channels          NOT NULL,
    limit_amounts       limit_values            NOT NULL,
    limit_counts        limit_values            NOT NULL,
    version             bigint                  NOT NULL DEFAULT 1,
    changed_at          timestamptz             NOT NULL,
    CONSTRAINT limits_of_a_program_have_all_their_parts CHECK (
        cardinality(limit_windows) = ALL (
            ARRAY[cardinality(limit_channels), cardinality(limit_amounts), cardinality(limit_counts)]))
);

-- Controls of a program that are tried before they count. The row stays when the draft has ended, so that its version
-- only rises: counters of spending are made for a version.
CREATE TABLE rules_draft (
    program_name        text                    CONSTRAINT program_has_one_draft_of_rules PRIMARY KEY,
    status              text                    NOT NULL CONSTRAINT rules_draft_status_is_known CHECK (
                                                    status IN ('OPEN', 'SHADOW', 'DROPPED', 'PROMOTED')),
    switched_off        channels                NOT NULL,
    allowed_countries   country_list,
    blocked_countries   country_list            NOT NULL,
    allowed_categories  category_list,
    blocked_categories  category_list           NOT NULL,
    limit_windows       limit_windows           NOT NULL,
    limit_channels      limit_channels          NOT NULL,
    limit_amounts       limit_values            NOT NULL,
    limit_counts        limit_values            NOT NULL,
    version             bigint                  NOT NULL DEFAULT 1,
    changed_at          timestamptz             NOT NULL,
    replaced_version    bigint,     -- of program_controls, when the draft was made; null if an earlier program made it
    CONSTRAINT limits_of_a_draft_have_all_their_parts CHECK (
        cardinality(limit_windows) = ALL (
            ARRAY[cardinality(limit_channels), cardinality(limit_amounts), cardinality(limit_counts)]))
);

-- A message that a draft in shadow would have answered in another way, spread by customer_id. It references no other
-- row, so that a program that does not know this table can empty a sandbox.
CREATE TABLE shadow_difference (
    customer_id         bigint          NOT NULL,
    reference           text            NOT NULL,   -- of the message
    card_id             uuid            NOT NULL,
    program_name        text            NOT NULL,
    draft_version       bigint          NOT NULL,
    response_code       response_code   NOT NULL,   -- what was answered
    reason              text,                       -- null after an approval
    draft_code          response_code   NOT NULL,
    draft_reason        text,
    amount              bigint          NOT NULL,   -- the merchant's
    currency            money.currency  NOT NULL,
    merchant_category   integer         NOT NULL,
    merchant_country    text            NOT NULL,
    received_at         timestamptz     NOT NULL,
    CONSTRAINT difference_is_recorded_once PRIMARY KEY (customer_id, reference)
);

CREATE INDEX shadow_difference_by_program
    ON shadow_difference (program_name, draft_version, received_at, reference);

-- What a card has spent in the newest window of each limit. It counts only while the limits stay as they are: after a
-- change of the card's or the program's controls, and in a new window, the sum is taken from the authorizations again.
CREATE TABLE spent (
    customer_id         bigint  NOT NULL,
    card_id             uuid    NOT NULL,
    spending_window     text    NOT NULL,
    channel             text    NOT NULL,   -- ALL for all channels together
    first_day           bigint  NOT NULL,   -- of the window, in days since 1 January 1970; 0 for LIFETIME
    controls_version    bigint  NOT NULL,   -- the sum of the versions of the controls and the draft
    amount              bigint  NOT NULL,   -- in the account's currency
    count               bigint  NOT NULL,
    CONSTRAINT spending_is_counted_once PRIMARY KEY (customer_id, card_id, spending_window, channel),
    CONSTRAINT spending_is_not_negative CHECK (least(amount, count) >= 0)
) WITH (fillfactor = 70);


-- Clearing files -----------------------------------------------------------------------------------------------------

-- A day's clearing as a scheme has sent it, by its bytes. Its lines are taken in batches; `taken` moves in the
-- transaction of the batch, so a load that was killed goes on behind the last one.
CREATE TABLE issuing.clearing_file (
    file_id     uuid                        CONSTRAINT clearing_file_is_known_once PRIMARY KEY,
    digest      bytea                       NOT NULL CONSTRAINT clearing_file_is_loaded_once UNIQUE,    -- SHA-256
    reference   issuing.network_reference   NOT NULL CONSTRAINT reference_names_one_clearing_file UNIQUE,
    lines       integer                     NOT NULL,   -- clearings, without the other records
    taken       integer                     NOT NULL DEFAULT 0,
    received_at timestamptz                 NOT NULL,
    CONSTRAINT clearing_file_is_taken_line_by_line CHECK (taken >= 0 AND taken <= lines)
);

-- A clearing of a file that was booked, now or by an earlier message, spread by its reference.
CREATE TABLE issuing.clearing_line (
    reference           text                        CONSTRAINT clearing_is_taken_once PRIMARY KEY,
    file_id             uuid                        NOT NULL
        CONSTRAINT clearing_is_of_a_file REFERENCES issuing.clearing_file,
    line_number         integer                     NOT NULL,
    customer_id         bigint                      NOT NULL,
    authorization_id    uuid                        NOT NULL,
    scheme              text                        NOT NULL,
    currency            money.currency              NOT NULL,   -- the merchant's
    amount              bigint                      NOT NULL,
    interchange         bigint                      NOT NULL,   -- the issuer's part of the amount
    CONSTRAINT clearing_reference_is_1_to_100_printable_characters CHECK (reference ~ '^[!-~]{1,100}$'),
    CONSTRAINT interchange_is_a_part_of_the_amount CHECK (amount > 0 AND interchange >= 0 AND interchange <= amount)
);

-- What a scheme is owed for a day in UTC: that on which the file was received, or the loss accepted. Small.
CREATE TABLE issuing.clearing_position (
    day         date            NOT NULL,
    scheme      text            NOT NULL CONSTRAINT position_is_of_a_scheme CHECK (scheme IN ('VISA', 'MC')),
    currency    money.currency  NOT NULL,
    lines       bigint          NOT NULL,
    amount      numeric         NOT NULL,
    interchange numeric         NOT NULL,
    losses      numeric         NOT NULL,   -- lines that were not booked and are paid anyway
    settled_at  timestamptz,
    CONSTRAINT position_is_kept_once PRIMARY KEY (day, scheme, currency),
    CONSTRAINT position_is_not_negative CHECK (least(lines, amount, interchange, losses) >= 0)
);

-- A difference between a scheme's files and the issuer's books that somebody must explain. Its id follows from its
-- line or, if a clearing is missing, from the authorization.
CREATE TABLE issuing.clearing_break (
    break_id            uuid            CONSTRAINT clearing_break_is_opened_once PRIMARY KEY,
    kind                text            NOT NULL CONSTRAINT clearing_break_kind_is_known CHECK (
                                            kind IN ('UNKNOWN', 'AMOUNT', 'DOUBLED', 'STATUS', 'UNBOOKED', 'MISSING')),
    authorization_id    uuid            NOT NULL,
    file_id             uuid,
    line_number         integer,
    reference           issuing.network_reference,
    is_booked           boolean         NOT NULL,   -- on the customer's account
    amount              bigint,                     -- the line's
    currency            money.currency,
    authorized          bigint,                     -- in the merchant's currency
    authorized_currency money.currency,
    opened_at           timestamptz     NOT NULL,
    resolved_at         timestamptz,
    resolved_by         text,
    reason              text,
    journal_id          uuid,                       -- of the loss, if one was booked
    explanation         text,                       -- what the kind does not say
    CONSTRAINT break_has_a_line_unless_it_is_missing CHECK (
        num_nonnulls(file_id, line_number, reference, amount, currency) = CASE kind WHEN 'MISSING' THEN 0 ELSE 5 END),
    CONSTRAINT break_has_an_authorization_unless_it_is_unknown CHECK (
        num_nonnulls(authorized, authorized_currency)
            = CASE WHEN kind = 'UNKNOWN' OR (kind = 'DOUBLED' AND authorized IS NULL) THEN 0 ELSE 2 END),
    CONSTRAINT resolved_break_says_who_and_why CHECK (num_nonnulls(resolved_at, resolved_by, reason) IN (0, 3)),
    CONSTRAINT reason_of_a_break_is_1_to_500_characters CHECK (length(reason) BETWEEN 1 AND 500),
    CONSTRAINT only_a_resolved_break_is_a_loss CHECK (journal_id IS NULL OR (resolved_at IS NOT NULL AND NOT is_booked))
);

CREATE INDEX clearing_break_open ON issuing.clearing_break (opened_at, break_id) WHERE resolved_at IS NULL;
CREATE INDEX clearing_break_open_by_kind ON issuing.clearing_break (kind, opened_at, break_id)
    WHERE resolved_at IS NULL;
CREATE INDEX clearing_break_lost ON issuing.clearing_break (reference) WHERE journal_id IS NOT NULL;

-- The references that were paid as losses, each by one break, spread by the reference. A break is spread by its id, so
-- no index of its table could say this on a cluster. Losses that programs before version 50 accepted are not here. They
-- are found by the index above.
CREATE TABLE issuing.clearing_loss (
    reference   text    CONSTRAINT clearing_is_lost_once PRIMARY KEY,
    break_id    uuid    NOT NULL
);

-- The issuer's part of a clearing, by the card's program, the merchant's category and the merchant's currency. Small,
-- the same on every machine.
CREATE TABLE issuing.interchange_rate (
    program_name    text            NOT NULL,
    category        integer         NOT NULL,   -- 0 for all that have no rate of their own
    currency        money.currency  NOT NULL,
    basis_points    integer         NOT NULL,
    fixed           bigint          NOT NULL,   -- for each clearing, in minor units
    CONSTRAINT interchange_is_set_once PRIMARY KEY (program_name, category, currency),
    CONSTRAINT interchange_category_is_four_digits CHECK (category BETWEEN 0 AND 9999),
    CONSTRAINT interchange_is_0_to_100_percent CHECK (basis_points BETWEEN 0 AND 10000),
    CONSTRAINT fixed_interchange_is_0_to_12_digits CHECK (fixed BETWEEN 0 AND 999999999999)
);


-- The values of a status, a card type and so on ----------------------------------------------------------------------

CREATE DOMAIN card_status AS text CONSTRAINT card_status_is_known CHECK (VALUE IN (
    'ACTIVE', 'PENDING', 'APPLIED', 'REJECTED', 'ISSUED', 'DIGITAL',
    'LOCKED', 'SUSPENDED', 'EXPIRED', 'CANCELLED', 'DAMAGED', 'LOST'));

CREATE DOMAIN card_type AS text CONSTRAINT card_type_is_known CHECK (VALUE IN ('PHYSICAL', 'VIRTUAL'));
CREATE DOMAIN card_scheme AS text CONSTRAINT card_scheme_is_known CHECK (VALUE IN ('VISA', 'MC'));

-- Parts of a card that have a rule of their own. As domains they are checked only when they are written; a table's
-- constraints are all checked at every change of any column.
CREATE DOMAIN card_bin AS text CONSTRAINT bin_is_6_digits CHECK (VALUE ~ '^[0-9]{6}$');
CREATE DOMAIN last_four AS text CONSTRAINT last_four_are_4_digits CHECK (VALUE ~ '^[0-9]{4}$');
CREATE DOMAIN expiry_month AS integer CONSTRAINT expiry_month_is_1_to_12 CHECK (VALUE BETWEEN 1 AND 12);
CREATE DOMAIN activation_tries AS integer CONSTRAINT activation_tries_are_0_to_3 CHECK (VALUE BETWEEN 0 AND 3);
CREATE DOMAIN pin_tries AS integer CONSTRAINT pin_tries_are_0_to_3 CHECK (VALUE BETWEEN 0 AND 3);

CREATE DOMAIN actor AS text CONSTRAINT actor_is_known CHECK (VALUE IN ('CUSTOMER', 'BUSINESS', 'ISSUER'));
CREATE DOMAIN occasion AS text
    CONSTRAINT occasion_is_known CHECK (VALUE IN ('UPDATE', 'ACTIVATION', 'REPLACEMENT', 'EVENT'));

CREATE DOMAIN wallet_type AS text
    CONSTRAINT wallet_type_is_known CHECK (VALUE IN ('APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'));
CREATE DOMAIN token_status AS text
    CONSTRAINT token_status_is_known CHECK (VALUE IN ('ACTIVE', 'SUSPENDED', 'DELETED'));
CREATE DOMAIN tokenization_change AS text CONSTRAINT tokenization_change_is_known CHECK (VALUE IN (
    'TOKENIZATION_INITIATED', 'TOKENIZATION_FAILED', 'ENROLLMENT_SUCCESSFUL',
    'TOKEN_FROZEN', 'TOKEN_UNFROZEN', 'TOKEN_CANCELLED', 'TOKEN_REISSUED'));

CREATE DOMAIN verification AS text CONSTRAINT verification_is_known CHECK (VALUE IN (
    'PASSWORD', 'PIN', 'SMS', 'EMAIL', 'AUTHENTICATOR', 'PUSH_NOTIFICATION', 'PASSKEYS', 'BIOMETRIC'));


-- Reference tables: small, the same on every machine -----------------------------------------------------------------

CREATE TABLE brand (
    brand text CONSTRAINT brand_is_known_once PRIMARY KEY
);

-- The clients that can get tokens. Only a keyed hash of the secret is stored. The key is not in the database, so nobody
-- can test guessed secrets against a dump.
CREATE TABLE client (
    brand           text    NOT NULL CONSTRAINT client_is_of_a_brand REFERENCES brand,
    client_id       text    NOT NULL,
    secret_hash     bytea   NOT NULL,
    may_exchange    boolean NOT NULL,   -- may turn a customer id into that customer's token
    is_business     boolean NOT NULL,   -- its own tokens permit the business operations
    earlier_secret_hash     bytea,          -- of the secret before, while both are accepted
    earlier_secret_ends_at  timestamptz,
    disabled_at             timestamptz,    -- it gets no token any more
    tokens_revoked_at       timestamptz,    -- grants from before cannot be renewed
    secret_hash_key_version         integer NOT NULL DEFAULT 1,
    earlier_secret_hash_key_version integer NOT NULL DEFAULT 1,
    CONSTRAINT client_is_known_once PRIMARY KEY (brand, client_id),
    CONSTRAINT earlier_secret_ends CHECK ((earlier_secret_hash IS NULL) = (earlier_secret_ends_at IS NULL))
);

-- What a brand requires of its customers before an operation that could harm them.
CREATE TABLE authentication_policy (
    brand                       text    CONSTRAINT brand_has_one_authentication_policy PRIMARY KEY
                                        CONSTRAINT authentication_policy_is_of_a_brand REFERENCES brand,
    mode                        text    NOT NULL,
    operations                  text[]  NOT NULL,   -- those that need authentication
    event_lifetime_seconds      integer NOT NULL,
    challenge_lifetime_seconds  integer NOT NULL,
    allowable_challenges        integer NOT NULL,
    cooldown_seconds            integer NOT NULL,
    allowable_attempts          integer NOT NULL,
    challenges_per_hour         integer NOT NULL,   -- to one customer by one method, over all events
    wrong_attempts_before_lock_out integer NOT NULL,    -- in a row with one method, over all events
    refuses_weak_pins           boolean NOT NULL,   -- card PINs such as 1234
    accepts_trusted_devices     boolean NOT NULL,
    relying_party_id            text    NOT NULL,
    origins                     text[]  NOT NULL,
    CONSTRAINT authentication_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT protected_operations_are_known CHECK (operations <@ ARRAY[
        'ISSUE_TOKEN', 'CREATE_CARD', 'UPDATE_CARD', 'ACTIVATE_CARD', 'REPLACE_CARD', 'SET_PIN', 'RESET_RETRIES',
        'CARD_DETAILS', 'SECURE_DETAILS', 'TOKENIZE_CARD', 'COMPLETE_TOKENIZATION', 'CARD_CONTROLS', 'CREATE_TRANSFER',
        'CREATE_WITHDRAWAL', 'TRUST_DEVICE', 'DISPUTE_PAYMENT']),
    -- A trusted device can authenticate its customer, so trusting a device is protected too.
    CONSTRAINT what_a_device_can_answer_for_protects_trusting_it CHECK (
        'TRUST_DEVICE' = ANY (operations) OR (operations = '{}' AND NOT accepts_trusted_devices)),
    CONSTRAINT authentication_limits_are_positive CHECK (
        least(event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds,
              allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out) > 0)
);

CREATE TABLE program (
    program_name        text        CONSTRAINT program_is_known_once PRIMARY KEY,
    brand               text        NOT NULL CONSTRAINT program_is_of_a_brand REFERENCES brand,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    region              text        NOT NULL,
    currencies          text[]      NOT NULL,
    is_digital          boolean     NOT NULL,
    requires_approval   boolean     NOT NULL,   -- a new card is APPLIED until the issuer decides on the application
    cards_per_customer  integer     NOT NULL,
    pan_prefix          text        NOT NULL,   -- the leading digits of every PAN, the BIN first
    validity_months     integer     NOT NULL,
    CONSTRAINT program_is_of_one_type_and_scheme UNIQUE (program_name, card_type, scheme),
    CONSTRAINT program_region_is_known CHECK (region IN ('EEA', 'US')),
    CONSTRAINT program_has_a_currency CHECK (cardinality(currencies) > 0),
    CONSTRAINT only_a_physical_program_is_digital CHECK (card_type = 'PHYSICAL' OR NOT is_digital),
    CONSTRAINT program_allows_a_card CHECK (cards_per_customer > 0),
    CONSTRAINT pan_prefix_is_6_to_8_digits CHECK (pan_prefix ~ '^[0-9]{6,8}$'),
    CONSTRAINT pan_prefix_belongs_to_the_scheme CHECK (
        CASE scheme WHEN 'VISA' THEN pan_prefix LIKE '4%'
        ELSE left(pan_prefix, 2) BETWEEN '51' AND '55' OR left(pan_prefix, 4) BETWEEN '2221' AND '2720' END),
    CONSTRAINT program_validity_is_1_to_120_months CHECK (validity_months BETWEEN 1 AND 120)
);

-- What a program charges for payments, how it decides about them, and when it renews cards. A program without a row has
-- the standard terms.
CREATE TABLE payment_terms (
    program_name            text    CONSTRAINT program_has_one_set_of_payment_terms PRIMARY KEY
                                    CONSTRAINT payment_terms_are_of_a_program REFERENCES program,
    atm_fee                 bigint  NOT NULL,   -- for each withdrawal, in minor units of the account's currency
    fx_fee_basis_points     integer NOT NULL,   -- of a converted amount
    hold_days               integer NOT NULL,
    hold_days_if_paid_later integer NOT NULL,   -- hotels, cruises, rented vehicles
    needs_security_code     boolean NOT NULL,   -- on the internet without a token
    needs_authentication    boolean NOT NULL,   -- on the internet
    wrong_codes_in_a_row    integer NOT NULL,   -- until a card's tries pause
    wrong_codes_on_a_day    integer NOT NULL,
    gives_provisional_credit boolean NOT NULL DEFAULT false,    -- while a dispute is not decided
    bears_lost_disputes     boolean NOT NULL DEFAULT false,     -- instead of the customer
    wallet_provisioning     text    NOT NULL DEFAULT 'ALLOWED', -- of its cards, at the request of a network
    renewal_days            integer NOT NULL DEFAULT 0,     -- before the end of a card's expiry month; 0 for never
    renewal_keeps_number    boolean NOT NULL DEFAULT false, -- and the PIN
    wallet_metadata         text[]  NOT NULL DEFAULT '{}',  -- how wallets show its cards: issuerName=Acme Bank
    CONSTRAINT renewal_is_0_to_90_days_before_the_expiry CHECK (renewal_days BETWEEN 0 AND 90),
    CONSTRAINT wallet_provisioning_is_known CHECK (wallet_provisioning IN ('ALLOWED', 'IDENTIFIED', 'REFUSED')),
    CONSTRAINT atm_fee_is_0_to_12_digits CHECK (atm_fee BETWEEN 0 AND 999999999999),
    CONSTRAINT fx_fee_is_0_to_100_percent CHECK (fx_fee_basis_points BETWEEN 0 AND 10000),
    CONSTRAINT hold_lasts_1_to_365_days CHECK (
        hold_days BETWEEN 1 AND 365 AND hold_days_if_paid_later BETWEEN 1 AND 365),
    CONSTRAINT wrong_codes_are_allowed_1_to_100_times CHECK (
        wrong_codes_in_a_row BETWEEN 1 AND 100 AND wrong_codes_on_a_day BETWEEN 1 AND 100)
);

-- The transition matrix, with the same rows as the program's own matrix; a test compares the two. A card can make only
-- the transitions in this table: the statement that changes a status joins it, and the history references it.
CREATE TABLE card_transition (
    actor       actor       NOT NULL,
    occasion    occasion    NOT NULL,
    from_status card_status NOT NULL,
    to_status   card_status NOT NULL,
    only_back   boolean     NOT NULL,   -- only to the status before the lock or suspension
    CONSTRAINT transition_is_listed_once PRIMARY KEY (actor, occasion, from_status, to_status),
    CONSTRAINT transition_goes_somewhere CHECK (from_status <> to_status)
);

INSERT INTO card_transition (actor, occasion, from_status, to_status, only_back) VALUES
    ('CUSTOMER', 'UPDATE',      'ACTIVE',    'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'ACTIVE',    'LOCKED',    false),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'ACTIVE',    true),
    ('CUSTOMER', 'UPDATE',      'LOCKED',    'DIGITAL',   true),
    ('CUSTOMER', 'UPDATE',      'DIGITAL',   'CANCELLED', false),
    ('CUSTOMER', 'UPDATE',      'DIGITAL',   'LOCKED',    false),

    ('CUSTOMER', 'ACTIVATION',  'ISSUED',    'ACTIVE',    false),
    ('CUSTOMER', 'ACTIVATION',  'DIGITAL',   'ACTIVE',    false),

    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'DAMAGED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'ACTIVE',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'DAMAGED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'LOCKED',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'DAMAGED',   'LOST',      false),
    ('CUSTOMER', 'REPLACEMENT', 'ISSUED',    'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'DIGITAL',   'EXPIRED',   false),
    ('CUSTOMER', 'REPLACEMENT', 'SUSPENDED', 'EXPIRED',   false),

    ('BUSINESS', 'UPDATE',      'ACTIVE',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'LOCKED',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'DIGITAL',   'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'ISSUED',    'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'DAMAGED',   'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'CANCELLED', false),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'ACTIVE',    true),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'ISSUED',    true),
    ('BUSINESS', 'UPDATE',      'SUSPENDED', 'DIGITAL',   true),

    ('ISSUER',   'EVENT',       'PENDING',   'ACTIVE',    false),
    ('ISSUER',   'EVENT',       'PENDING',   'ISSUED',    false),
    ('ISSUER',   'EVENT',       'PENDING',   'DIGITAL',   false),
    ('ISSUER',   'EVENT',       'PENDING',   'REJECTED',  false),
    ('ISSUER',   'EVENT',       'APPLIED',   'PENDING',   false),
    ('ISSUER',   'EVENT',       'APPLIED',   'REJECTED',  false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'ACTIVE',    false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'DIGITAL',   'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'ISSUED',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'ISSUED',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'ACTIVE',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'ACTIVE',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'LOCKED',    'SUSPENDED', false),
    ('ISSUER',   'EVENT',       'LOCKED',    'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'SUSPENDED', 'EXPIRED',   false),
    ('ISSUER',   'EVENT',       'DAMAGED',   'EXPIRED',   false);

-- The keys that protect card secrets and sign tokens. Each is wrapped by the key-encryption key, which is never stored
-- in the database. A sealed value names the version of its key, so an old version stays until no value names it.
CREATE TABLE data_key (
    purpose     text        NOT NULL,
    version     integer     NOT NULL,
    wrapped     bytea       NOT NULL,
    created_at  timestamptz NOT NULL,
    CONSTRAINT data_key_is_made_once PRIMARY KEY (purpose, version)
);

-- The web pages that may show a brand's secure views in a frame. Without a row, no page may.
CREATE TABLE brand_secure_view (
    brand           text    CONSTRAINT brand_has_one_list_of_frame_ancestors PRIMARY KEY
                            CONSTRAINT frame_ancestors_are_of_a_brand REFERENCES brand,
    frame_ancestors text[]  NOT NULL
);

-- How many calls a brand accepts in a minute: any number where it sets none. It does not reference the brand, so that a
-- program that does not know this table can still empty a sandbox.
CREATE TABLE call_rates (
    brand           text        CONSTRAINT brand_has_one_set_of_call_rates PRIMARY KEY,
    of_client       integer,                -- of one, to all operations
    of_customer     integer,                -- of one, to all operations
    operations      text[]      NOT NULL,
    of_operations   bigint[]    NOT NULL,   -- of one client, to each of them
    CONSTRAINT call_rates_are_1_to_1000000 CHECK (
        of_client >= 1 AND of_client <= 1000000 AND of_customer >= 1 AND of_customer <= 1000000
        AND 1 <= ALL (of_operations) AND 1000000 >= ALL (of_operations)),
    CONSTRAINT each_limited_operation_has_a_rate CHECK (cardinality(operations) = cardinality(of_operations))
);

-- A file that orders the plastic of some cards from a bureau. Small, the same on every machine. A card names its file
-- before the file is written, so a card is in one file, and a file can be written again.
CREATE TABLE bureau_file (
    file_number     integer     CONSTRAINT bureau_file_is_made_once PRIMARY KEY,
    cards           integer     NOT NULL,   -- that name it
    made_at         timestamptz NOT NULL,
    written_at      timestamptz,            -- the last time
    written_cards   integer,                -- those of them that still waited for plastic then
    digest          bytea,                  -- SHA-256 of the bytes that were written, which are sealed for the bureau
    CONSTRAINT bureau_file_has_1_to_10000_cards CHECK (cards BETWEEN 1 AND 10000),
    CONSTRAINT written_bureau_file_has_a_digest CHECK (num_nonnulls(written_at, written_cards, digest) IN (0, 3)),
    CONSTRAINT bureau_file_is_written_with_its_cards CHECK (written_cards >= 0 AND written_cards <= cards)
);

CREATE INDEX bureau_file_unwritten ON bureau_file (file_number) WHERE written_at IS NULL;


-- Customers and their cards: spread by customer_id -------------------------------------------------------------------

-- Numbers for customers without a given number.
CREATE SEQUENCE customer_number START 30000001;

CREATE TABLE customer (
    customer_id     bigint      CONSTRAINT customer_is_known_once PRIMARY KEY,
    brand           text        NOT NULL CONSTRAINT customer_is_of_a_brand REFERENCES brand,
    country         text        NOT NULL,
    first_name      text        NOT NULL,
    last_name       text        NOT NULL,
    mobile          text        NOT NULL,
    address1        text,
    address2        text,
    address3        text,
    city            text,
    country_code    text,
    state           text,
    postal_code     text,
    created_at      timestamptz NOT NULL,
    email           text,
    restrictions    text[]      NOT NULL DEFAULT '{}',  -- that the brand has placed, the first one first
    -- The rest is only of a customer whose wallet the brand has created. A customer who has none is not asked for it.
    external_id     text,
    title           text,
    birth_date      text,
    nationality     text,
    occupation      text,
    registration_ip text,
    registered_at   timestamptz,
    lacks_nationality boolean   NOT NULL GENERATED ALWAYS AS (
        external_id IS NOT NULL AND nationality IS NULL) STORED,
    erased_at       timestamptz,    -- when the personal data was removed; since then, the brand has no such customer
    CONSTRAINT customer_restrictions_are_known CHECK (restrictions <@ ARRAY[
        'ALL_TRANSACTIONS', 'OUTGOING_TRANSACTIONS', 'INCOMING_TRANSACTIONS', 'SEND_MONEY',
        'INCOMING_TRANSACTIONS_AND_SEND_MONEY', 'CARD_DEPOSITS', 'CARD_AND_ACH_DEPOSITS', 'DEPOSITS',
        'OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS', 'OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS',
        'DEPOSITS_AND_WITHDRAWALS', 'CRYPTO_TRANSACTIONS', 'LOGIN', 'OTHER']),
    CONSTRAINT customer_country_is_two_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT customer_address_is_whole CHECK (
        num_nulls(address1, city, country_code, postal_code) = 0
        OR num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0)
);

-- What a brand knows the customers of its wallets by. Spread by the value.
CREATE TABLE customer_identifier (
    brand       text    NOT NULL,
    kind        text    NOT NULL CONSTRAINT identifier_kind_is_known CHECK (kind IN ('EXTERNAL_ID', 'EMAIL')),
    value       text    NOT NULL,   -- an e-mail address in lower case
    customer_id bigint  NOT NULL,
    CONSTRAINT identifier_is_of_one_customer PRIMARY KEY (value, brand, kind)
);

-- The order in which the rows of cards, tokenizations and trusted devices were written. Lists that begin with the
-- newest need it, because many may have the same time.
CREATE SEQUENCE card_insertion;

CREATE TABLE card (
    customer_id         bigint      NOT NULL CONSTRAINT card_is_of_a_customer REFERENCES customer,
    card_id             uuid        NOT NULL,
    program_name        text        NOT NULL,
    card_type           card_type   NOT NULL,
    scheme              card_scheme NOT NULL,
    status              card_status NOT NULL,
    returns_to          card_status,            -- the status before the lock or suspension
    changes             integer     NOT NULL,   -- the number of rows in its history
    tokenization_changes integer    NOT NULL DEFAULT 0,     -- of its tokenizations, removed ones too
    currency            money.currency NOT NULL,
    bin                 card_bin    NOT NULL,
    last_four           last_four   NOT NULL,
    expiry_month        expiry_month NOT NULL,
    expiry_year         integer     NOT NULL,
    account_id          money.account_id NOT NULL,      -- the customer's account in its currency
    replaces            uuid,                   -- the card that it replaces
    external_id         text,
    mobile              text        NOT NULL,
    address1            text,
    address2            text,
    address3            text,
    city                text,
    country_code        text,
    state               text,
    postal_code         text,
    created_at          timestamptz NOT NULL,
    activated_at        timestamptz,
    dispatched_at       timestamptz,
    delivered_at        timestamptz,
    wrong_activations   activation_tries NOT NULL DEFAULT 0,
    wrong_pins          pin_tries   NOT NULL DEFAULT 0,
    wrong_tries_in_all  integer     NOT NULL DEFAULT 0,     -- of both kinds, until the issuer clears them
    sealed_pan          bytea       NOT NULL,
    pan_key_version     integer     NOT NULL,
    pin_block           bytea,
    pin_key_version     integer,
    insertion           bigint      NOT NULL DEFAULT nextval('card_insertion'),
    -- Whether it becomes EXPIRED at the end of its month. It is a column because an index that named the status itself
    -- would make each change of status write a new entry into every index of the table.
    can_expire          boolean     NOT NULL GENERATED ALWAYS AS (
        status IN ('ACTIVE', 'ISSUED', 'DIGITAL', 'LOCKED', 'SUSPENDED', 'DAMAGED')) STORED,
    cvv_key_version     integer     NOT NULL DEFAULT 1,     -- of the key that has made its security code
    bureau_file         integer,                -- the number of the file with which its plastic was ordered
    returned_at         timestamptz,            -- when the bureau reported that the post had brought the plastic back
    destroyed_at        timestamptz,            -- when the bureau reported that it had destroyed the plastic
    renewed_by          uuid,                   -- the card that its program has issued before it expires
    takes_over          boolean     NOT NULL DEFAULT false, -- once activated, from the card that it renews
    CONSTRAINT card_is_issued_once PRIMARY KEY (customer_id, card_id),
    CONSTRAINT card_is_of_its_program FOREIGN KEY (program_name, card_type, scheme)
        REFERENCES program (program_name, card_type, scheme),
    CONSTRAINT card_is_of_an_account_in_its_currency FOREIGN KEY (customer_id, account_id, currency)
        REFERENCES money.account (customer_id, account_id, currency),
    CONSTRAINT card_replaces_one_of_the_same_customer FOREIGN KEY (customer_id, replaces) REFERENCES card,
    CONSTRAINT locked_or_suspended_card_knows_the_way_back CHECK (
        (status IN ('LOCKED', 'SUSPENDED')) = (returns_to IS NOT NULL)),
    CONSTRAINT active_physical_card_was_activated CHECK (
        card_type = 'VIRTUAL' OR status <> 'ACTIVE' OR activated_at IS NOT NULL),
    CONSTRAINT only_a_physical_card_is_issued_or_digital CHECK (
        card_type = 'PHYSICAL' OR status NOT IN ('ISSUED', 'DIGITAL')),
    CONSTRAINT only_a_physical_card_is_delivered CHECK (
        (card_type = 'PHYSICAL') = (address1 IS NOT NULL)
        AND (card_type = 'PHYSICAL' OR num_nonnulls(dispatched_at, delivered_at) = 0)),
    CONSTRAINT card_address_is_whole CHECK (
        num_nulls(address1, city, country_code, postal_code) = 0
        OR num_nonnulls(address1, address2, address3, city, country_code, state, postal_code) = 0),
    CONSTRAINT tries_in_all_are_counted_up CHECK (wrong_tries_in_all >= greatest(wrong_activations, wrong_pins)),
    CONSTRAINT pin_block_names_its_key CHECK ((pin_block IS NULL) = (pin_key_version IS NULL)),
    CONSTRAINT pin_block_is_16_bytes CHECK (octet_length(pin_block) = 16)
) WITH (fillfactor = 85);   -- room on each page for the next version of its cards, which then needs no index entry

-- A customer's cards, newest first, page by page.
CREATE INDEX card_by_age ON card (customer_id, created_at DESC, insertion DESC);

-- Only the log of webhooks and the sandbox look up a card by its id alone.
CREATE INDEX card_by_id ON card (card_id);

-- For finding the cards that become EXPIRED at the end of a month. It contains only cards that can still expire.
CREATE INDEX card_by_expiry ON card (expiry_year, expiry_month) WHERE can_expire;

-- The cards whose plastic was not dispatched: those of no file, and those of each file. The status is not named, for
-- the reason that `can_expire` has.
CREATE INDEX card_awaiting_plastic ON card (bureau_file, insertion)
    WHERE can_expire AND card_type = 'PHYSICAL' AND dispatched_at IS NULL AND activated_at IS NULL;

-- For finding the cards of a program that are renewed. It contains only cards that can still expire.
CREATE INDEX card_renewable ON card (program_name, expiry_year, expiry_month)
    WHERE can_expire AND renewed_by IS NULL;

-- The cards that were renewed and have not ended.
CREATE INDEX card_renewed ON card (expiry_year, expiry_month) WHERE can_expire AND renewed_by IS NOT NULL;

-- The activated cards that have not yet taken over from the card that they renew.
CREATE INDEX card_taking_over ON card (customer_id, card_id) WHERE takes_over AND activated_at IS NOT NULL;

-- The wrong security codes and expiry dates that were sent for a card. There is a row once there was one. While the
-- tries pause, no answer tells whether such a value is right.
CREATE TABLE card_code_tries (
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    wrong_in_a_row  integer     NOT NULL,   -- since the last right code
    wrong_on_day    integer     NOT NULL,
    day             integer     NOT NULL,   -- in days since 1 January 1970
    paused_until    timestamptz,
    CONSTRAINT code_tries_are_counted_once PRIMARY KEY (customer_id, card_id),
    CONSTRAINT code_tries_are_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT wrong_codes_are_counted_up CHECK (wrong_in_a_row >= 0 AND wrong_on_day > 0)
);

-- The same over all cards, for a merchant that sends many wrong ones without a right one between: it tries numbers.
CREATE TABLE merchant_code_tries (
    merchant        text        CONSTRAINT merchant_code_tries_are_counted_once PRIMARY KEY, -- country, id or name
    wrong_in_a_row  integer     NOT NULL,
    paused_until    timestamptz,
    CONSTRAINT wrong_codes_of_a_merchant_are_counted_up CHECK (wrong_in_a_row > 0)
);

-- How many cards of a program a customer has, and the limit. The limit is copied from the program with each card, so
-- the row enforces it alone, even if many requests arrive at once.
CREATE TABLE card_allowance (
    customer_id         bigint  NOT NULL CONSTRAINT card_allowance_is_of_a_customer REFERENCES customer,
    program_name        text    NOT NULL CONSTRAINT card_allowance_is_of_a_program REFERENCES program,
    issued_cards        integer NOT NULL,
    cards_per_customer  integer NOT NULL,
    CONSTRAINT card_allowance_is_counted_once PRIMARY KEY (customer_id, program_name),
    CONSTRAINT customer_has_allowable_cards_left CHECK (issued_cards <= cards_per_customer)
);

-- Every status that a card ever had, with who changed it, on which occasion, why and when. Rows are never changed or
-- removed.
CREATE TABLE card_status_history (
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    change_number   integer     NOT NULL,   -- 1 when the card is issued
    actor           actor       NOT NULL,
    occasion        occasion    NOT NULL,
    from_status     card_status,            -- none when the card is issued
    to_status       card_status NOT NULL,
    reason          text,
    changed_at      timestamptz NOT NULL,
    CONSTRAINT card_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number),
    CONSTRAINT history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT transition_is_in_the_matrix FOREIGN KEY (actor, occasion, from_status, to_status)
        REFERENCES card_transition,
    CONSTRAINT only_the_first_change_comes_from_nowhere CHECK ((from_status IS NULL) = (change_number = 1))
);

CREATE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'history_is_append_only';
END $$;

CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON card_status_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

-- A card on its way into a wallet. It is INITIATED until the wallet reports it as COMPLETED, and may have its token's
-- reference before. A token outlives its card: it moves to the replacement card. A device or account that was not sent
-- is NULL.
CREATE TABLE tokenization (
    customer_id         bigint      NOT NULL,
    tokenization_id     uuid        NOT NULL,
    card_id             uuid        NOT NULL,
    wallet              wallet_type NOT NULL,
    device_id           text,
    profile_id          text,       -- the account in the wallet
    wallet_id           text,       -- what the wallet called itself in a report, if that is not the account
    dpan_reference      text,
    token_status        token_status,
    suspended_by_card   boolean     NOT NULL DEFAULT false,     -- and resumed with it
    initiated_at        timestamptz NOT NULL,
    completed_at        timestamptz,
    failed_at           timestamptz,            -- since its network refused it, until it begins again
    insertion           bigint      NOT NULL DEFAULT nextval('card_insertion'),     -- or when it began again
    CONSTRAINT tokenization_is_known_once PRIMARY KEY (customer_id, tokenization_id),
    CONSTRAINT tokenization_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT completed_tokenization_has_dpan_ref CHECK (
        num_nulls(token_status, completed_at) IN (0, 2) AND (token_status IS NULL OR dpan_reference IS NOT NULL)),
    CONSTRAINT failed_tokenization_has_no_token CHECK (failed_at IS NULL OR dpan_reference IS NULL),
    CONSTRAINT only_a_suspended_token_is_suspended_by_its_card CHECK (
        NOT suspended_by_card OR coalesce(token_status = 'SUSPENDED', false))
);

-- A card's tokenizations, newest first, including deleted ones.
CREATE INDEX tokenization_by_age ON tokenization (customer_id, card_id, initiated_at DESC, insertion DESC);

-- A second start for the same wallet, device and account continues the same tokenization. A place without a device and
-- an account cannot be recognised: there, one tokenization waits for its token's reference, and each token that has a
-- reference is on another device.
CREATE UNIQUE INDEX place_is_initiated_once ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE token_status IS NULL
        AND (dpan_reference IS NULL OR device_id IS NOT NULL OR profile_id IS NOT NULL);

CREATE UNIQUE INDEX place_has_one_token ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE token_status <> 'DELETED' AND (device_id IS NOT NULL OR profile_id IS NOT NULL);

-- A tokenization that stays INITIATED is deleted after 30 days.
CREATE INDEX tokenization_abandoned ON tokenization (initiated_at) WHERE token_status IS NULL;

-- Everything that happened to a card's tokenizations, numbered for each card. Rows are never removed, except those of
-- abandoned tokenizations.
CREATE TABLE tokenization_history (
    customer_id     bigint              NOT NULL,
    card_id         uuid                NOT NULL,
    change_number   integer             NOT NULL,
    tokenization_id uuid                NOT NULL,
    change          tokenization_change NOT NULL,
    changed_at      timestamptz         NOT NULL,
    CONSTRAINT tokenization_change_is_recorded_once PRIMARY KEY (customer_id, card_id, change_number),
    CONSTRAINT tokenization_history_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT tokenization_history_is_of_a_tokenization FOREIGN KEY (customer_id, tokenization_id)
        REFERENCES tokenization DEFERRABLE
);

CREATE TRIGGER history_is_append_only BEFORE UPDATE ON tokenization_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

CREATE TRIGGER history_of_tokens_is_never_removed BEFORE DELETE ON tokenization_history
    FOR EACH ROW WHEN (OLD.change NOT IN ('TOKENIZATION_INITIATED', 'TOKENIZATION_FAILED'))
    EXECUTE FUNCTION refuse_rewriting_history();

-- Gives the tokens of a card the status that follows from the card's new one, and returns the lines that this adds to
-- their history. The caller has locked the card. A token that its network suspended stays suspended when its card is
-- unlocked. It is a function so that it sees tokens that were written while its caller's statement waited for the card,
-- and so that a statement calls it only for a card that has tokens.
CREATE FUNCTION follow_card(
    of_customer bigint, of_card uuid, new_status text, moment timestamptz, OUT lines tokenization_history[]
) LANGUAGE plpgsql AS $$
DECLARE
    meant text := CASE
        WHEN new_status IN ('ACTIVE', 'DIGITAL', 'DAMAGED', 'ISSUED') THEN 'ACTIVE'
        WHEN new_status IN ('LOCKED', 'SUSPENDED', 'PENDING', 'APPLIED') THEN 'SUSPENDED'
        WHEN new_status IN ('EXPIRED', 'CANCELLED', 'LOST', 'REJECTED') THEN 'DELETED' END;
BEGIN
    WITH moved AS (
        UPDATE tokenization SET token_status = meant, suspended_by_card = meant = 'SUSPENDED'
        WHERE customer_id = of_customer AND card_id = of_card
          AND token_status <> 'DELETED' AND token_status <> meant AND (meant <> 'ACTIVE' OR suspended_by_card)
        RETURNING tokenization_id
    ), counted AS (
        UPDATE card SET tokenization_changes = tokenization_changes + due.changes
        FROM (SELECT count(*)::integer AS changes FROM moved) due
        WHERE customer_id = of_customer AND card_id = of_card AND due.changes > 0
        RETURNING tokenization_changes - due.changes AS changes_before
    ), recorded AS (
        INSERT INTO tokenization_history AS line
            (customer_id, card_id, change_number, tokenization_id, change, changed_at)
        SELECT of_customer, of_card, changes_before + row_number() OVER (ORDER BY tokenization_id),
               tokenization_id,
               CASE meant WHEN 'ACTIVE' THEN 'TOKEN_UNFROZEN' WHEN 'SUSPENDED' THEN 'TOKEN_FROZEN'
                          WHEN 'DELETED' THEN 'TOKEN_CANCELLED' END,
               moment
        FROM moved CROSS JOIN counted
        RETURNING line
    )
    SELECT coalesce(array_agg(line), '{}') INTO lines FROM recorded;
END $$;

-- What the issuer has answered to networks that asked for tokens. If the cardholder must be identified, the network may
-- activate the token only then. A request beyond the limit of its card leaves no row. Rows end a day after the
-- tokenizations that were never completed.
CREATE TABLE token_request (
    customer_id     bigint      NOT NULL,
    request_id      uuid        NOT NULL,
    card_id         uuid        NOT NULL,
    dpan_reference  text        NOT NULL,
    wallet          wallet_type NOT NULL,
    decision        text        NOT NULL,
    reason          text,
    methods         text[]      NOT NULL,   -- by which the cardholder can be identified
    event_id        uuid,                   -- the event of the latest code
    identified_at   timestamptz,
    decided_at      timestamptz NOT NULL,
    insertion       bigint      NOT NULL DEFAULT nextval('card_insertion'),
    CONSTRAINT token_request_is_decided_once PRIMARY KEY (customer_id, request_id),
    CONSTRAINT token_decision_is_known CHECK (
        decision IN ('APPROVED', 'REQUIRE_ADDITIONAL_AUTHENTICATION', 'DECLINED')),
    CONSTRAINT only_an_approved_token_needs_no_reason CHECK ((decision = 'APPROVED') = (reason IS NULL)),
    CONSTRAINT only_a_doubtful_token_is_identified CHECK (
        (decision = 'REQUIRE_ADDITIONAL_AUTHENTICATION') = (methods <> '{}')
        AND (methods <> '{}' OR num_nonnulls(event_id, identified_at) = 0))
);

CREATE INDEX token_request_by_card ON token_request (customer_id, card_id, decided_at DESC, insertion DESC);
CREATE INDEX token_request_by_age ON token_request (decided_at);

-- Nonces of Apple's devices. If the service answered the same nonce twice, somebody who overheard the first exchange
-- could get a second pass. A row is kept as long as the nonce's certificate is valid, because nothing else makes a
-- nonce invalid.
CREATE TABLE apple_nonce (
    customer_id bigint      NOT NULL,
    card_id     uuid        NOT NULL,
    nonce       bytea       NOT NULL,
    used_at     timestamptz NOT NULL,
    good_until  timestamptz NOT NULL,
    CONSTRAINT apple_nonce_is_used_once PRIMARY KEY (customer_id, card_id, nonce),
    CONSTRAINT apple_nonce_is_for_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT apple_nonce_is_4_bytes CHECK (octet_length(nonce) = 4)
);

CREATE INDEX apple_nonce_by_end ON apple_nonce (good_until);


-- Who is asked about payments ----------------------------------------------------------------------------------------

-- The brands whose partner is asked about payments that would be approved, and who decides if it does not answer. It is
-- asked at the URL of a subscription to authorization events, with that subscription's key. So the receiver of the
-- questions also gets the events that tell it what was decided without its answer. A partner that ends the subscription
-- is not asked.
CREATE TABLE partner_decision (
    brand                   text    CONSTRAINT brand_decides_at_one_place PRIMARY KEY
                                    CONSTRAINT partner_decision_is_of_a_brand REFERENCES brand,
    subscription_id         uuid    NOT NULL CONSTRAINT partner_decision_is_asked_at_a_subscription
                                    REFERENCES webhooks.webhook_subscription DEFERRABLE,
    time_limit_milliseconds integer NOT NULL,   -- for an answer
    stand_in                text    NOT NULL,   -- what happens without one
    stand_in_limit          bigint,             -- approved up to this amount, in minor units of the account's currency
    stand_in_excludes       category_list NOT NULL,   -- but not at these merchants
    CONSTRAINT partner_has_200_to_5000_milliseconds CHECK (time_limit_milliseconds BETWEEN 200 AND 5000),
    CONSTRAINT stand_in_is_known CHECK (stand_in IN ('DECLINE', 'APPROVE', 'APPROVE_UP_TO')),
    CONSTRAINT only_a_limited_stand_in_has_a_limit CHECK (
        (stand_in = 'APPROVE_UP_TO') = (stand_in_limit IS NOT NULL) AND stand_in_limit >= 0
        AND (stand_in = 'APPROVE_UP_TO' OR stand_in_excludes = '{}'))
);


-- How a customer authenticates: spread by customer_id ----------------------------------------------------------------

-- What a customer authenticates with, apart from cards and devices. None of it can be used without a key from outside
-- the database: the password and the PIN are stored as a keyed hash of a slow hash, and the seed is sealed.
CREATE TABLE authentication_means (
    customer_id         bigint  CONSTRAINT customer_has_means_once PRIMARY KEY
                                CONSTRAINT means_are_of_a_customer REFERENCES customer,
    password_hash       bytea,
    pin_hash            bytea,                      -- of the wallet's PIN, not a card's
    sealed_seed         bytea,                      -- of an authenticator (RFC 6238)
    seed_key_version    integer,
    last_step           bigint,                     -- of the newest accepted code: no code works twice
    password_hash_key_version   integer NOT NULL DEFAULT 1,
    pin_hash_key_version        integer NOT NULL DEFAULT 1,
    CONSTRAINT seed_names_its_key CHECK ((sealed_seed IS NULL) = (seed_key_version IS NULL))
);

-- How often each method failed and how often it was requested, over all events. So a new event does not allow further
-- guesses, and new events cannot flood a customer with messages.
CREATE TABLE authentication_factor (
    customer_id         bigint       NOT NULL CONSTRAINT factor_is_of_a_customer REFERENCES customer,
    verification        verification NOT NULL,
    wrong_attempts      integer      NOT NULL DEFAULT 0,    -- until the business or the sandbox clears them
    wrong_in_a_row      integer      NOT NULL DEFAULT 0,    -- since the last right one
    locked_until        timestamptz,
    challenges          integer      NOT NULL DEFAULT 0,    -- in the hour since challenges_since
    challenges_since    timestamptz,
    CONSTRAINT factor_is_counted_once PRIMARY KEY (customer_id, verification),
    CONSTRAINT wrong_attempts_are_counted_up CHECK (wrong_in_a_row BETWEEN 0 AND wrong_attempts),
    CONSTRAINT counted_challenges_have_a_beginning CHECK ((challenges > 0) = (challenges_since IS NOT NULL))
);

CREATE TABLE passkey (
    customer_id     bigint  NOT NULL CONSTRAINT passkey_is_of_a_customer REFERENCES customer,
    credential_id   bytea   NOT NULL,
    public_key      bytea   NOT NULL,   -- P-256, X9.63
    sign_count      bigint  NOT NULL,
    CONSTRAINT passkey_is_known_once PRIMARY KEY (customer_id, credential_id),
    CONSTRAINT passkey_is_a_point CHECK (octet_length(public_key) = 65),
    CONSTRAINT credential_id_is_1_to_1023_bytes CHECK (octet_length(credential_id) BETWEEN 1 AND 1023)
);

CREATE TABLE trusted_device (
    customer_id     bigint      NOT NULL CONSTRAINT trusted_device_is_of_a_customer REFERENCES customer,
    device_id       uuid        NOT NULL,
    name            text        NOT NULL,
    public_key      bytea       NOT NULL,   -- P-256, X9.63
    created_at      timestamptz NOT NULL,
    last_used_at    timestamptz,            -- time of its newest signed request; an older request is a copy
    insertion       bigint      NOT NULL DEFAULT nextval('card_insertion'),
    CONSTRAINT device_is_trusted_once PRIMARY KEY (customer_id, device_id),
    CONSTRAINT device_key_is_a_point CHECK (octet_length(public_key) = 65)
);

-- The limits are copied from the brand's policy when the event is opened, so that the row can enforce them alone.
CREATE TABLE authentication_event (
    customer_id             bigint      NOT NULL CONSTRAINT authentication_is_of_a_customer REFERENCES customer,
    event_id                uuid        NOT NULL,
    wallet_operation_id     uuid        NOT NULL,
    brand                   text        NOT NULL,
    operation               text,                   -- null for a payment by 3-D Secure
    card_id                 uuid,
    request_digest          bytea       NOT NULL,   -- keyed: a request may contain a PIN
    mode                    text        NOT NULL,
    status                  text        NOT NULL,
    challenges              integer     NOT NULL,   -- sent since the last cooldown
    allowable_challenges    integer     NOT NULL,
    attempts                integer     NOT NULL,   -- of the partner, if the partner decides
    allowable_attempts      integer     NOT NULL,
    created_at              timestamptz NOT NULL,
    expires_at              timestamptz NOT NULL,
    used_at                 timestamptz,            -- when it let its request through
    repeatable_until        timestamptz,            -- until then it lets the same request through again
    CONSTRAINT authentication_event_is_known_once PRIMARY KEY (customer_id, event_id),
    CONSTRAINT authentication_event_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT authentication_event_status_is_known CHECK (status IN ('OPEN', 'VERIFIED', 'FAILED', 'USED')),
    CONSTRAINT used_event_has_the_time_of_its_use CHECK ((status = 'USED') = (used_at IS NOT NULL)),
    CONSTRAINT only_a_used_event_is_repeatable CHECK (repeatable_until IS NULL OR status = 'USED'),
    CONSTRAINT event_is_repeatable_until_its_end_at_most CHECK (repeatable_until <= expires_at),
    CONSTRAINT challenges_are_limited CHECK (challenges BETWEEN 0 AND allowable_challenges),
    CONSTRAINT attempts_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts)
);

CREATE INDEX authentication_event_by_age ON authentication_event (customer_id, created_at);
CREATE INDEX authentication_event_by_end ON authentication_event (expires_at);

CREATE TABLE authentication_challenge (
    customer_id         bigint      NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,   -- only the highest can be answered
    verification        verification NOT NULL,
    secret_hash         bytea,                  -- of the code that was sent
    nonce               bytea,                  -- to be signed
    is_approved         boolean,                -- of a push: null until it is answered
    polls               integer     NOT NULL DEFAULT 0,     -- how often its approval was asked for
    attempts            integer     NOT NULL,
    allowable_attempts  integer     NOT NULL,
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz NOT NULL,
    CONSTRAINT challenge_is_sent_once PRIMARY KEY (customer_id, event_id, challenge_number),
    CONSTRAINT challenge_is_of_an_event FOREIGN KEY (customer_id, event_id)
        REFERENCES authentication_event ON DELETE CASCADE,
    CONSTRAINT attempts_at_a_challenge_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts),
    CONSTRAINT sent_code_is_kept_as_a_hash CHECK ((verification IN ('SMS', 'EMAIL')) = (secret_hash IS NOT NULL)),
    CONSTRAINT signed_challenge_has_a_nonce CHECK ((verification IN ('PASSKEYS', 'BIOMETRIC')) = (nonce IS NOT NULL)),
    CONSTRAINT only_a_push_is_approved CHECK (verification = 'PUSH_NOTIFICATION' OR is_approved IS NULL)
);

-- The newest message has the highest number, even if the clock stands still or was set back.
CREATE SEQUENCE message_number;

-- Every message that was "sent" to a customer. In the sandbox, this table replaces the phone that receives the message.
-- Here, too, the code is sealed.
CREATE TABLE message (
    customer_id         bigint      NOT NULL CONSTRAINT message_is_to_a_customer REFERENCES customer,
    message_id          uuid        NOT NULL,
    message_number      bigint      NOT NULL,
    channel             text        NOT NULL,
    target              text        NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,
    sealed_code         bytea,
    code_key_version    integer,
    about               text,                   -- the payment that it confirms
    created_at          timestamptz NOT NULL,
    CONSTRAINT message_is_sent_once PRIMARY KEY (customer_id, message_id),
    CONSTRAINT message_channel_is_known CHECK (channel IN ('SMS', 'EMAIL', 'PUSH_NOTIFICATION')),
    CONSTRAINT sent_code_names_its_key CHECK ((sealed_code IS NULL) = (code_key_version IS NULL)),
    CONSTRAINT a_push_carries_no_code CHECK ((channel = 'PUSH_NOTIFICATION') = (sealed_code IS NULL))
);

CREATE INDEX message_by_age ON message (customer_id, message_number DESC);
CREATE INDEX message_by_id ON message (message_id);
CREATE INDEX message_by_number ON message (message_number DESC);
CREATE INDEX message_by_end ON message (created_at);


-- Unique values over all customers: spread by the value itself -------------------------------------------------------

-- No two cards share a PAN, except a card and the one that renews it: the row leads to the one that pays. The PAN is
-- stored as a keyed hash, by which a card is also found. A new card claims the hashes of its PAN under all versions of
-- the key and keeps one, so no version hides a card of another one.
CREATE TABLE issued_pan (
    pan_hash            bytea   CONSTRAINT pan_is_issued_once PRIMARY KEY,
    customer_id         bigint  NOT NULL,
    card_id             uuid    NOT NULL,
    hash_key_version    integer NOT NULL DEFAULT 1
);

-- The customer of each token. No two cards share a token. A network that reports on a token does not name its customer,
-- so this table finds the customer.
CREATE TABLE dpan_reference (
    reference       text    CONSTRAINT dpan_reference_is_of_one_token PRIMARY KEY,
    customer_id     bigint  NOT NULL,
    tokenization_id uuid    NOT NULL
);

-- Every message of a network's token service and its answer. The same message always gets the same answer.
CREATE TABLE token_message (
    reference       text        CONSTRAINT token_message_is_answered_once PRIMARY KEY,
    digest          bytea       NOT NULL,   -- a keyed hash of the message without the security code
    kind            text        NOT NULL,
    customer_id     bigint,                 -- null if no card has the number
    card_id         uuid,
    decision        text        NOT NULL,
    reason          text,
    methods         text[]      NOT NULL,
    token_status    text,
    received_at     timestamptz NOT NULL,
    wallet_metadata text[]      NOT NULL DEFAULT '{}',  -- that the answer has
    CONSTRAINT token_message_has_a_printable_reference CHECK (reference ~ '^[!-~]{1,100}$')
);

-- All messages about a customer, for the export.
CREATE INDEX token_message_by_customer ON token_message (customer_id, received_at);

-- One row for all refresh tokens from one grant. A token names its generation. A token of an older generation counts as
-- a stolen copy and ends the family (RFC 9700, section 4.14.2).
CREATE TABLE refresh_family (
    family_id   uuid        CONSTRAINT refresh_family_is_known_once PRIMARY KEY,
    brand       text        NOT NULL,
    client_id   text        NOT NULL,
    customer_id bigint,
    scope       text        NOT NULL,
    generation  integer     NOT NULL,
    expires_at  timestamptz NOT NULL,   -- of the newest generation
    ends_at     timestamptz NOT NULL,   -- of the whole family; renewing does not extend it
    revoked_at  timestamptz,
    CONSTRAINT refresh_family_is_of_a_client FOREIGN KEY (brand, client_id) REFERENCES client
);

CREATE INDEX refresh_family_by_end ON refresh_family (expires_at);

-- Answers to requests that carried an Idempotency-Key, kept for 24 hours. A key belongs to its owner: a customer, a
-- brand, or a brand that acts for one of its customers. The digest of the request is keyed, because a request may
-- contain a PIN, and a plain digest of four digits is easy to reverse.
CREATE TABLE idempotent_answer (
    owner           text        NOT NULL,
    idempotency_key text        NOT NULL,
    request_digest  bytea       NOT NULL,
    status          integer     NOT NULL,
    body            bytea       NOT NULL,
    answered_at     timestamptz NOT NULL,
    CONSTRAINT request_is_answered_once PRIMARY KEY (owner, idempotency_key)
);

CREATE INDEX idempotent_answer_by_age ON idempotent_answer (answered_at);

-- The calls that count against the rates of brands, as the time that they use: a rate is used up if this is a minute
-- from now. Servers add up here what they count in memory. A row is of no use once its time has passed. The table is
-- not written to the WAL, because a crash may forget it.
CREATE UNLOGGED TABLE call_use (
    owner       text    NOT NULL,   -- the id of a client or a customer
    brand       text    NOT NULL,
    rate        text    NOT NULL,   -- client, customer, or the name of an operation
    used_until  bigint  NOT NULL,   -- in microseconds since 1970
    CONSTRAINT calls_are_counted_once PRIMARY KEY (owner, brand, rate)
);

CREATE INDEX call_use_by_end ON call_use (used_until);

-- Orders of cards for many customers. A server locks an order's row while it works on the order. One transaction
-- creates all the cards and completes the order, so a server that dies in the middle leaves the order unchanged.
-- Applications are sealed, and deleted once the order is finished.
CREATE TABLE bulk_order (
    order_id                    uuid        CONSTRAINT bulk_order_is_known_once PRIMARY KEY,
    brand                       text        NOT NULL CONSTRAINT bulk_order_is_of_a_brand REFERENCES brand,
    status                      text        NOT NULL,
    number_of_cards             integer     NOT NULL,
    created_at                  timestamptz NOT NULL,
    insertion                   bigint      NOT NULL DEFAULT nextval('card_insertion'),
    started_at                  timestamptz,
    completed_at                timestamptz,
    tries                       integer     NOT NULL DEFAULT 0,     -- failures that what is stored has caused
    sealed_applications         bytea,                              -- they may contain PINs
    applications_key_version    integer,
    customer_ids                bigint[],
    card_ids                    uuid[],
    failure_reason              text,
    failed_fields               text[],
    field_errors                text[],
    CONSTRAINT bulk_order_status_is_known CHECK (status IN ('ACCEPTED', 'PROCESSING', 'COMPLETED', 'FAILED')),
    CONSTRAINT bulk_order_has_1_to_1000_cards CHECK (number_of_cards BETWEEN 1 AND 1000),
    CONSTRAINT bulk_order_waits_until_it_is_started CHECK ((status <> 'ACCEPTED') = (started_at IS NOT NULL)),
    CONSTRAINT finished_bulk_order_says_when CHECK (
        (status IN ('COMPLETED', 'FAILED')) = (completed_at IS NOT NULL)),
    CONSTRAINT only_an_unfinished_bulk_order_keeps_its_applications CHECK (
        num_nonnulls(sealed_applications, applications_key_version)
        = CASE WHEN status IN ('ACCEPTED', 'PROCESSING') THEN 2 ELSE 0 END),
    CONSTRAINT completed_bulk_order_names_every_card CHECK (
        coalesce(cardinality(card_ids), 0) = CASE status WHEN 'COMPLETED' THEN number_of_cards ELSE 0 END
        AND coalesce(cardinality(customer_ids), 0) = coalesce(cardinality(card_ids), 0)),
    CONSTRAINT failed_bulk_order_says_why CHECK (
        (status = 'FAILED') = (failure_reason IS NOT NULL)
        AND (status = 'FAILED' OR failed_fields IS NULL)
        AND coalesce(cardinality(failed_fields), 0) = coalesce(cardinality(field_errors), 0))
);

CREATE INDEX bulk_order_by_turn ON bulk_order (tries, created_at, insertion) WHERE status IN ('ACCEPTED', 'PROCESSING');

-- The customer of each event: a partner that decides about it, and a client that answers it, do not name the customer.
CREATE TABLE authentication_owner (
    event_id    uuid        CONSTRAINT event_has_one_owner PRIMARY KEY,
    customer_id bigint      NOT NULL,
    expires_at  timestamptz NOT NULL
);

CREATE INDEX authentication_owner_by_end ON authentication_owner (expires_at);

-- Pages that wait to be opened. Each page can be opened once, within a minute. A row contains the card's id, but no
-- card data; the data is decrypted when the page is opened. The token in the page's address is stored as a keyed hash,
-- so nobody can open a page with data from a dump.
CREATE TABLE secure_view (
    token_hash      bytea       CONSTRAINT secure_view_is_opened_once PRIMARY KEY,
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    brand           text        NOT NULL CONSTRAINT secure_view_is_of_a_brand REFERENCES brand,
    content         text        NOT NULL,
    pan_separator   text        NOT NULL,
    has_copy_button boolean     NOT NULL,
    theme           text        NOT NULL,
    bare_text_size  integer,                -- null for a page with labels, as are the font and the colour
    bare_text_color text,
    bare_font       text,
    expires_at      timestamptz NOT NULL,
    CONSTRAINT secure_view_content_is_known CHECK (
        content IN ('DETAILS', 'PAN', 'CVV', 'EXPIRY', 'CARDHOLDER_NAME', 'PIN')),
    CONSTRAINT secure_view_theme_is_known CHECK (theme IN ('LIGHT', 'DARK', 'AUTO')),
    CONSTRAINT pan_separator_is_at_most_3_characters CHECK (char_length(pan_separator) <= 3),
    CONSTRAINT bare_text_size_is_readable CHECK (bare_text_size BETWEEN 8 AND 96),
    CONSTRAINT bare_text_color_is_hexadecimal CHECK (bare_text_color ~ '^#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$'),
    CONSTRAINT bare_font_is_known CHECK (bare_font IN ('SANS_SERIF', 'SERIF', 'MONOSPACE')),
    CONSTRAINT bare_view_has_size_and_font CHECK (
        (bare_text_size IS NULL) = (bare_font IS NULL) AND (bare_font IS NOT NULL OR bare_text_color IS NULL))
);

-- For counting the pages that wait for a customer.
CREATE INDEX secure_view_by_customer ON secure_view (customer_id, expires_at);

CREATE INDEX secure_view_by_end ON secure_view (expires_at);

-- Changes that an operator proposes and a second one must approve. A row is removed when the change is made or
-- withdrawn, and the audit trail keeps both names. It never has a secret: those of new clients are made when the change
-- is approved.
CREATE TABLE waiting_change (
    change_id   uuid        CONSTRAINT change_is_proposed_once PRIMARY KEY,
    operation   text        NOT NULL,   -- of the administration's listener
    subject     text,                   -- such as a customer's number
    settings    text,                   -- the file, of a change of settings
    proposed_by text        NOT NULL,   -- the operator's name
    proposed_at timestamptz NOT NULL,
    ends_at     timestamptz NOT NULL,
    CONSTRAINT change_has_a_subject_or_settings CHECK (num_nonnulls(subject, settings) = 1),
    CONSTRAINT change_names_who_proposes_it CHECK (proposed_by <> ''),
    CONSTRAINT change_waits_for_some_time CHECK (ends_at > proposed_at)
);


-- schema: merchants ---------------------------------------------------------------------------------------------------

-- Payments of merchants, whichever gateway they use. Nothing here knows a customer or an issued card: the issuer is
-- reached by messages only. Names include the schema, in statements too.
CREATE SCHEMA merchants;

CREATE DOMAIN merchants.merchant_id AS text
    CONSTRAINT merchant_id_is_1_to_32_letters_and_digits CHECK (VALUE ~ '^[0-9A-Za-z]{1,32}$');
CREATE DOMAIN merchants.gateway AS text CONSTRAINT gateway_is_1_to_32_small_letters CHECK (VALUE ~ '^[a-z]{1,32}$');
CREATE DOMAIN merchants.wallet AS text
    CONSTRAINT merchant_wallet_is_known CHECK (VALUE IN ('APPLE', 'GOOGLE', 'SAMSUNG'));
CREATE DOMAIN merchants.payment_status AS text CONSTRAINT payment_status_is_known CHECK (VALUE IN (
    'CREATED', 'PENDING_AUTHENTICATION', 'AUTHORIZED', 'DECLINED', 'CAPTURED', 'VOIDED', 'REFUNDED', 'EXPIRED'));
CREATE DOMAIN merchants.step_kind AS text
    CONSTRAINT payment_step_kind_is_known CHECK (VALUE IN ('CAPTURE', 'VOID', 'REFUND'));
CREATE DOMAIN merchants.reference AS text
    CONSTRAINT payment_reference_is_12_digits CHECK (VALUE ~ '^[0-9]{12}$');


-- Reference tables: small, the same on every machine -----------------------------------------------------------------

CREATE TABLE merchants.merchant (
    merchant_id merchants.merchant_id CONSTRAINT merchant_is_known_once PRIMARY KEY,
    name        text            NOT NULL,
    category    integer         NOT NULL,   -- ISO 18245
    country     text            NOT NULL,   -- ISO 3166-1 alpha-2
    city        text            NOT NULL,
    currency    money.currency  NOT NULL,
    day_ends    integer         NOT NULL,   -- minutes after midnight UTC
    CONSTRAINT merchant_name_has_1_to_100_characters CHECK (length(name) BETWEEN 1 AND 100),
    CONSTRAINT merchant_city_has_1_to_100_characters CHECK (length(city) BETWEEN 1 AND 100),
    CONSTRAINT merchant_category_has_4_digits CHECK (category BETWEEN 0 AND 9999),
    CONSTRAINT merchant_country_has_2_letters CHECK (country ~ '^[A-Z]{2}$'),
    CONSTRAINT merchant_day_ends_within_a_day CHECK (day_ends BETWEEN 0 AND 1439)
);

-- The order in which the rows of merchants' keys, payments and saved cards were written.
CREATE SEQUENCE merchants.payment_insertion;

-- A merchant's key pairs at a gateway, to which wallets seal payments. Private keys are sealed. A key that was replaced
-- still opens until it ends.
CREATE TABLE merchants.merchant_key (
    merchant_id         merchants.merchant_id NOT NULL
        CONSTRAINT merchant_key_is_of_a_merchant REFERENCES merchants.merchant,
    gateway             merchants.gateway NOT NULL,
    wallet              merchants.wallet NOT NULL,
    key_id              uuid            NOT NULL,
    kind                text            NOT NULL,
    status              text            NOT NULL,
    wallet_id           text,           -- how the wallet names the recipient
    public_key          bytea           NOT NULL,   -- SubjectPublicKeyInfo in DER
    sealed_private_key  bytea           NOT NULL,
    key_version         integer         NOT NULL,
    certificate         bytea,          -- DER
    created_at          timestamptz     NOT NULL,
    ends_at             timestamptz,
    insertion           bigint          NOT NULL DEFAULT nextval('merchants.payment_insertion'),
    CONSTRAINT merchant_key_is_known_once PRIMARY KEY (merchant_id, gateway, wallet, key_id),
    CONSTRAINT merchant_key_kind_is_known CHECK (kind IN ('P-256', 'RSA')),
    CONSTRAINT merchant_key_status_is_known CHECK (status IN ('WAITING', 'ACTIVE', 'REPLACED')),
    CONSTRAINT merchant_wallet_id_has_1_to_255_bytes CHECK (octet_length(wallet_id) BETWEEN 1 AND 255),
    CONSTRAINT only_a_replaced_merchant_key_ends CHECK ((status = 'REPLACED') = (ends_at IS NOT NULL))
);

-- New payments are sealed to one key only.
CREATE UNIQUE INDEX merchant_has_one_active_key ON merchants.merchant_key (merchant_id, gateway, wallet)
    WHERE status = 'ACTIVE';


-- Payments: spread by merchant_id -------------------------------------------------------------------------------------

-- The number is sealed, so that a payment can be given back and cleared. A wallet's cryptogram is sealed with it only
-- while the customer has to authenticate first.
CREATE TABLE merchants.payment (
    merchant_id             merchants.merchant_id NOT NULL
        CONSTRAINT payment_is_of_a_merchant REFERENCES merchants.merchant,
    payment_id              uuid            NOT NULL,
    gateway                 merchants.gateway NOT NULL,
    reference               merchants.reference NOT NULL,
    external_reference      text,
    nonce                   text,
    nonce_digest            bytea,          -- SHA-256, because an index takes no long text
    currency                money.currency  NOT NULL,
    amount                  bigint          NOT NULL,
    authorized              bigint          NOT NULL,
    captured                bigint          NOT NULL,
    refunded                bigint          NOT NULL,
    voided                  bigint          NOT NULL,
    status                  merchants.payment_status NOT NULL,
    decline_reason          text,
    approval_code           text,
    wallet                  merchants.wallet,
    last_four               text            NOT NULL,
    scheme                  text            NOT NULL,
    captures_at_once        boolean         NOT NULL,
    can_approve_in_part     boolean         NOT NULL,
    step_count              integer         NOT NULL,
    sealed_instrument       bytea           NOT NULL,
    instrument_key_version  integer         NOT NULL,
    created_at              timestamptz     NOT NULL,
    answer_due_at           timestamptz,    -- while the issuer is asked; real time, unlike other times
    authorized_at           timestamptz,
    captured_at             timestamptz,
    settled_at              timestamptz,
    expires_at              timestamptz,    -- while something of it can be captured, or the customer must authenticate
    metadata                text,
    is_trial                boolean         NOT NULL,   -- neither the issuer nor the clearing learns of it
    captured_by             timestamptz,    -- until when the merchant wants to capture; null for as long as possible
    authentication          text,           -- how 3-D Secure ended
    eci                     text,           -- electronic commerce indicator
    insertion               bigint          NOT NULL DEFAULT nextval('merchants.payment_insertion'),
    CONSTRAINT payment_is_known_once PRIMARY KEY (merchant_id, payment_id),
    CONSTRAINT payment_nonce_is_used_once UNIQUE (merchant_id, gateway, nonce_digest),
    CONSTRAINT payment_amounts_are_not_negative CHECK (least(amount, authorized, captured, refunded, voided) >= 0),
    CONSTRAINT authorized_is_at_most_what_was_asked CHECK (authorized <= amount),
    CONSTRAINT captured_and_voided_are_at_most_what_was_authorized CHECK (captured + voided <= authorized),
    CONSTRAINT refunded_is_at_most_what_was_captured CHECK (refunded <= captured),
    CONSTRAINT payment_waits_for_an_answer_while_the_issuer_is_asked CHECK (
        (status = 'CREATED') = (answer_due_at IS NOT NULL)),
    CONSTRAINT declined_payment_says_why CHECK ((status = 'DECLINED') = (decline_reason IS NOT NULL)),
    CONSTRAINT payment_authentication_is_known CHECK (authentication IN (
        'AUTHENTICATED', 'DECLINED', 'NOT_COMPLETED', 'LOOKUP_FAILED')),
    CONSTRAINT payment_waits_until_authentication_ends CHECK (
        status <> 'PENDING_AUTHENTICATION' OR authentication IS NULL),
    CONSTRAINT payment_eci_has_2_digits CHECK (eci ~ '^[0-9]{2}$'),
    CONSTRAINT payment_texts_are_limited CHECK (
        greatest(length(external_reference), length(nonce)) <= 4096 AND octet_length(metadata) <= 8192)
);

CREATE INDEX payment_by_id ON merchants.payment (payment_id);
CREATE INDEX payment_by_age ON merchants.payment (merchant_id, gateway, created_at DESC, insertion DESC);
CREATE INDEX payment_by_status ON merchants.payment (merchant_id, gateway, status, created_at DESC, insertion DESC);
CREATE INDEX payment_by_external_reference
    ON merchants.payment (merchant_id, gateway, md5(external_reference), created_at DESC, insertion DESC)
    WHERE external_reference IS NOT NULL;

-- Payments whose answer may be lost, and those that can expire.
CREATE INDEX payment_by_answer ON merchants.payment (answer_due_at) WHERE answer_due_at IS NOT NULL;
CREATE INDEX payment_by_end ON merchants.payment (expires_at) WHERE expires_at IS NOT NULL;

-- Captures, voids and refunds. Only its clearing changes a row.
CREATE TABLE merchants.payment_step (
    merchant_id         merchants.merchant_id NOT NULL,
    payment_id          uuid            NOT NULL,
    step_number         integer         NOT NULL,
    gateway             merchants.gateway NOT NULL,
    kind                merchants.step_kind NOT NULL,
    reference           merchants.reference NOT NULL,
    currency            money.currency  NOT NULL,
    amount              bigint          NOT NULL,
    is_final            boolean         NOT NULL,   -- no capture follows
    nonce               text,
    nonce_digest        bytea,
    external_reference  text,
    metadata            text,
    made_at             timestamptz     NOT NULL,
    settles_at          timestamptz,    -- the end of the merchant's day; null for a void
    settled_at          timestamptz,
    CONSTRAINT payment_step_is_known_once PRIMARY KEY (merchant_id, payment_id, step_number),
    CONSTRAINT payment_step_is_of_a_payment FOREIGN KEY (merchant_id, payment_id) REFERENCES merchants.payment,
    CONSTRAINT step_nonce_is_used_once UNIQUE (merchant_id, gateway, nonce_digest),
    CONSTRAINT payment_step_moves_money CHECK (amount > 0),
    CONSTRAINT only_a_void_is_not_cleared CHECK ((kind = 'VOID') = (settles_at IS NULL)),
    CONSTRAINT step_texts_are_limited CHECK (
        greatest(length(external_reference), length(nonce)) <= 4096 AND octet_length(metadata) <= 8192)
);

CREATE INDEX payment_step_by_settlement
    ON merchants.payment_step (merchant_id, gateway, settles_at, payment_id, step_number) WHERE settles_at IS NOT NULL;
CREATE INDEX payment_step_by_taking
    ON merchants.payment_step (merchant_id, gateway, settled_at, payment_id, step_number)
    WHERE settles_at IS NOT NULL AND settled_at IS NOT NULL;

-- The steps that the issuer does not know yet: a void at once, a capture or a refund at the end of the merchant's day.
-- A row is deleted when it has arrived. A server that sends it first counts the attempt, and nobody else tries it until
-- free_at. A capture with an attempt may have arrived, so it cannot be taken back any more.
CREATE TABLE merchants.unsent_step (
    merchant_id merchants.merchant_id NOT NULL,
    payment_id  uuid            NOT NULL,
    step_number integer         NOT NULL,
    kind        merchants.step_kind NOT NULL,
    amount      bigint          NOT NULL,   -- less than the step's, if a part was taken back
    due_at      timestamptz     NOT NULL,
    attempts    integer         NOT NULL,
    free_at     timestamptz,                -- real time, unlike other times
    CONSTRAINT unsent_step_waits_once PRIMARY KEY (merchant_id, payment_id, step_number),
    CONSTRAINT unsent_step_is_of_a_payment FOREIGN KEY (merchant_id, payment_id, step_number)
        REFERENCES merchants.payment_step,
    CONSTRAINT unsent_step_moves_money CHECK (amount > 0),
    CONSTRAINT attempted_step_says_until_when CHECK ((attempts > 0) = (free_at IS NOT NULL))
);

CREATE INDEX unsent_step_by_turn ON merchants.unsent_step (merchant_id, due_at) WHERE attempts = 0;
CREATE INDEX unsent_step_by_retry ON merchants.unsent_step (free_at) WHERE attempts > 0;


-- Unique values over all merchants: spread by the value itself --------------------------------------------------------

-- The payment of each reference; with a number, the step.
CREATE TABLE merchants.payment_reference (
    reference   merchants.reference CONSTRAINT payment_reference_is_used_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL,
    payment_id  uuid            NOT NULL,
    step_number integer
);

-- The wallet tokens that were opened, by a keyed hash. A token is one payment, whichever gateways and servers get it.
CREATE TABLE merchants.wallet_token_claim (
    token_digest    bytea       CONSTRAINT wallet_token_is_claimed_once PRIMARY KEY,
    ends_at         timestamptz NOT NULL    -- when the token is too old to be opened
);

CREATE INDEX wallet_token_claim_by_end ON merchants.wallet_token_claim (ends_at);

-- History cannot be rewritten, except for when a step was cleared.
REVOKE DELETE, TRUNCATE ON merchants.payment, merchants.payment_step, merchants.payment_reference FROM CURRENT_USER;


-- CardPointe ----------------------------------------------------------------------------------------------------------

-- Who calls the gateway. Only a keyed hash of the password is stored; the key is not in the database.
CREATE TABLE merchants.cardpointe_login (
    username        text    CONSTRAINT cardpointe_login_is_known_once PRIMARY KEY,
    password_hash   bytea   NOT NULL,
    CONSTRAINT cardpointe_username_has_1_to_64_characters CHECK (length(username) BETWEEN 1 AND 64)
);

-- What a merchant agreed with the gateway. Several merchants of one owner can have the same login.
CREATE TABLE merchants.cardpointe_account (
    merchant_id         merchants.merchant_id
        CONSTRAINT cardpointe_account_is_known_once PRIMARY KEY
        CONSTRAINT cardpointe_account_is_of_a_merchant REFERENCES merchants.merchant,
    username            text    NOT NULL
        CONSTRAINT cardpointe_account_has_a_login REFERENCES merchants.cardpointe_login,
    sites               text[]  NOT NULL,   -- the first parts of the host names at which the merchant calls
    processor           text    NOT NULL,
    is_enabled          boolean NOT NULL,
    takes_part          boolean NOT NULL,   -- takes less than it asks for
    refunds_unsettled   boolean NOT NULL,   -- refunds before the end of its day
    routes_wallets      boolean NOT NULL,   -- payments of wallets go to Rapid Connect, wherever those with cards go
    takes_checks        boolean NOT NULL,   -- takes electronic checks
    further_currencies  text[]  NOT NULL,   -- besides the merchant's own
    device_data_in_any_order    boolean NOT NULL,   -- takes Apple's device data in another order than the guide's
    CONSTRAINT cardpointe_account_has_1_to_8_sites CHECK (cardinality(sites) BETWEEN 1 AND 8),
    CONSTRAINT cardpointe_sites_have_1_to_12_characters CHECK (
        array_to_string(sites, ' ') ~ '^[a-z0-9-]{1,12}( [a-z0-9-]{1,12})*$'),
    CONSTRAINT cardpointe_processor_is_known CHECK (processor IN ('FNOR', 'RPCT')),
    CONSTRAINT cardpointe_account_has_at_most_8_further_currencies CHECK (cardinality(further_currencies) <= 8)
);

CREATE INDEX cardpointe_account_by_login ON merchants.cardpointe_account (username, merchant_id);
CREATE INDEX cardpointe_account_by_site ON merchants.cardpointe_account USING gin (sites);

-- How often a merchant has called a service in its last minute. One row each, so it does not grow.
CREATE TABLE merchants.cardpointe_rate (
    merchant_id merchants.merchant_id NOT NULL,
    service     text    NOT NULL,
    minute      bigint  NOT NULL,   -- since 1970
    calls       integer NOT NULL,
    CONSTRAINT cardpointe_rate_is_counted_once PRIMARY KEY (merchant_id, service),
    CONSTRAINT cardpointe_calls_are_positive CHECK (calls > 0)
);

-- What CardSecure's tokens stand for. The number is sealed. A token that opens a wallet's payment is good for one
-- authorization of the merchant to whom the wallet has sealed it, and is deleted after a day.
CREATE TABLE merchants.cardpointe_token (
    token               text        CONSTRAINT cardpointe_token_is_given_once PRIMARY KEY,
    number_hash         bytea       NOT NULL,   -- keyed
    sealed_instrument   bytea       NOT NULL,
    key_version         integer     NOT NULL,
    wallet              merchants.wallet,
    merchant_id         merchants.merchant_id,
    made_at             timestamptz NOT NULL,
    used_at             timestamptz,
    CONSTRAINT cardpointe_token_is_16_digits_from_9 CHECK (token ~ '^9[0-9]{15}$'),
    CONSTRAINT wallets_cardpointe_token_is_of_a_merchant CHECK ((wallet IS NULL) = (merchant_id IS NULL)),
    CONSTRAINT only_a_wallets_cardpointe_token_is_used_up CHECK (used_at IS NULL OR wallet IS NOT NULL)
);

CREATE INDEX cardpointe_token_of_wallet_by_age ON merchants.cardpointe_token (made_at) WHERE wallet IS NOT NULL;

-- Accounts of customers that a merchant stores: tokens, and what the merchant knows of their holders, in JSON.
CREATE TABLE merchants.cardpointe_profile (
    merchant_id     merchants.merchant_id NOT NULL,
    profile_id      text        NOT NULL,
    account_number  integer     NOT NULL,
    token           text        NOT NULL
        CONSTRAINT cardpointe_profile_has_a_token REFERENCES merchants.cardpointe_token,
    details         text        NOT NULL,
    content_digest  bytea       NOT NULL,   -- of the token and the details
    is_default      boolean     NOT NULL,
    made_at         timestamptz NOT NULL,
    CONSTRAINT cardpointe_profile_is_known_once PRIMARY KEY (merchant_id, profile_id, account_number),
    CONSTRAINT cardpointe_profile_is_20_digits CHECK (profile_id ~ '^[0-9]{20}$'),
    CONSTRAINT cardpointe_profile_has_1_to_999_accounts CHECK (account_number BETWEEN 1 AND 999),
    CONSTRAINT cardpointe_profile_details_have_at_most_4096_bytes CHECK (octet_length(details) <= 4096)
);

CREATE UNIQUE INDEX cardpointe_profile_has_one_default ON merchants.cardpointe_profile (merchant_id, profile_id)
    WHERE is_default;
CREATE INDEX cardpointe_profile_by_content ON merchants.cardpointe_profile (merchant_id, content_digest);

-- Signatures that customers write on a screen, which a merchant adds to payments: pictures in Base64.
CREATE TABLE merchants.cardpointe_signature (
    merchant_id merchants.merchant_id NOT NULL,
    reference   text    NOT NULL,   -- of the payment
    signature   text    NOT NULL,
    CONSTRAINT cardpointe_signature_is_kept_once PRIMARY KEY (merchant_id, reference),
    CONSTRAINT cardpointe_signature_has_at_most_32768_bytes CHECK (octet_length(signature) <= 32768)
);

-- Until which time of clearing a merchant has got the batches or the fundings that it asks for without a date.
CREATE TABLE merchants.cardpointe_report (
    merchant_id     merchants.merchant_id NOT NULL,
    service         text        NOT NULL,
    reported_until  timestamptz NOT NULL,
    CONSTRAINT cardpointe_report_is_kept_once PRIMARY KEY (merchant_id, service)
);


-- Stitch --------------------------------------------------------------------------------------------------------------

-- A merchant's clients of Stitch's API. Of a secret only a keyed hash is kept.
CREATE TABLE merchants.stitch_client (
    client_id           text        CONSTRAINT stitch_client_is_known_once PRIMARY KEY,
    merchant_id         merchants.merchant_id NOT NULL
        CONSTRAINT stitch_client_is_of_a_merchant REFERENCES merchants.merchant,
    secret_hash         bytea       NOT NULL,
    assertion_key       bytea,      -- SubjectPublicKeyInfo in DER of the key that signs assertions
    scopes              text[]      NOT NULL,
    redirect_uris       text[]      NOT NULL,   -- where customers may go after 3-D Secure
    is_test             boolean     NOT NULL,
    requires_secure_3d  boolean     NOT NULL,
    requires_device_information boolean NOT NULL,
    is_scope_strict     boolean     NOT NULL,   -- needs transaction_initiate to initiate
    CONSTRAINT stitch_client_id_has_1_to_64_characters CHECK (client_id ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT stitch_client_lists_at_most_16_addresses CHECK (cardinality(redirect_uris) <= 16)
);

CREATE INDEX stitch_client_by_merchant ON merchants.stitch_client (merchant_id);

-- Where a client gets webhooks. Each filter type that has events has a subscription (webhook_subscription).
CREATE TABLE merchants.stitch_webhook (
    webhook_id          uuid        CONSTRAINT stitch_webhook_is_known_once PRIMARY KEY,
    client_id           text        NOT NULL
        CONSTRAINT stitch_webhook_is_of_a_client REFERENCES merchants.stitch_client,
    url                 text        NOT NULL,
    filter_types        text[]      NOT NULL,
    subscription_ids    uuid[]      NOT NULL,
    made_at             timestamptz NOT NULL,
    insertion           bigint      NOT NULL DEFAULT nextval('merchants.payment_insertion')
);

CREATE INDEX stitch_webhook_by_client ON merchants.stitch_webhook (client_id, made_at, insertion);

-- The assertions with which clients have proved themselves, until they expire. Each proves its client once.
CREATE TABLE merchants.stitch_assertion (
    client_id   text        NOT NULL,
    id_digest   bytea       NOT NULL,   -- SHA-256 of the claim jti
    ends_at     timestamptz NOT NULL,
    CONSTRAINT stitch_assertion_is_used_once PRIMARY KEY (client_id, id_digest)
);

CREATE INDEX stitch_assertion_by_end ON merchants.stitch_assertion (ends_at);


-- Dintero -------------------------------------------------------------------------------------------------------------

-- A merchant's clients of Dintero's API. Of a secret only a keyed hash is kept.
CREATE TABLE merchants.dintero_client (
    client_id   text    CONSTRAINT dintero_client_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT dintero_client_is_of_a_merchant REFERENCES merchants.merchant,
    account_id  text    NOT NULL,
    secret_hash bytea   NOT NULL,
    CONSTRAINT dintero_client_id_has_1_to_64_characters CHECK (client_id ~ '^[0-9A-Za-z_-]{1,64}$'),
    CONSTRAINT dintero_account_is_p_or_t_and_8_digits CHECK (account_id ~ '^[PT][0-9]{8}$')
);

CREATE INDEX dintero_client_by_merchant ON merchants.dintero_client (merchant_id);

-- What a merchant wants to be paid once. Between the submission of a wallet's token and the payment, what the token
-- contained is kept here, sealed.
CREATE TABLE merchants.dintero_session (
    session_id              uuid            CONSTRAINT dintero_session_is_known_once PRIMARY KEY,
    merchant_id             merchants.merchant_id NOT NULL
        CONSTRAINT dintero_session_is_of_a_merchant REFERENCES merchants.merchant,
    account_id              text            NOT NULL,
    request                 text            NOT NULL,   -- JSON, as the merchant sent it
    amount                  bigint          NOT NULL,
    currency                money.currency  NOT NULL,
    attempt                 integer         NOT NULL,   -- a declined payment allows a further one
    payment_id              uuid            NOT NULL,   -- what the wallet's operations are for
    wallet_transaction_id   uuid,                       -- what stands for the submitted token
    sealed_instrument       bytea,
    key_version             integer,
    instrument_ends_at      timestamptz,
    made_at                 timestamptz     NOT NULL,
    changed_at              timestamptz     NOT NULL,
    expires_at              timestamptz     NOT NULL,
    cancelled_at            timestamptz,
    gives_back_at           timestamptz,    -- when to look for a payment that was under way; real time
    CONSTRAINT dintero_session_asks_for_money CHECK (amount > 0),
    CONSTRAINT dintero_session_is_tried_from_1 CHECK (attempt > 0),
    CONSTRAINT dintero_session_keeps_an_instrument_with_its_end CHECK (
        (sealed_instrument IS NULL) = (key_version IS NULL)
        AND (sealed_instrument IS NULL) = (instrument_ends_at IS NULL)),
    CONSTRAINT dintero_cancelled_session_keeps_no_instrument CHECK (cancelled_at IS NULL OR sealed_instrument IS NULL),
    CONSTRAINT dintero_session_request_has_at_most_65536_bytes CHECK (octet_length(request) <= 65536)
);

CREATE INDEX dintero_session_by_instrument ON merchants.dintero_session (instrument_ends_at)
    WHERE sealed_instrument IS NOT NULL;
CREATE INDEX dintero_session_by_giving_back ON merchants.dintero_session (gives_back_at)
    WHERE gives_back_at IS NOT NULL;


-- MoneyHash -----------------------------------------------------------------------------------------------------------

-- A merchant's keys: one for tests, and a live one. Of a key only a keyed hash is kept.
CREATE TABLE merchants.moneyhash_key (
    key_hash    bytea   CONSTRAINT moneyhash_key_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_key_is_of_a_merchant REFERENCES merchants.merchant,
    is_live     boolean NOT NULL,
    CONSTRAINT moneyhash_merchant_has_one_key_of_a_kind UNIQUE (merchant_id, is_live)
);

-- How payments end at the simulated providers of the methods that need no card; without a row they wait.
CREATE TABLE merchants.moneyhash_provider (
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_provider_is_of_a_merchant REFERENCES merchants.merchant,
    method      text NOT NULL,
    outcome     text NOT NULL,
    CONSTRAINT moneyhash_provider_ends_in_one_way PRIMARY KEY (merchant_id, method),
    CONSTRAINT moneyhash_provider_has_a_method CHECK (method IN (
        'CASH_OUTLET', 'MOBILE_WALLET', 'PAYPAL', 'CASH_ON_DELIVERY', 'M_PESA', 'MOBILE_MONEY', 'CRYPTO_WALLET')),
    CONSTRAINT moneyhash_provider_outcome_is_known CHECK (outcome IN ('SUCCESS', 'PENDING', 'REFUSED', 'EXPIRED'))
);

-- What a merchant knows of its customers. An intent may also name somebody who is not here.
CREATE TABLE merchants.moneyhash_customer (
    customer_id uuid        CONSTRAINT moneyhash_customer_is_known_once PRIMARY KEY,
    merchant_id merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_customer_is_of_a_merchant REFERENCES merchants.merchant,
    is_live     boolean     NOT NULL,   -- which of the merchant's keys made it
    details     text        NOT NULL,   -- JSON, as the merchant sent it
    made_at     timestamptz NOT NULL,
    CONSTRAINT moneyhash_customer_details_have_at_most_16384_bytes CHECK (octet_length(details) <= 16384)
);

-- What a merchant wants to be paid once. What was tried for it is among the payments.
CREATE TABLE merchants.moneyhash_intent (
    intent_id       text            CONSTRAINT moneyhash_intent_is_known_once PRIMARY KEY,
    merchant_id     merchants.merchant_id NOT NULL
        CONSTRAINT moneyhash_intent_is_of_a_merchant REFERENCES merchants.merchant,
    is_live         boolean         NOT NULL,   -- which of the merchant's keys made it
    request         text            NOT NULL,   -- JSON, what the merchant sees again
    operation       text            NOT NULL,
    amount          bigint          NOT NULL,
    currency        money.currency  NOT NULL,
    is_direct       boolean         NOT NULL,   -- the merchant's own app or page pays it
    method          text,
    card_id         uuid,                       -- the saved card that is selected, if it is still there
    attempt         integer         NOT NULL,   -- a declined payment allows a further one
    status          text            NOT NULL,
    waits_for_app   boolean         NOT NULL DEFAULT false, -- the customer is asked in the bank's app
    paying_until    timestamptz,                -- in real time; until then a server asks the issuer
    made_at         timestamptz     NOT NULL,
    expires_at      timestamptz,
    -- The card for which the customer chooses a plan of installments, without its security code.
    sealed_instrument       bytea,
    instrument_key_version  integer,
    instrument_ends_at      timestamptz,
    CONSTRAINT moneyhash_intent_id_has_7_characters CHECK (intent_id ~ '^[0-9A-Za-z]{7}$'),
    CONSTRAINT moneyhash_intent_asks_for_money CHECK (amount > 0),
    CONSTRAINT moneyhash_operation_is_known CHECK (operation IN ('purchase', 'authorize')),
    CONSTRAINT moneyhash_method_is_known CHECK (method IN (
        'CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'BANK_INSTALLMENTS', 'CASH_OUTLET', 'MOBILE_WALLET', 'PAYPAL',
        'CASH_ON_DELIVERY', 'M_PESA', 'MOBILE_MONEY', 'CRYPTO_WALLET')),
    CONSTRAINT only_a_card_is_a_saved_moneyhash_card CHECK (card_id IS NULL OR (method = 'CARD') IS TRUE),
    CONSTRAINT moneyhash_intent_is_tried_1_to_10_times CHECK (attempt BETWEEN 1 AND 10),
    CONSTRAINT moneyhash_status_is_known CHECK (status IN ('UNPROCESSED', 'PROCESSED', 'CLOSED', 'TIME_EXPIRED')),
    CONSTRAINT moneyhash_intent_that_has_ended_is_not_paid CHECK (status = 'UNPROCESSED' OR paying_until IS NULL),
    CONSTRAINT moneyhash_intent_that_has_ended_waits_for_no_app CHECK (status = 'UNPROCESSED' OR NOT waits_for_app),
    CONSTRAINT moneyhash_intent_that_has_ended_keeps_no_card CHECK (
        status = 'UNPROCESSED' OR sealed_instrument IS NULL),
    CONSTRAINT moneyhash_intent_keeps_a_card_with_its_key_and_its_end CHECK (
        num_nulls(sealed_instrument, instrument_key_version, instrument_ends_at) IN (0, 3)),
    CONSTRAINT moneyhash_intent_request_has_at_most_16384_bytes CHECK (octet_length(request) <= 16384)
);

CREATE INDEX moneyhash_intent_by_expiry ON merchants.moneyhash_intent (expires_at) WHERE status = 'UNPROCESSED';
CREATE INDEX moneyhash_intent_by_payment ON merchants.moneyhash_intent (paying_until) WHERE paying_until IS NOT NULL;
CREATE INDEX moneyhash_intent_by_app ON merchants.moneyhash_intent (intent_id) WHERE waits_for_app;
CREATE INDEX moneyhash_intent_by_instrument ON merchants.moneyhash_intent (instrument_ends_at)
    WHERE instrument_ends_at IS NOT NULL;

-- Cards that the customers of a merchant have saved. The number is sealed, and a security code is never stored.
CREATE TABLE merchants.moneyhash_card (
    merchant_id         merchants.merchant_id
        CONSTRAINT moneyhash_card_is_of_a_merchant REFERENCES merchants.merchant,
    is_live             boolean,                -- with which of the merchant's keys it can be used
    card_id             uuid,
    short_id            text        NOT NULL,
    customer            text        NOT NULL,   -- the merchant's own name for who pays
    number_hash         bytea       NOT NULL,   -- keyed, and another one for each merchant
    sealed_instrument   bytea       NOT NULL,
    key_version         integer     NOT NULL,
    scheme              text        NOT NULL,
    bin                 text        NOT NULL,
    last_four           text        NOT NULL,
    expiry_year         integer     NOT NULL,
    expiry_month        integer     NOT NULL,
    origin              text        NOT NULL,   -- JSON, of the intent that saved it
    made_at             timestamptz NOT NULL,
    insertion           bigint      NOT NULL DEFAULT nextval('merchants.payment_insertion'),
    CONSTRAINT moneyhash_card_is_known_once PRIMARY KEY (merchant_id, is_live, card_id),
    CONSTRAINT moneyhash_card_has_a_short_id_of_its_own UNIQUE (merchant_id, is_live, short_id),
    CONSTRAINT moneyhash_customer_saves_a_card_once UNIQUE (merchant_id, is_live, customer, number_hash),
    CONSTRAINT moneyhash_card_short_id_has_7_characters CHECK (short_id ~ '^[0-9A-Za-z]{7}$'),
    CONSTRAINT moneyhash_customer_has_1_to_64_characters CHECK (length(customer) BETWEEN 1 AND 64),
    CONSTRAINT moneyhash_card_shows_6_digits_and_4 CHECK (bin ~ '^[0-9]{6}$' AND last_four ~ '^[0-9]{4}$'),
    CONSTRAINT moneyhash_card_expires_in_a_month CHECK (expiry_month BETWEEN 1 AND 12),
    CONSTRAINT moneyhash_card_origin_has_at_most_8192_bytes CHECK (octet_length(origin) <= 8192)
);

-- Answers to requests that had an X-Idempotency-Key, kept for 24 hours.
CREATE TABLE merchants.moneyhash_answer (
    merchant_id     merchants.merchant_id
        CONSTRAINT moneyhash_answer_is_of_a_merchant REFERENCES merchants.merchant,
    is_live         boolean,
    idempotency_key uuid,
    claim           uuid        NOT NULL,   -- the request that makes the answer
    status          integer,                -- NULL while it is made
    body            text,
    free_at         timestamptz NOT NULL,   -- in real time; then another request may make it
    ends_at         timestamptz NOT NULL,
    path            text        NOT NULL,   -- of the request
    CONSTRAINT moneyhash_request_is_answered_once PRIMARY KEY (merchant_id, is_live, idempotency_key),
    CONSTRAINT moneyhash_answer_has_a_status_and_a_body CHECK ((status IS NULL) = (body IS NULL)),
    CONSTRAINT moneyhash_answer_has_at_most_131072_bytes CHECK (octet_length(body) <= 131072)
);

CREATE INDEX moneyhash_answer_by_end ON merchants.moneyhash_answer (ends_at);


-- schema: sandbox -----------------------------------------------------------------------------------------------------

-- Everything below exists only in the database of a sandbox, which shows card numbers and can delete all data. A
-- production database has nothing of it. Names include their schemas, so that the functions work in every session.
CREATE SCHEMA sandbox;

-- A sandbox restores snapshots and deletes all data, so its owner has the right to change journals. The trigger still
-- refuses it.
GRANT UPDATE, DELETE, TRUNCATE ON money.journal, money.posting TO CURRENT_USER;
GRANT DELETE, TRUNCATE ON merchants.payment, merchants.payment_step, merchants.payment_reference TO CURRENT_USER;

-- Marks the database as a sandbox's. The mark is created only while no brand is stored. It survives every reset and
-- snapshot.
CREATE TABLE sandbox.mark ();

-- The setting of the clock: frozen at a time, or running with an offset from real time.
CREATE TABLE sandbox.clock (
    only_row            boolean CONSTRAINT clock_is_one PRIMARY KEY CONSTRAINT clock_is_the_only_one CHECK (only_row),
    frozen_at           timestamptz,
    offset_milliseconds bigint NOT NULL,
    CONSTRAINT frozen_clock_has_no_offset CHECK (frozen_at IS NULL OR offset_milliseconds = 0)
);

-- The keys that are shared with the simulated card networks, sealed; one row for each network. They survive resets and
-- snapshots.
CREATE TABLE sandbox.network_keys (
    scheme      issuing.card_scheme CONSTRAINT network_has_its_keys_once PRIMARY KEY,
    sealed      bytea               NOT NULL,
    key_version integer             NOT NULL,
    created_at  timestamptz         NOT NULL
);


-- Searching ----------------------------------------------------------------------------------------------------------

-- Whoever looks into a sandbox searches for people by brand and by the beginning of a name, and for cards by their last
-- digits, and lists the newest disputes of all customers. No operation of the card service does, so a production
-- database has none of these indexes.
CREATE INDEX customer_by_first_name ON issuing.customer (lower(first_name) COLLATE "C");
CREATE INDEX customer_by_last_name ON issuing.customer (lower(last_name) COLLATE "C");
CREATE INDEX customer_by_brand ON issuing.customer (brand, customer_id);
CREATE INDEX card_by_last_four ON issuing.card (last_four, customer_id DESC);
CREATE INDEX dispute_by_insertion ON issuing.dispute (insertion DESC);


-- Simulated phones ---------------------------------------------------------------------------------------------------

-- The order in which the rows of phones and their tokens were written.
CREATE SEQUENCE sandbox.phone_insertion;

-- A phone with a wallet, owned by a customer.
CREATE TABLE sandbox.phone (
    phone_id        uuid        CONSTRAINT phone_is_known_once PRIMARY KEY,
    customer_id     bigint      NOT NULL CONSTRAINT phone_is_of_a_customer REFERENCES issuing.customer,
    kind            text        NOT NULL,
    hardware_id     text        NOT NULL,
    wallet_id       text,       -- null until there is a wallet
    created_at      timestamptz NOT NULL,
    insertion       bigint      NOT NULL DEFAULT nextval('sandbox.phone_insertion'),
    CONSTRAINT phone_kind_is_known CHECK (kind IN ('IPHONE', 'PIXEL', 'GALAXY'))
);

CREATE INDEX phone_by_customer ON sandbox.phone (customer_id);
CREATE INDEX phone_by_age ON sandbox.phone (created_at DESC, insertion DESC);

-- A token on a phone, as its network knows it. The card is the one that the token was issued for, which may belong to
-- another customer than the phone. Deleted tokens stay, because each message is accepted only once; a token whose phone
-- was deleted has none.
CREATE TABLE sandbox.phone_token (
    reference           text        CONSTRAINT phone_token_is_issued_once PRIMARY KEY,
    phone_id            uuid        CONSTRAINT phone_token_is_on_a_phone REFERENCES sandbox.phone,
    customer_id         bigint      NOT NULL,
    card_id             uuid        NOT NULL,
    dpan_last_four      issuing.last_four NOT NULL,
    message_digest      bytea       CONSTRAINT wallet_message_is_accepted_once UNIQUE,  -- null if begun in the wallet
    waits               boolean     NOT NULL,   -- until the cardholder has been identified
    message_id          uuid,                   -- the message with the code; null if none was sent
    message_number      bigint,
    sealed_code         bytea,
    code_key_version    integer,
    wrong_codes         integer     NOT NULL DEFAULT 0,
    created_at          timestamptz NOT NULL,
    deleted_at          timestamptz,
    insertion           bigint      NOT NULL DEFAULT nextval('sandbox.phone_insertion'),
    CONSTRAINT wrong_codes_of_a_phone_token_are_limited CHECK (wrong_codes BETWEEN 0 AND 5),
    CONSTRAINT phone_token_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES issuing.card,
    CONSTRAINT phone_token_code_is_sent CHECK (
        num_nulls(message_id, message_number, sealed_code, code_key_version) IN (0, 4)),
    CONSTRAINT phone_token_without_a_phone_is_deleted CHECK (phone_id IS NOT NULL OR deleted_at IS NOT NULL)
);

CREATE INDEX phone_token_by_phone ON sandbox.phone_token (phone_id);
CREATE INDEX phone_token_by_customer ON sandbox.phone_token (customer_id);

-- Whoever looks into a sandbox searches for tokens by their last digits, too.
CREATE INDEX phone_token_by_last_four ON sandbox.phone_token (dpan_last_four, insertion DESC);

-- The codes that networks have sent, newest first.
CREATE INDEX phone_token_by_message ON sandbox.phone_token (message_number DESC) WHERE message_number IS NOT NULL;

-- The number of a token (DPAN), as its network keeps it. It is found by its keyed hash, and sealed together with the
-- key that signs the token's payments. The row stays when the token or its phone is deleted, so the network answers for
-- a deleted token. Its card is not here: the Card service knows which card the token has now.
CREATE TABLE sandbox.network_token (
    dpan_hash       bytea       CONSTRAINT dpan_is_issued_once PRIMARY KEY,
    reference       text        NOT NULL CONSTRAINT token_has_one_dpan UNIQUE
                                CONSTRAINT dpan_is_of_a_token REFERENCES sandbox.phone_token,
    wallet          issuing.wallet_type NOT NULL,
    sealed          bytea       NOT NULL,
    key_version     integer     NOT NULL,
    expiry_month    issuing.expiry_month NOT NULL,
    expiry_year     integer     NOT NULL,
    phone_counter   integer     NOT NULL DEFAULT 0,     -- of the payments that the phone has made (ATC)
    highest_counter integer     NOT NULL DEFAULT 0,     -- that the network has seen
    CONSTRAINT counters_of_a_token_have_two_bytes CHECK (
        phone_counter BETWEEN 0 AND 65535 AND highest_counter BETWEEN 0 AND 65535)
);

-- The counters of all cryptograms that the network has accepted, each with the message that brought it. Rows are never
-- removed, so no cryptogram is accepted for a second message.
CREATE TABLE sandbox.used_counter (
    dpan_hash       bytea       CONSTRAINT used_counter_is_of_a_dpan REFERENCES sandbox.network_token,
    counter         integer     NOT NULL,
    message         text        NOT NULL,       -- the network's reference of the message
    used_at         timestamptz NOT NULL,
    CONSTRAINT counter_is_used_once PRIMARY KEY (dpan_hash, counter),
    CONSTRAINT used_counter_has_two_bytes CHECK (counter BETWEEN 0 AND 65535)
);


-- Snapshots ----------------------------------------------------------------------------------------------------------

-- Deletes all merchants with their payments, and what their gateways have. Only earlier programs call it.
CREATE FUNCTION sandbox.empty_merchants() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(oid::regclass::text, ', ') FROM pg_class
             WHERE relnamespace = 'merchants'::regnamespace AND relkind = 'r');
END
$$;

-- Numbers snapshots and changes in one order: a higher number means later.
CREATE SEQUENCE sandbox.log_position;

-- A snapshot is a position in the log of changes. So taking one costs nothing, even with much data.
CREATE TABLE sandbox.snapshot (
    name            text        CONSTRAINT snapshot_is_named_once PRIMARY KEY,
    log_position    bigint      NOT NULL DEFAULT nextval('sandbox.log_position'),
    numbers         jsonb       NOT NULL,   -- the last of each sequence; null if none was drawn
    taken_at        timestamptz NOT NULL,
    CONSTRAINT snapshot_name_is_1_to_60_plain_characters CHECK (name ~ '^[A-Za-z0-9._-]{1,60}$')
);

-- The contents of a row before each of its changes; NULL if the row did not exist. Triggers write this log only while
-- there is a snapshot, so without a snapshot it costs nothing.
CREATE TABLE sandbox.change (
    changed      regclass NOT NULL,
    log_position bigint   NOT NULL DEFAULT nextval('sandbox.log_position'),
    key          jsonb    NOT NULL,
    before       jsonb,
    CONSTRAINT change_is_logged_once PRIMARY KEY (changed, log_position)
);

-- All tables in a snapshot, the columns of their primary keys, and how deep each is below the tables it references. A
-- snapshot does not include the keys and the mark, because they are never reset, the matrices, because they never
-- change, and the log itself. New tables are included automatically.
CREATE FUNCTION sandbox.watched_tables() RETURNS TABLE (watched regclass, keys text, depth integer)
LANGUAGE sql STABLE AS $$
    WITH RECURSIVE found AS (
        SELECT oid, 0 AS depth FROM pg_class
        WHERE relnamespace IN (
              SELECT oid FROM pg_namespace
              WHERE nspname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox'))
          AND relkind = 'r'
          AND relname NOT IN (
              'card_transition', 'dispute_transition', 'data_key', 'network_keys', 'mark', 'snapshot', 'change')
        UNION
        SELECT f.conrelid, found.depth + 1
        FROM found JOIN pg_constraint f ON f.confrelid = found.oid AND f.contype = 'f' AND f.conrelid <> f.confrelid
    )
    SELECT p.conrelid::regclass,
           (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY array_position(p.conkey, a.attnum))
            FROM pg_attribute a WHERE a.attrelid = p.conrelid AND a.attnum = ANY (p.conkey)),
           max(found.depth)
    FROM found JOIN pg_constraint p ON p.conrelid = found.oid AND p.contype = 'p'
    GROUP BY p.conrelid, p.conkey
$$;

-- The sequences of these tables.
CREATE FUNCTION sandbox.watched_numbers() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT jsonb_object_agg(sequencename, last_value) FROM pg_sequences
    WHERE schemaname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox') AND sequencename <> 'log_position'
$$;

-- Sets these sequences as watched_numbers() has returned them. A failure later in the transaction undoes this, because
-- RESTART gives a sequence new storage, and setval writes only there.
CREATE FUNCTION sandbox.set_numbers(numbers jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    s record;
BEGIN
    FOR s IN SELECT format('%I.%I', schemaname, sequencename) AS name, (numbers ->> sequencename)::bigint AS last
             FROM pg_sequences
             WHERE schemaname IN ('money', 'webhooks', 'issuing', 'merchants', 'sandbox')
               AND sequencename <> 'log_position' LOOP
        EXECUTE format('ALTER SEQUENCE %s RESTART', s.name);
        PERFORM setval(s.name::regclass, s.last) WHERE s.last IS NOT NULL;
    END LOOP;
END $$;

-- Locks all these tables until the end of the transaction, in an order that does not depend on the session: functions
-- that sort or return names of tables have a search path of their own.
--
-- Writers lock tables in different orders, so this function and a writer could wait for each other. If it cannot lock
-- all tables in time, it gives up and tries again with a longer timeout, because all later requests wait behind it. The
-- first timeout is short, but long enough for requests to finish. The longest must exceed deadlock_timeout (1 s),
-- because Postgres cancels an autovacuum that is in the way only after that time. It must also exceed the time that one
-- part of a crowd takes; a crowd locks customer first. It must be shorter than the 5 s that requests behind it may
-- wait.
CREATE FUNCTION sandbox.hold_watched_tables(mode text) RETURNS void
LANGUAGE plpgsql SET lock_timeout = 0 SET search_path = issuing, webhooks, pg_temp AS $$
DECLARE
    tables text := (
        SELECT string_agg(watched::text, ', ' ORDER BY watched <> 'issuing.customer'::regclass, depth, watched::text)
        FROM sandbox.watched_tables());
BEGIN
    FOR attempt IN 0..11 LOOP
        PERFORM set_config('lock_timeout', least(100 * 4 ^ attempt, 4500) || 'ms', true);
        BEGIN
            EXECUTE format('LOCK TABLE sandbox.snapshot, %s IN %s MODE', tables, mode);
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            IF attempt = 11 THEN RAISE; END IF;
        END;
    END LOOP;
END $$;

-- Deletes the rows of all these tables, and restarts their sequences. TRUNCATE is allowed on history, because it does
-- not change rows but removes all of them.
CREATE FUNCTION sandbox.empty() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    EXECUTE (SELECT 'TRUNCATE ' || string_agg(watched::text, ', ') FROM sandbox.watched_tables());
    PERFORM sandbox.set_numbers('{}');
END
$$;

CREATE FUNCTION sandbox.key_of(changed jsonb, key_columns text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_object_agg(name, changed -> name) FROM unnest(key_columns) name
$$;

-- The trigger's arguments are the columns of the primary key. It logs a row before it changes or goes: a statement
-- may change a row and then call a function that changes it again, and triggers that follow a change would log the
-- second change first. It logs a row after it is inserted, because an insert may find that the row is there.
CREATE FUNCTION sandbox.log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    key_before jsonb;
BEGIN
    IF TG_WHEN = 'BEFORE' THEN
        key_before := sandbox.key_of(to_jsonb(OLD), TG_ARGV);
        INSERT INTO sandbox.change (changed, key, before) VALUES (TG_RELID, key_before, to_jsonb(OLD));
        IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    END IF;
    IF sandbox.key_of(to_jsonb(NEW), TG_ARGV) IS DISTINCT FROM key_before THEN
        INSERT INTO sandbox.change (changed, key) VALUES (TG_RELID, sandbox.key_of(to_jsonb(NEW), TG_ARGV));
    END IF;
    RETURN NEW;
END $$;

-- Starts to log every change. No other transaction is writing when it returns, so a snapshot that is taken in the same
-- transaction contains each other transaction completely or not at all.
CREATE FUNCTION sandbox.watch_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    PERFORM sandbox.hold_watched_tables('SHARE ROW EXCLUSIVE');
    FOR t IN SELECT * FROM sandbox.watched_tables() WHERE NOT EXISTS (
        SELECT FROM pg_trigger WHERE tgrelid = watched AND tgname = 'change_is_logged') LOOP
        EXECUTE format(
            'CREATE TRIGGER change_is_logged BEFORE UPDATE OR DELETE ON %1$s
             FOR EACH ROW EXECUTE FUNCTION sandbox.log_change(%2$s);
             CREATE TRIGGER insertion_is_logged AFTER INSERT ON %1$s
             FOR EACH ROW EXECUTE FUNCTION sandbox.log_change(%2$s)',
            t.watched, t.keys);
    END LOOP;
END $$;

-- Removes all snapshots, the log and its triggers.
CREATE FUNCTION sandbox.forget_changes() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT tgname, tgrelid::regclass AS watched FROM pg_trigger
             WHERE tgfoid = 'sandbox.log_change'::regproc LOOP
        EXECUTE format('DROP TRIGGER %I ON %s', t.tgname, t.watched);
    END LOOP;
    TRUNCATE sandbox.snapshot, sandbox.change;
    ALTER SEQUENCE sandbox.log_position RESTART;
END $$;

-- The query for the rows of a table that have changed since position $1 of the log, with their earlier and current
-- contents. It leaves out rows that were changed and then changed back.
CREATE FUNCTION sandbox.changed_rows(watched regclass, keys text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format(
        'SELECT c.key, c.before, to_jsonb(r) AS now
         FROM (SELECT DISTINCT ON (key) key, before FROM sandbox.change
               WHERE changed = %1$L::regclass AND log_position > $1 ORDER BY key, log_position) c
         CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, c.key) k
         LEFT JOIN %1$s r USING (%2$s)
         WHERE c.before IS DISTINCT FROM to_jsonb(r)', watched, keys)
$$;

-- The rows that this query finds, or only the first `most` of them.
CREATE FUNCTION sandbox.rows_changed_since(since bigint, watched regclass, keys text, most bigint DEFAULT NULL)
RETURNS TABLE (key jsonb, before jsonb, now jsonb) LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN QUERY EXECUTE sandbox.changed_rows(watched, keys) || ' ORDER BY c.key LIMIT $2' USING since, most;
END $$;

-- The tables that may have such rows. In some of them, every change may have been changed back.
CREATE FUNCTION sandbox.tables_changed_since(since bigint)
RETURNS TABLE (watched regclass, keys text, depth integer) LANGUAGE sql STABLE AS $$
    SELECT * FROM sandbox.watched_tables() w
    WHERE EXISTS (SELECT FROM sandbox.change c WHERE c.changed = w.watched AND c.log_position > since)
$$;

-- The form in which a value may be shown. Bytes are secret: they are sealed, hashed, or contain such values.
CREATE FUNCTION sandbox.shown(value jsonb, type oid) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN type = 'bytea'::regtype AND value <> 'null' THEN '"(sealed)"' ELSE value END
$$;

-- The differences between the data at a position of the log and the current data: the first rows that differ, with the
-- values of the columns that differ, and the total number of such rows.
CREATE FUNCTION sandbox.differences_since(since bigint, most bigint)
RETURNS TABLE (total bigint, table_name text, change text, key jsonb, columns jsonb)
LANGUAGE plpgsql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
DECLARE
    t record;
    found bigint;
BEGIN
    total := 0;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(since) LOOP
        EXECUTE format('SELECT count(*) FROM (%s) r', sandbox.changed_rows(t.watched, t.keys)) INTO found USING since;
        total := total + found;
    END LOOP;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(since) ORDER BY depth, watched::text LOOP
        RETURN QUERY
        SELECT total, t.watched::text,
               CASE WHEN r.before IS NULL THEN 'ADDED' WHEN r.now IS NULL THEN 'REMOVED' ELSE 'CHANGED' END,
               (SELECT jsonb_object_agg(attname, sandbox.shown(r.key -> attname, atttypid)) FROM pg_attribute
                WHERE attrelid = t.watched AND r.key ? attname),
               (SELECT jsonb_object_agg(attname, jsonb_strip_nulls(jsonb_build_object(
                    'was', sandbox.shown(r.before -> attname, atttypid),
                    'is', sandbox.shown(r.now -> attname, atttypid))))
                FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
                  AND coalesce(r.before -> attname, 'null') <> coalesce(r.now -> attname, 'null'))
        FROM sandbox.rows_changed_since(since, t.watched, t.keys, most) r ORDER BY r.key;
        GET DIAGNOSTICS found = ROW_COUNT;
        most := most - found;
        EXIT WHEN most = 0;
    END LOOP;
END $$;

-- Restores every row that differs, and deletes everything that came later, including later snapshots; false if there is
-- no such snapshot. The tables are locked meanwhile. Rows are deleted before the rows they reference, and inserted
-- after them. A changed row is deleted and inserted again, because it may reference a deleted row, or have a unique
-- value that another row has. It is updated in place if a foreign key that cannot be deferred references its table. The
-- owner of a table may disable its triggers for a transaction, so even append-only history can be restored. Only the
-- owner may do this.
CREATE FUNCTION sandbox.restore_snapshot(snapshot_name text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    target sandbox.snapshot;
    t record;
    names text;
    values_before text;
    values_excluded text;
BEGIN
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    SELECT * INTO target FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN false; END IF;
    SET CONSTRAINTS ALL DEFERRED;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) ORDER BY depth DESC LOOP
        EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
        EXECUTE format(
            'DELETE FROM %1$s WHERE (%2$s) IN (
                 SELECT %2$s FROM sandbox.rows_changed_since($1, $2, $3) r
                 CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.key) k WHERE r.before IS NULL OR $4)',
            t.watched, t.keys)
        USING target.log_position, t.watched, t.keys,
              NOT EXISTS (SELECT FROM pg_constraint WHERE confrelid = t.watched AND NOT condeferrable);
    END LOOP;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) ORDER BY depth LOOP
        -- Postgres computes the generated columns again.
        SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum),
               string_agg(format('b.%I', attname), ', ' ORDER BY attnum),
               string_agg(format('excluded.%I', attname), ', ' ORDER BY attnum)
        INTO names, values_before, values_excluded FROM pg_attribute
        WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
        EXECUTE format(
            'INSERT INTO %1$s (%2$s)
             SELECT %3$s FROM sandbox.rows_changed_since($1, $2, $3) r
             CROSS JOIN LATERAL jsonb_populate_record(NULL::%1$s, r.before) b WHERE r.before IS NOT NULL
             ON CONFLICT (%5$s) DO UPDATE SET (%2$s) = (SELECT %4$s)',
            t.watched, names, values_before, values_excluded, t.keys)
        USING target.log_position, t.watched, t.keys;
    END LOOP;
    -- A table on which a check still waits cannot be altered.
    SET CONSTRAINTS ALL IMMEDIATE;
    FOR t IN SELECT * FROM sandbox.tables_changed_since(target.log_position) LOOP
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t.watched);
    END LOOP;
    DELETE FROM sandbox.change WHERE log_position > target.log_position;
    DELETE FROM sandbox.snapshot WHERE log_position > target.log_position;
    PERFORM sandbox.set_numbers(target.numbers);
    RETURN true;
END $$;

-- False if there is no such snapshot. The part of the log that only this snapshot needed is deleted with it, table by
-- table, because the log's key begins with the table. Writers continue meanwhile, unless this was the last snapshot.
CREATE FUNCTION sandbox.drop_snapshot(snapshot_name text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    first bigint;
    t record;
BEGIN
    LOCK TABLE sandbox.snapshot IN SHARE ROW EXCLUSIVE MODE;
    DELETE FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN false; END IF;
    SELECT min(log_position) INTO first FROM sandbox.snapshot;
    IF first IS NULL THEN
        PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
        PERFORM sandbox.forget_changes();
        RETURN true;
    END IF;
    FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
        DELETE FROM sandbox.change WHERE changed = t.watched AND log_position < first;
    END LOOP;
    RETURN true;
END $$;


-- Snapshots in files -------------------------------------------------------------------------------------------------

-- The form of all tables in a snapshot. A file fits only the form that it was made with.
CREATE FUNCTION sandbox.shape() RETURNS text LANGUAGE sql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
    SELECT encode(sha256(convert_to(string_agg(
               format('%s.%s %s', watched, attname, format_type(atttypid, atttypmod)), E'\n'
               ORDER BY watched::text, attnum), 'UTF8')), 'hex')
    FROM sandbox.watched_tables() JOIN pg_attribute ON attrelid = watched
    WHERE attnum > 0 AND NOT attisdropped
$$;

-- The keys that seal the values of this database, by name. Their digests tell nothing about them, because what is
-- digested is wrapped already.
CREATE FUNCTION sandbox.sealing_keys() RETURNS jsonb LANGUAGE sql STABLE AS $$
    SELECT coalesce(jsonb_object_agg(purpose || ' ' || version, encode(sha256(wrapped), 'hex')), '{}')
    FROM issuing.data_key
$$;

-- The query for the rows that a table had at position $1 of the log.
CREATE FUNCTION sandbox.rows_at(watched regclass, keys text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT format(
        'WITH changed AS (%s)
         SELECT before FROM changed WHERE before IS NOT NULL
         UNION ALL
         SELECT to_jsonb(r) FROM %s r
         WHERE NOT EXISTS (SELECT FROM changed WHERE key = sandbox.key_of(to_jsonb(r), %L::text[]))',
        sandbox.changed_rows(watched, keys), watched, string_to_array(keys, ', '))
$$;

-- A snapshot as a file: every row as it was then; NULL if there is no such snapshot. What is sealed stays sealed. It
-- fails with program_limit_exceeded as soon as it has more rows or bytes than it may have.
CREATE FUNCTION sandbox.snapshot_file(snapshot_name text, most_rows bigint, most_bytes bigint) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = issuing, webhooks, pg_temp AS $$
DECLARE
    source sandbox.snapshot;
    t record;
    content jsonb;
    contents jsonb[];
    tables jsonb := '{}';
BEGIN
    SELECT * INTO source FROM sandbox.snapshot WHERE name = snapshot_name;
    IF NOT FOUND THEN RETURN NULL; END IF;
    FOR t IN SELECT * FROM sandbox.watched_tables() ORDER BY depth, watched::text LOOP
        contents := '{}';
        FOR content IN EXECUTE sandbox.rows_at(t.watched, t.keys) USING source.log_position LOOP
            most_rows := most_rows - 1;
            most_bytes := most_bytes - octet_length(content::text) - 2;
            IF most_rows < 0 OR most_bytes < 0 THEN
                RAISE program_limit_exceeded USING MESSAGE = 'the snapshot is too large for a file';
            END IF;
            contents := contents || content;
        END LOOP;
        tables := tables || jsonb_build_object(t.watched::text, to_jsonb(contents));
    END LOOP;
    RETURN jsonb_build_object(
        'format', 'tessera-snapshot', 'version', 1, 'shape', sandbox.shape(), 'keys', sandbox.sealing_keys(),
        'takenDate', source.taken_at, 'numbers', source.numbers, 'tables', tables);
END $$;

-- Replaces all data by the contents of a file, and takes a snapshot of it. All other snapshots are deleted, because the
-- deletion of all rows at once is not logged. Returns why nothing was changed, or READ. As in a restoration, triggers
-- are off, so that the history is that of the file.
CREATE FUNCTION sandbox.read_snapshot_file(snapshot_name text, file jsonb) RETURNS text
LANGUAGE plpgsql SET search_path = issuing, webhooks, pg_temp AS $$
DECLARE
    t record;
    names text;
    stray text;
    reading text;
    rule text;
BEGIN
    IF file ->> 'format' IS DISTINCT FROM 'tessera-snapshot' OR file ->> 'takenDate' IS NULL
       OR jsonb_typeof(file -> 'tables') IS DISTINCT FROM 'object'
       OR jsonb_typeof(file -> 'numbers') IS DISTINCT FROM 'object' THEN
        RETURN 'NO_SNAPSHOT';
    END IF;
    IF file -> 'version' IS DISTINCT FROM '1' OR file ->> 'shape' IS DISTINCT FROM sandbox.shape() THEN
        RETURN 'OTHER_SCHEMA';
    END IF;
    IF NOT coalesce(sandbox.sealing_keys() @> (file -> 'keys'), false) THEN RETURN 'OTHER_KEYS'; END IF;
    IF (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(file -> 'tables') name)
       IS DISTINCT FROM (SELECT array_agg(watched::text ORDER BY watched::text) FROM sandbox.watched_tables())
       OR (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(file -> 'numbers') name)
       IS DISTINCT FROM (SELECT array_agg(name ORDER BY name) FROM jsonb_object_keys(sandbox.watched_numbers()) name)
    THEN
        RETURN 'OTHER_PARTS';
    END IF;
    PERFORM sandbox.hold_watched_tables('ACCESS EXCLUSIVE');
    -- What fails in this block is undone.
    BEGIN
        FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
            reading := t.watched::text;
            SELECT name INTO stray
            FROM jsonb_array_elements(file -> 'tables' -> reading) line, jsonb_object_keys(line) name
            WHERE NOT EXISTS (
                SELECT FROM pg_attribute
                WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attname = name)
            ORDER BY name LIMIT 1;
            IF FOUND THEN RETURN 'UNKNOWN ' || reading || '.' || stray; END IF;
        END LOOP;
        PERFORM sandbox.forget_changes();
        EXECUTE (SELECT 'TRUNCATE ' || string_agg(watched::text, ', ') FROM sandbox.watched_tables());
        SET CONSTRAINTS ALL DEFERRED;
        FOR t IN SELECT * FROM sandbox.watched_tables() ORDER BY depth LOOP
            reading := t.watched::text;
            EXECUTE format('ALTER TABLE %s DISABLE TRIGGER USER', t.watched);
            -- Postgres computes the generated columns again.
            SELECT string_agg(format('%I', attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
            WHERE attrelid = t.watched AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
            EXECUTE format(
                'INSERT INTO %1$s (%2$s) SELECT %2$s FROM jsonb_populate_recordset(NULL::%1$s, $1)', t.watched, names)
            USING file -> 'tables' -> reading;
        END LOOP;
        reading := 'numbers';
        PERFORM sandbox.set_numbers(file -> 'numbers');
        reading := 'takenDate';
        PERFORM (file ->> 'takenDate')::timestamptz;
        -- A table on which a check still waits cannot be altered.
        SET CONSTRAINTS ALL IMMEDIATE;
    EXCEPTION WHEN data_exception OR integrity_constraint_violation THEN
        GET STACKED DIAGNOSTICS rule = CONSTRAINT_NAME;
        RETURN CASE rule WHEN '' THEN 'MALFORMED ' || reading ELSE 'BROKEN ' || rule END;
    END;
    FOR t IN SELECT * FROM sandbox.watched_tables() LOOP
        EXECUTE format('ALTER TABLE %s ENABLE TRIGGER USER', t.watched);
    END LOOP;
    PERFORM sandbox.watch_changes();
    INSERT INTO sandbox.snapshot (name, numbers, taken_at)
    VALUES (snapshot_name, sandbox.watched_numbers(), (file ->> 'takenDate')::timestamptz);
    RETURN 'READ';
END $$;
