-- Webhooks: who wants to be told of what, what is to be told, and how telling went.

CREATE DOMAIN webhook_event AS text CONSTRAINT webhook_event_is_known CHECK (VALUE IN (
    '/prepaid/card/status/events', '/prepaid/card/tokenization/events', '/prepaid/card/token/events'));
CREATE DOMAIN webhook_status AS text
    CONSTRAINT webhook_status_is_known CHECK (VALUE IN ('PENDING', 'DELIVERED', 'DEAD'));
CREATE DOMAIN webhook_outcome AS text CONSTRAINT webhook_outcome_is_known CHECK (VALUE IN (
    'DELIVERED', 'REFUSED', 'TIMED_OUT', 'NOT_REACHED', 'ADDRESS_NOT_ALLOWED'));

CREATE TABLE webhook_subscription (
    subscription_id uuid          CONSTRAINT subscription_is_known_once PRIMARY KEY,
    brand           text          NOT NULL CONSTRAINT subscription_is_of_a_brand REFERENCES brand,
    event           webhook_event NOT NULL,
    url             text          NOT NULL,
    sealed_key      bytea         NOT NULL,
    key_version     integer       NOT NULL,
    created_at      timestamptz   NOT NULL,
    ended_at        timestamptz
);

CREATE UNIQUE INDEX subscription_is_made_once ON webhook_subscription (brand, event, url) WHERE ended_at IS NULL;

CREATE TABLE webhook_line (
    customer_id     bigint      NOT NULL,
    subscription_id uuid        NOT NULL CONSTRAINT line_leads_to_a_subscription REFERENCES webhook_subscription,
    card_id         uuid        NOT NULL,
    waiting         integer     NOT NULL,
    failures        integer     NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    leased_until    timestamptz,
    CONSTRAINT line_is_one PRIMARY KEY (customer_id, subscription_id, card_id),
    CONSTRAINT line_is_about_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card,
    CONSTRAINT line_ends_with_its_last_delivery CHECK (waiting > 0)
);

CREATE INDEX webhook_line_by_turn ON webhook_line (subscription_id, next_attempt_at);

CREATE TABLE webhook_delivery (
    customer_id     bigint         NOT NULL,
    delivery_id     uuid           NOT NULL,
    subscription_id uuid           NOT NULL
        CONSTRAINT delivery_is_for_a_subscription REFERENCES webhook_subscription,
    card_id         uuid           NOT NULL,
    place           integer        NOT NULL,
    event_id        uuid           NOT NULL,
    body            bytea          NOT NULL,
    status          webhook_status NOT NULL,
    attempts        integer        NOT NULL,
    queued_at       timestamptz    NOT NULL,
    CONSTRAINT delivery_is_known_once PRIMARY KEY (customer_id, delivery_id),
    CONSTRAINT event_is_told_once UNIQUE (customer_id, subscription_id, card_id, place),
    CONSTRAINT delivery_is_about_a_card FOREIGN KEY (customer_id, card_id) REFERENCES card
);

CREATE INDEX webhook_delivery_by_id ON webhook_delivery (delivery_id);
CREATE INDEX webhook_delivery_by_age ON webhook_delivery (subscription_id, status, queued_at DESC, delivery_id DESC);

CREATE TABLE webhook_attempt (
    customer_id     bigint          NOT NULL,
    delivery_id     uuid            NOT NULL,
    attempt_number  integer         NOT NULL,
    outcome         webhook_outcome NOT NULL,
    status_code     integer,
    milliseconds    integer         NOT NULL,
    attempted_at    timestamptz     NOT NULL,
    CONSTRAINT attempt_is_logged_once PRIMARY KEY (customer_id, delivery_id, attempt_number),
    CONSTRAINT attempt_is_of_a_delivery FOREIGN KEY (customer_id, delivery_id)
        REFERENCES webhook_delivery ON DELETE CASCADE
);
