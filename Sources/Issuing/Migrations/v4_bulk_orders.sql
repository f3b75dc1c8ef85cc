CREATE TABLE bulk_order (
    order_id                    uuid        CONSTRAINT bulk_order_is_known_once PRIMARY KEY,
    brand                       text        NOT NULL CONSTRAINT bulk_order_is_of_a_brand REFERENCES brand,
    status                      text        NOT NULL,
    number_of_cards             integer     NOT NULL,
    created_at                  timestamptz NOT NULL,
    started_at                  timestamptz,
    completed_at                timestamptz,
    tries                       integer     NOT NULL DEFAULT 0,
    sealed_applications         bytea,
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

CREATE INDEX bulk_order_by_turn ON bulk_order (tries, created_at, order_id) WHERE status IN ('ACCEPTED', 'PROCESSING');

CREATE TABLE business_answer (
    brand           text        NOT NULL CONSTRAINT business_answer_is_to_a_brand REFERENCES brand,
    idempotency_key text        NOT NULL,
    request_digest  bytea       NOT NULL,
    status          integer     NOT NULL,
    body            bytea       NOT NULL,
    answered_at     timestamptz NOT NULL,
    CONSTRAINT business_request_is_answered_once PRIMARY KEY (brand, idempotency_key)
);

CREATE INDEX business_answer_by_age ON business_answer (answered_at);
