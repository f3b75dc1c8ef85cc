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
