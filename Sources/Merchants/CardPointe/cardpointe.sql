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
