-- Cards in mobile wallets, and the tokens that stand for them there.

CREATE DOMAIN wallet_type AS text
    CONSTRAINT wallet_type_is_known CHECK (VALUE IN ('APPLE_PAY', 'GOOGLE_PAY', 'SAMSUNG_PAY'));
CREATE DOMAIN token_status AS text
    CONSTRAINT token_status_is_known CHECK (VALUE IN ('ACTIVE', 'SUSPENDED', 'DELETED'));
CREATE DOMAIN tokenization_change AS text CONSTRAINT tokenization_change_is_known CHECK (VALUE IN (
    'TOKENIZATION_INITIATED', 'ENROLLMENT_SUCCESSFUL',
    'TOKEN_FROZEN', 'TOKEN_UNFROZEN', 'TOKEN_CANCELLED', 'TOKEN_REISSUED'));

-- What is shared with a card network's token service, sealed: the keys of a whole installation, so there is one row
-- for each network.
CREATE TABLE network_keys (
    scheme      card_scheme CONSTRAINT network_has_its_keys_once PRIMARY KEY,
    sealed      bytea       NOT NULL,
    key_version integer     NOT NULL,
    created_at  timestamptz NOT NULL
);

-- A card on its way into a wallet, INITIATED until the wallet tells the reference of the token. A token outlives its
-- card: it follows to the card that replaces it. NULL is a device or account that was not told.
CREATE TABLE tokenization (
    customer_id         bigint      NOT NULL,
    tokenization_id     uuid        NOT NULL,
    card_id             uuid        NOT NULL,
    wallet              wallet_type NOT NULL,
    device_id           text,
    profile_id          text,       -- the account in the wallet
    dpan_reference      text,
    token_status        token_status,
    suspended_by_card   boolean     NOT NULL DEFAULT false,     -- and resumed with it
    initiated_at        timestamptz NOT NULL,
    completed_at        timestamptz,
    CONSTRAINT tokenization_is_known_once PRIMARY KEY (customer_id, tokenization_id),
    CONSTRAINT tokenization_is_of_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT completed_tokenization_has_dpan_ref CHECK (
        num_nulls(dpan_reference, token_status, completed_at) IN (0, 3)),
    CONSTRAINT only_a_suspended_token_is_suspended_by_its_card CHECK (
        NOT suspended_by_card OR coalesce(token_status = 'SUSPENDED', false))
);

-- A card's tokenizations, newest first; what is deleted is in nobody's way.
CREATE INDEX tokenization_by_age ON tokenization (customer_id, card_id, initiated_at DESC, tokenization_id DESC);

-- Asking once more for the same place begins the same tokenization anew.
CREATE UNIQUE INDEX place_is_initiated_once ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE dpan_reference IS NULL;

CREATE UNIQUE INDEX place_has_one_token ON tokenization (customer_id, card_id, wallet, device_id, profile_id)
    NULLS NOT DISTINCT WHERE token_status <> 'DELETED' AND (device_id IS NOT NULL OR profile_id IS NOT NULL);

-- Everything that ever happened to a card's tokenizations, numbered for each card. Only ever added to.
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
        REFERENCES tokenization
);

CREATE OR REPLACE FUNCTION refuse_rewriting_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'history_is_append_only';
END $$;

CREATE TRIGGER history_is_append_only BEFORE UPDATE OR DELETE ON tokenization_history
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_history();

-- Nonces of Apple's devices. A second answer to one nonce would be a second pass for whoever overheard the first.
CREATE TABLE apple_nonce (
    customer_id bigint      NOT NULL,
    card_id     uuid        NOT NULL,
    nonce       bytea       NOT NULL,
    used_at     timestamptz NOT NULL,
    CONSTRAINT apple_nonce_is_used_once PRIMARY KEY (customer_id, card_id, nonce),
    CONSTRAINT apple_nonce_is_for_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT apple_nonce_is_4_bytes CHECK (octet_length(nonce) = 4)
);

-- Whose a token is: no two cards share one, and a network that tells of a token names no customer.
CREATE TABLE dpan_reference (
    reference       text    CONSTRAINT dpan_reference_is_of_one_token PRIMARY KEY,
    customer_id     bigint  NOT NULL,
    tokenization_id uuid    NOT NULL
);
