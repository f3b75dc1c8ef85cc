import Authorizing
import Ledger
import Postgres

extension SchemaPart {
    /// The card service: brands, customers, cards, tokens, webhooks, authentication.
    public static let issuing = SchemaPart(EmbeddedFiles.all["issuing.sql", default: ""])
}

/// The schema of the card service, and the steps that migrate an older database.
public enum Schema {
    /// What the card service needs. A program in which merchants are paid adds their tables.
    public static let parts: [SchemaPart] = [.ledger, .authorizing, .issuing]

    /// The schemas in which a session must look up names; see `DatabaseConfiguration.schemas`. Statements name every
    /// other schema explicitly.
    public static let searchPath = ["issuing"]

    /// An older database than the baseline is refused, because no step leads from it to the baseline. The program
    /// before a step and the one after it both work on the database after the step, and `worksFrom` says so to the one
    /// before. A change that would break it takes several steps: expand, move the data, contract.
    public static let migrations = [
        Migration(version: 26, name: "baseline", sql: parts.script),
        Migration(version: 27, name: "wallets of businesses", sql: wallets, worksFrom: 26),
    ]

    private static let wallets = """
        ALTER TABLE issuing.customer
            ADD COLUMN restrictions text[] NOT NULL DEFAULT '{}',
            ADD COLUMN external_id text,
            ADD COLUMN title text,
            ADD COLUMN birth_date text,
            ADD COLUMN nationality text,
            ADD COLUMN occupation text,
            ADD COLUMN registration_ip text,
            ADD COLUMN registered_at timestamptz,
            ADD COLUMN lacks_nationality boolean NOT NULL GENERATED ALWAYS AS (
                external_id IS NOT NULL AND nationality IS NULL) STORED,
            ADD CONSTRAINT customer_restrictions_are_known CHECK (restrictions <@ ARRAY[
                'ALL_TRANSACTIONS', 'OUTGOING_TRANSACTIONS', 'INCOMING_TRANSACTIONS', 'SEND_MONEY',
                'INCOMING_TRANSACTIONS_AND_SEND_MONEY', 'CARD_DEPOSITS', 'CARD_AND_ACH_DEPOSITS', 'DEPOSITS',
                'OUTGOING_TRANSACTIONS_AND_CARD_DEPOSITS', 'OUTGOING_TRANSACTIONS_AND_ACH_DEPOSITS',
                'DEPOSITS_AND_WITHDRAWALS', 'CRYPTO_TRANSACTIONS', 'LOGIN', 'OTHER']);
        CREATE TABLE issuing.customer_identifier (
            brand text NOT NULL,
            kind text NOT NULL CONSTRAINT identifier_kind_is_known CHECK (kind IN ('EXTERNAL_ID', 'EMAIL')),
            value text NOT NULL,
            customer_id bigint NOT NULL,
            CONSTRAINT identifier_is_of_one_customer PRIMARY KEY (value, brand, kind)
        );
        """
}
