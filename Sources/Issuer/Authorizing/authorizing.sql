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
