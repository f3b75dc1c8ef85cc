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
