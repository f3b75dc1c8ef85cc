-- Clearing files -----------------------------------------------------------------------------------------------------

-- A day's clearing as a scheme has sent it, by its bytes. Its lines are taken in batches; `taken` moves in the
-- transaction of the batch, so a load that was killed goes on behind the last one.
CREATE TABLE issuing.clearing_file (
    file_id     uuid                        CONSTRAINT clearing_file_is_known_once PRIMARY KEY,
    digest      bytea                       NOT NULL CONSTRAINT clearing_file_is_loaded_once UNIQUE,    -- SHA-256
    reference   issuing.network_reference   NOT NULL CONSTRAINT reference_names_one_clearing_file UNIQUE,
    lines       integer                     NOT NULL,   -- clearings, without the other records
    taken       integer                     NOT NULL DEFAULT 0,
    received_at timestamptz                 NOT NULL,
    CONSTRAINT clearing_file_is_taken_line_by_line CHECK (taken >= 0 AND taken <= lines)
);

-- A clearing of a file that was booked, now or by an earlier message, spread by its reference.
CREATE TABLE issuing.clearing_line (
    reference           text                        CONSTRAINT clearing_is_taken_once PRIMARY KEY,
    file_id             uuid                        NOT NULL
        CONSTRAINT clearing_is_of_a_file REFERENCES issuing.clearing_file,
    line_number         integer                     NOT NULL,
    customer_id         bigint                      NOT NULL,
    authorization_id    uuid                        NOT NULL,
    scheme              text                        NOT NULL,
    currency            money.currency              NOT NULL,   -- the merchant's
    amount              bigint                      NOT NULL,
    interchange         bigint                      NOT NULL,   -- the issuer's part of the amount
    CONSTRAINT clearing_reference_is_1_to_100_printable_characters CHECK (reference ~ '^[!-~]{1,100}$'),
    CONSTRAINT interchange_is_a_part_of_the_amount CHECK (amount > 0 AND interchange >= 0 AND interchange <= amount)
);

-- What a scheme is owed for a day in UTC: that on which the file was received, or the loss accepted. Small.
CREATE TABLE issuing.clearing_position (
    day         date            NOT NULL,
    scheme      text            NOT NULL CONSTRAINT position_is_of_a_scheme CHECK (scheme IN ('VISA', 'MC')),
    currency    money.currency  NOT NULL,
    lines       bigint          NOT NULL,
    amount      numeric         NOT NULL,
    interchange numeric         NOT NULL,
    losses      numeric         NOT NULL,   -- lines that were not booked and are paid anyway
    settled_at  timestamptz,
    CONSTRAINT position_is_kept_once PRIMARY KEY (day, scheme, currency),
    CONSTRAINT position_is_not_negative CHECK (least(lines, amount, interchange, losses) >= 0)
);

-- A difference between a scheme's files and the issuer's books that somebody must explain. Its id follows from its
-- line or, if a clearing is missing, from the authorization.
CREATE TABLE issuing.clearing_break (
    break_id            uuid            CONSTRAINT clearing_break_is_opened_once PRIMARY KEY,
    kind                text            NOT NULL CONSTRAINT clearing_break_kind_is_known CHECK (
                                            kind IN ('UNKNOWN', 'AMOUNT', 'DOUBLED', 'STATUS', 'UNBOOKED', 'MISSING')),
    authorization_id    uuid            NOT NULL,
    file_id             uuid,
    line_number         integer,
    reference           issuing.network_reference,
    is_booked           boolean         NOT NULL,   -- on the customer's account
    amount              bigint,                     -- the line's
    currency            money.currency,
    authorized          bigint,                     -- in the merchant's currency
    authorized_currency money.currency,
    opened_at           timestamptz     NOT NULL,
    resolved_at         timestamptz,
    resolved_by         text,
    reason              text,
    journal_id          uuid,                       -- of the loss, if one was booked
    explanation         text,                       -- what the kind does not say
    CONSTRAINT break_has_a_line_unless_it_is_missing CHECK (
        num_nonnulls(file_id, line_number, reference, amount, currency) = CASE kind WHEN 'MISSING' THEN 0 ELSE 5 END),
    CONSTRAINT break_has_an_authorization_unless_it_is_unknown CHECK (
        num_nonnulls(authorized, authorized_currency)
            = CASE WHEN kind = 'UNKNOWN' OR (kind = 'DOUBLED' AND authorized IS NULL) THEN 0 ELSE 2 END),
    CONSTRAINT resolved_break_says_who_and_why CHECK (num_nonnulls(resolved_at, resolved_by, reason) IN (0, 3)),
    CONSTRAINT reason_of_a_break_is_1_to_500_characters CHECK (length(reason) BETWEEN 1 AND 500),
    CONSTRAINT only_a_resolved_break_is_a_loss CHECK (journal_id IS NULL OR (resolved_at IS NOT NULL AND NOT is_booked))
);

CREATE INDEX clearing_break_open ON issuing.clearing_break (opened_at, break_id) WHERE resolved_at IS NULL;
CREATE INDEX clearing_break_open_by_kind ON issuing.clearing_break (kind, opened_at, break_id)
    WHERE resolved_at IS NULL;
CREATE INDEX clearing_break_lost ON issuing.clearing_break (reference) WHERE journal_id IS NOT NULL;

-- The references that were paid as losses, each by one break, spread by the reference. A break is spread by its id, so
-- no index of its table could say this on a cluster. Losses that programs before version 50 accepted are not here. They
-- are found by the index above.
CREATE TABLE issuing.clearing_loss (
    reference   text    CONSTRAINT clearing_is_lost_once PRIMARY KEY,
    break_id    uuid    NOT NULL
);

-- The issuer's part of a clearing, by the card's program, the merchant's category and the merchant's currency. Small,
-- the same on every machine.
CREATE TABLE issuing.interchange_rate (
    program_name    text            NOT NULL,
    category        integer         NOT NULL,   -- 0 for all that have no rate of their own
    currency        money.currency  NOT NULL,
    basis_points    integer         NOT NULL,
    fixed           bigint          NOT NULL,   -- for each clearing, in minor units
    CONSTRAINT interchange_is_set_once PRIMARY KEY (program_name, category, currency),
    CONSTRAINT interchange_category_is_four_digits CHECK (category BETWEEN 0 AND 9999),
    CONSTRAINT interchange_is_0_to_100_percent CHECK (basis_points BETWEEN 0 AND 10000),
    CONSTRAINT fixed_interchange_is_0_to_12_digits CHECK (fixed BETWEEN 0 AND 999999999999)
);
