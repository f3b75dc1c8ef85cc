-- Strong customer authentication: what a brand asks, what a customer proves it with, and each occasion.

CREATE TABLE authentication_policy (
    brand                       text    CONSTRAINT brand_has_one_authentication_policy PRIMARY KEY
                                        CONSTRAINT authentication_policy_is_of_a_brand REFERENCES brand,
    mode                        text    NOT NULL,
    operations                  text[]  NOT NULL,   -- those that ask for it
    event_lifetime_seconds      integer NOT NULL,
    challenge_lifetime_seconds  integer NOT NULL,
    allowable_challenges        integer NOT NULL,
    cooldown_seconds            integer NOT NULL,
    allowable_attempts          integer NOT NULL,
    accepts_trusted_devices     boolean NOT NULL,
    relying_party_id            text    NOT NULL,
    origins                     text[]  NOT NULL,
    CONSTRAINT authentication_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT protected_operations_are_known CHECK (operations <@ ARRAY[
        'UPDATE_CARD', 'CARD_DETAILS', 'SECURE_DETAILS', 'SET_PIN', 'TRUST_DEVICE']),
    CONSTRAINT authentication_limits_are_positive CHECK (
        least(event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds,
              allowable_attempts) > 0)
);

INSERT INTO authentication_policy
SELECT brand, 'EMBEDDED', ARRAY['UPDATE_CARD', 'CARD_DETAILS', 'SECURE_DETAILS', 'SET_PIN', 'TRUST_DEVICE'],
       900, 300, 5, 900, 5, true, 'wallet.example', ARRAY['https://wallet.example']
FROM brand;

ALTER TABLE customer ADD COLUMN email text;

-- What a customer knows and has, apart from cards and devices. Nothing here can be used without a key from outside the
-- database: the password is a slow hash under a keyed one, the seed is sealed.
CREATE TABLE authentication_means (
    customer_id         bigint  CONSTRAINT customer_has_means_once PRIMARY KEY
                                CONSTRAINT means_are_of_a_customer REFERENCES customer,
    password_hash       bytea,
    sealed_seed         bytea,                      -- of an authenticator (RFC 6238)
    seed_key_version    integer,
    last_step           bigint,                     -- the newest time step a code was taken for: none works twice
    wrong_attempts      integer NOT NULL DEFAULT 0, -- in a row, whatever the event
    blocked_until       timestamptz,
    CONSTRAINT seed_names_its_key CHECK ((sealed_seed IS NULL) = (seed_key_version IS NULL)),
    CONSTRAINT wrong_attempts_are_counted_up CHECK (wrong_attempts >= 0)
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
    last_used_at    timestamptz,            -- of its newest signed request: an older one is a copy
    CONSTRAINT device_is_trusted_once PRIMARY KEY (customer_id, device_id),
    CONSTRAINT device_key_is_a_point CHECK (octet_length(public_key) = 65)
);

-- The limits are the brand's at the time, copied so that the row can hold them by itself.
CREATE TABLE authentication_event (
    customer_id             bigint      NOT NULL CONSTRAINT authentication_is_of_a_customer REFERENCES customer,
    event_id                uuid        NOT NULL,
    wallet_operation_id     uuid        NOT NULL,
    brand                   text        NOT NULL,
    operation               text        NOT NULL,
    card_id                 uuid,
    request_digest          bytea       NOT NULL,   -- keyed: a request may hold a PIN
    mode                    text        NOT NULL,
    status                  text        NOT NULL,
    challenges              integer     NOT NULL,   -- sent since the last cooldown
    allowable_challenges    integer     NOT NULL,
    attempts                integer     NOT NULL,   -- the partner's, where the partner decides
    allowable_attempts      integer     NOT NULL,
    created_at              timestamptz NOT NULL,
    expires_at              timestamptz NOT NULL,
    CONSTRAINT authentication_event_is_known_once PRIMARY KEY (customer_id, event_id),
    CONSTRAINT authentication_event_mode_is_known CHECK (mode IN ('EMBEDDED', 'HYBRID', 'OUTSOURCED')),
    CONSTRAINT authentication_event_status_is_known CHECK (status IN ('OPEN', 'VERIFIED', 'FAILED', 'USED')),
    CONSTRAINT challenges_are_limited CHECK (challenges BETWEEN 0 AND allowable_challenges),
    CONSTRAINT attempts_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts)
);

