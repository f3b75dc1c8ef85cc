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
