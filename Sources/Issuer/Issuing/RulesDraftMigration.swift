/// The step of the schema that adds drafts of programs' controls.
enum RulesDraftMigration {
    static let newTables = """
        CREATE TABLE issuing.rules_draft (
            program_name        text                    CONSTRAINT program_has_one_draft_of_rules PRIMARY KEY,
            status              text                    NOT NULL CONSTRAINT rules_draft_status_is_known CHECK (
                                                            status IN ('OPEN', 'SHADOW', 'DROPPED', 'PROMOTED')),
            switched_off        issuing.channels        NOT NULL,
            allowed_countries   issuing.country_list,
            blocked_countries   issuing.country_list    NOT NULL,
            allowed_categories  issuing.category_list,
            blocked_categories  issuing.category_list   NOT NULL,
            limit_windows       issuing.limit_windows   NOT NULL,
            limit_channels      issuing.limit_channels  NOT NULL,
            limit_amounts       issuing.limit_values    NOT NULL,
            limit_counts        issuing.limit_values    NOT NULL,
            version             bigint                  NOT NULL DEFAULT 1,
            changed_at          timestamptz             NOT NULL,
            CONSTRAINT limits_of_a_draft_have_all_their_parts CHECK (
                cardinality(limit_windows) = ALL (
                    ARRAY[cardinality(limit_channels), cardinality(limit_amounts), cardinality(limit_counts)]))
        );
        CREATE TABLE issuing.shadow_difference (
            customer_id         bigint                  NOT NULL,
            reference           text                    NOT NULL,
            card_id             uuid                    NOT NULL,
            program_name        text                    NOT NULL,
            draft_version       bigint                  NOT NULL,
            response_code       issuing.response_code   NOT NULL,
            reason              text,
            draft_code          issuing.response_code   NOT NULL,
            draft_reason        text,
            amount              bigint                  NOT NULL,
            currency            money.currency          NOT NULL,
            merchant_category   integer                 NOT NULL,
            merchant_country    text                    NOT NULL,
            received_at         timestamptz             NOT NULL,
            CONSTRAINT difference_is_recorded_once PRIMARY KEY (customer_id, reference)
        );
        CREATE INDEX shadow_difference_by_program
            ON issuing.shadow_difference (program_name, draft_version, received_at, reference);
        """

    /// Earlier programs know no drafts, and keep no facts with a message. The new columns rewrite no table: earlier
    /// messages have none.
    static let sql = """
        CREATE SEQUENCE issuing.network_message_insertion;
        ALTER TABLE issuing.network_message
            ADD COLUMN facts text,
            ADD COLUMN insertion bigint;
        ALTER TABLE issuing.network_message
            ALTER COLUMN insertion SET DEFAULT nextval('issuing.network_message_insertion');
        """
}
