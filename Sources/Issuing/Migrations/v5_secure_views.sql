-- Whose web pages may show a brand's secure views in a frame. No row: nobody's.
CREATE TABLE brand_secure_view (
    brand           text    CONSTRAINT brand_has_one_list_of_frame_ancestors PRIMARY KEY
                            CONSTRAINT frame_ancestors_are_of_a_brand REFERENCES brand,
    frame_ancestors text[]  NOT NULL
);

-- Pages that wait to be opened: each once, within a minute. Nothing of the card is here but its id; what the page shows
-- is opened when it is. The token in the page's address is here as a keyed hash, so nobody opens a page from a dump.
CREATE TABLE secure_view (
    token_hash      bytea       CONSTRAINT secure_view_is_opened_once PRIMARY KEY,
    customer_id     bigint      NOT NULL,
    card_id         uuid        NOT NULL,
    brand           text        NOT NULL CONSTRAINT secure_view_is_of_a_brand REFERENCES brand,
    content         text        NOT NULL,
    pan_separator   text        NOT NULL,
    has_copy_button boolean     NOT NULL,
    theme           text        NOT NULL,
    expires_at      timestamptz NOT NULL,
    CONSTRAINT secure_view_content_is_known CHECK (
        content IN ('DETAILS', 'PAN', 'CVV', 'EXPIRY', 'CARDHOLDER_NAME', 'PIN')),
    CONSTRAINT secure_view_theme_is_known CHECK (theme IN ('LIGHT', 'DARK', 'AUTO')),
    CONSTRAINT pan_separator_is_at_most_3_characters CHECK (char_length(pan_separator) <= 3)
);

-- How many a customer has waiting.
CREATE INDEX secure_view_by_customer ON secure_view (customer_id, expires_at);

CREATE INDEX secure_view_by_end ON secure_view (expires_at);
