/// The step of the schema that adds what networks' token services ask the issuer.
enum TokenServiceMigration {
    /// Earlier programs answer no token service. No table references an earlier one, because an earlier program that
    /// empties its tables names only those that it knows.
    static let newTables = """
        CREATE TABLE issuing.token_request (
            customer_id     bigint      NOT NULL,
            request_id      uuid        NOT NULL,
            card_id         uuid        NOT NULL,
            dpan_reference  text        NOT NULL,
            wallet          issuing.wallet_type NOT NULL,
            decision        text        NOT NULL,
            reason          text,
            methods         text[]      NOT NULL,
            event_id        uuid,
            identified_at   timestamptz,
            decided_at      timestamptz NOT NULL,
            insertion       bigint      NOT NULL DEFAULT nextval('issuing.card_insertion'),
            CONSTRAINT token_request_is_decided_once PRIMARY KEY (customer_id, request_id),
            CONSTRAINT token_decision_is_known CHECK (
                decision IN ('APPROVED', 'REQUIRE_ADDITIONAL_AUTHENTICATION', 'DECLINED')),
            CONSTRAINT only_an_approved_token_needs_no_reason CHECK ((decision = 'APPROVED') = (reason IS NULL)),
            CONSTRAINT only_a_doubtful_token_is_identified CHECK (
                (decision = 'REQUIRE_ADDITIONAL_AUTHENTICATION') = (methods <> '{}')
                AND (methods <> '{}' OR num_nonnulls(event_id, identified_at) = 0))
        );
        CREATE INDEX token_request_by_card
            ON issuing.token_request (customer_id, card_id, decided_at DESC, insertion DESC);
        CREATE INDEX token_request_by_age ON issuing.token_request (decided_at);
        CREATE TABLE issuing.token_message (
            reference       text        CONSTRAINT token_message_is_answered_once PRIMARY KEY,
            digest          bytea       NOT NULL,
            kind            text        NOT NULL,
            customer_id     bigint,
            card_id         uuid,
            decision        text        NOT NULL,
            reason          text,
            methods         text[]      NOT NULL,
            token_status    text,
            received_at     timestamptz NOT NULL,
            CONSTRAINT token_message_has_a_printable_reference CHECK (reference ~ '^[!-~]{1,100}$')
        );
        CREATE INDEX token_message_by_customer ON issuing.token_message (customer_id, received_at);
        """

    static let sql = """
        ALTER TABLE issuing.payment_terms
            ADD COLUMN wallet_provisioning text NOT NULL DEFAULT 'ALLOWED',
            ADD CONSTRAINT wallet_provisioning_is_known CHECK (
                wallet_provisioning IN ('ALLOWED', 'IDENTIFIED', 'REFUSED'));
        """
}
