/// The step of the schema that adds disputes.
enum DisputesMigration {
    /// Earlier programs know no disputes. They ignore an operation that they do not know in a brand's policy.
    static let sql = """
        CREATE DOMAIN issuing.dispute_status AS text CONSTRAINT dispute_status_is_known CHECK (VALUE IN (
            'OPEN', 'CHARGEBACK', 'REPRESENTED', 'PRE_ARBITRATION', 'ARBITRATION', 'WON', 'LOST', 'WITHDRAWN'));
        CREATE DOMAIN issuing.dispute_actor AS text CONSTRAINT dispute_actor_is_known CHECK (
            VALUE IN ('CUSTOMER', 'BUSINESS', 'ISSUER', 'ACQUIRER', 'SCHEME', 'CLOCK'));
        CREATE TABLE issuing.dispute_transition (
            actor       issuing.dispute_actor   NOT NULL,
            step        text            NOT NULL,
            from_status issuing.dispute_status  NOT NULL,
            to_status   issuing.dispute_status  NOT NULL,
            CONSTRAINT dispute_transition_is_listed_once PRIMARY KEY (actor, step, from_status, to_status)
        );
        INSERT INTO issuing.dispute_transition (actor, step, from_status, to_status) VALUES
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
        CREATE SEQUENCE issuing.dispute_insertion;
        CREATE TABLE issuing.dispute (
            customer_id         bigint              NOT NULL,
            dispute_id          uuid                NOT NULL,
            account_id          money.account_id    NOT NULL,
            authorization_id    uuid                NOT NULL,
            card_id             uuid                NOT NULL,
            scheme              text                NOT NULL,
            reason              text                NOT NULL,
            description         text,
            status              issuing.dispute_status NOT NULL,
            currency            money.currency      NOT NULL,
            amount              bigint              NOT NULL,
            disputed            bigint              NOT NULL,
            credited            bigint              NOT NULL,
            collected           bigint              NOT NULL,
            written_off         bigint              NOT NULL,
            bears_losses        boolean             NOT NULL,
            steps               integer             NOT NULL,
            evidence_files      integer             NOT NULL DEFAULT 0,
            deadline            timestamptz,
            opened_at           timestamptz         NOT NULL,
            changed_at          timestamptz         NOT NULL,
            insertion           bigint              NOT NULL DEFAULT nextval('issuing.dispute_insertion'),
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
        CREATE UNIQUE INDEX payment_has_one_dispute_at_a_time ON issuing.dispute (customer_id, authorization_id)
            WHERE status IN ('OPEN', 'CHARGEBACK', 'REPRESENTED', 'PRE_ARBITRATION', 'ARBITRATION');
        CREATE INDEX dispute_by_authorization ON issuing.dispute (customer_id, authorization_id);
        CREATE INDEX dispute_by_age ON issuing.dispute (customer_id, insertion DESC);
        CREATE INDEX dispute_by_deadline ON issuing.dispute (deadline, dispute_id) WHERE deadline IS NOT NULL;
        CREATE INDEX dispute_by_id ON issuing.dispute (dispute_id);
        CREATE TABLE issuing.dispute_step (
            customer_id         bigint              NOT NULL,
            dispute_id          uuid                NOT NULL,
            step_number         integer             NOT NULL,
            actor               issuing.dispute_actor NOT NULL,
            step                text                NOT NULL,
            from_status         issuing.dispute_status,
            to_status           issuing.dispute_status NOT NULL,
            disputed            bigint              NOT NULL,
            journal_id          uuid,
            network_reference   issuing.network_reference,
            note                text,
            taken_at            timestamptz         NOT NULL,
            CONSTRAINT dispute_step_is_recorded_once PRIMARY KEY (customer_id, dispute_id, step_number),
            CONSTRAINT step_is_of_a_dispute FOREIGN KEY (customer_id, dispute_id) REFERENCES issuing.dispute
                DEFERRABLE,
            CONSTRAINT dispute_transition_is_in_the_matrix FOREIGN KEY (actor, step, from_status, to_status)
                REFERENCES issuing.dispute_transition,
            CONSTRAINT only_the_first_step_opens_a_dispute CHECK (
                (from_status IS NULL) = (step_number = 1) AND (from_status IS NULL) = (step = 'OPEN')),
            CONSTRAINT message_about_a_dispute_is_used_once UNIQUE (customer_id, dispute_id, network_reference)
        );
        CREATE FUNCTION issuing.refuse_rewriting_disputes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME
                USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'dispute_history_is_append_only';
        END $$;
        CREATE TRIGGER dispute_history_is_append_only BEFORE UPDATE OR DELETE ON issuing.dispute_step
            FOR EACH ROW EXECUTE FUNCTION issuing.refuse_rewriting_disputes();
        CREATE TABLE issuing.dispute_evidence (
            customer_id     bigint      NOT NULL,
            evidence_id     uuid        NOT NULL,
            dispute_id      uuid        NOT NULL,
            file_number     integer     NOT NULL,
            actor           issuing.dispute_actor NOT NULL,
            file_name       text        NOT NULL,
            media_type      text        NOT NULL,
            size_bytes      integer     NOT NULL,
            sealed_content  bytea       NOT NULL,
            key_version     integer     NOT NULL,
            added_at        timestamptz NOT NULL,
            CONSTRAINT evidence_is_added_once PRIMARY KEY (customer_id, evidence_id),
            CONSTRAINT evidence_is_numbered_once UNIQUE (customer_id, dispute_id, file_number),
            CONSTRAINT evidence_is_of_a_dispute FOREIGN KEY (customer_id, dispute_id) REFERENCES issuing.dispute
                DEFERRABLE,
            CONSTRAINT evidence_type_is_known CHECK (
                media_type IN ('application/pdf', 'image/jpeg', 'image/png', 'text/plain')),
            CONSTRAINT evidence_is_at_most_256_kibibytes CHECK (size_bytes BETWEEN 1 AND 262144)
        );
        ALTER TABLE issuing.payment_terms
            ADD COLUMN gives_provisional_credit boolean NOT NULL DEFAULT false,
            ADD COLUMN bears_lost_disputes boolean NOT NULL DEFAULT false;
        ALTER TABLE issuing.authentication_policy
            DROP CONSTRAINT protected_operations_are_known,
            ADD CONSTRAINT protected_operations_are_known CHECK (operations <@ ARRAY[
                'ISSUE_TOKEN', 'CREATE_CARD', 'UPDATE_CARD', 'ACTIVATE_CARD', 'REPLACE_CARD', 'SET_PIN',
                'RESET_RETRIES', 'CARD_DETAILS', 'SECURE_DETAILS', 'TOKENIZE_CARD', 'COMPLETE_TOKENIZATION',
                'CARD_CONTROLS', 'CREATE_TRANSFER', 'CREATE_WITHDRAWAL', 'TRUST_DEVICE', 'DISPUTE_PAYMENT']);
        """
}