CREATE INDEX authentication_event_by_age ON authentication_event (customer_id, created_at);
CREATE INDEX authentication_event_by_end ON authentication_event (expires_at);

CREATE TABLE authentication_challenge (
    customer_id         bigint      NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,   -- the highest is the one to answer
    verification        text        NOT NULL,
    secret_hash         bytea,                  -- of the code that was sent
    nonce               bytea,                  -- what is to be signed
    is_approved         boolean,                -- of a push: null until it is answered
    attempts            integer     NOT NULL,
    allowable_attempts  integer     NOT NULL,
    created_at          timestamptz NOT NULL,
    expires_at          timestamptz NOT NULL,
    CONSTRAINT challenge_is_sent_once PRIMARY KEY (customer_id, event_id, challenge_number),
    CONSTRAINT challenge_is_of_an_event FOREIGN KEY (customer_id, event_id)
        REFERENCES authentication_event ON DELETE CASCADE,
    CONSTRAINT challenge_verification_is_known CHECK (verification IN (
        'PASSWORD', 'PIN', 'SMS', 'EMAIL', 'AUTHENTICATOR', 'PUSH_NOTIFICATION', 'PASSKEYS', 'BIOMETRIC')),
    CONSTRAINT attempts_at_a_challenge_are_limited CHECK (attempts BETWEEN 0 AND allowable_attempts),
    CONSTRAINT sent_code_is_kept_as_a_hash CHECK ((verification IN ('SMS', 'EMAIL')) = (secret_hash IS NOT NULL)),
    CONSTRAINT signed_challenge_has_a_nonce CHECK ((verification IN ('PASSKEYS', 'BIOMETRIC')) = (nonce IS NOT NULL)),
    CONSTRAINT only_a_push_is_approved CHECK (verification = 'PUSH_NOTIFICATION' OR is_approved IS NULL)
);

-- Everything "sent" to a customer. The sandbox is the phone it arrives at; the code is sealed all the same.
CREATE SEQUENCE message_number;

CREATE TABLE message (
    customer_id         bigint      NOT NULL CONSTRAINT message_is_to_a_customer REFERENCES customer,
    message_id          uuid        NOT NULL,
    message_number      bigint      NOT NULL,   -- newest highest, also while the clock stands still
    channel             text        NOT NULL,
    target              text        NOT NULL,
    event_id            uuid        NOT NULL,
    challenge_number    integer     NOT NULL,
    sealed_code         bytea,
    code_key_version    integer,
    created_at          timestamptz NOT NULL,
    CONSTRAINT message_is_sent_once PRIMARY KEY (customer_id, message_id),
    CONSTRAINT message_channel_is_known CHECK (channel IN ('SMS', 'EMAIL', 'PUSH_NOTIFICATION')),
    CONSTRAINT sent_code_names_its_key CHECK ((sealed_code IS NULL) = (code_key_version IS NULL)),
    CONSTRAINT a_push_carries_no_code CHECK ((channel = 'PUSH_NOTIFICATION') = (sealed_code IS NULL))
);

CREATE INDEX message_by_age ON message (customer_id, message_number DESC);
CREATE INDEX message_by_id ON message (message_id);
CREATE INDEX message_by_end ON message (created_at);

-- Whose an event is: the partner who decides about it names no customer.
CREATE TABLE outsourced_authentication (
    event_id    uuid        CONSTRAINT outsourced_event_is_known_once PRIMARY KEY,
    customer_id bigint      NOT NULL,
    expires_at  timestamptz NOT NULL
);

CREATE INDEX outsourced_authentication_by_end ON outsourced_authentication (expires_at);
