import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Ledger
import Postgres

/// The rows about a card that a message of the network needs, found as ``NamedCard`` says.
enum PayingCardStatements {
    /// Locks the account of a card until the transaction ends. Each statement after it sees what was committed before
    /// the lock, so a decision is exact even if many messages arrive at once.
    static let lock = NamedCardStatement(
        byNumber: Statement("payment_lock", lockText(.number), row: payer),
        byKey: Statement("payment_lock_by_key", lockText(.key(card: 2)), row: payer))

    private static func lockText(_ form: NamedCardForm) -> String {
        """
        SELECT p.card_id, a.customer_id, a.account_id, a.currency, a.posted, a.held, a.version, a.opened_at
        FROM \(form.table) p
        JOIN card c ON c.customer_id = p.customer_id AND c.card_id = p.card_id
        JOIN money.account a ON a.customer_id = c.customer_id AND a.account_id = c.account_id
        FOR NO KEY UPDATE OF a
        """
    }

    private static func payer(_ row: inout Row) throws(PostgresFailure) -> Payer {
        let card = try row.id("card_id", CardID.self)
        let account = try row.account()
        guard let customer = CustomerID(account.holder) else {
            throw row.unexpected("finds a card of the issuer itself")
        }
        return Payer(card: card, customer: customer, account: account)
    }

    /// Whose money it is about.
    struct Payer {
        let card: CardID
        let customer: CustomerID
        let account: Account
    }

    private static let card = NamedCardStatement(
        byNumber: Statement("payment_card", cardText(.number), row: payingCard),
        byKey: Statement("payment_card_by_key", cardText(.key(card: 6)), row: payingCard))

    /// - Parameters:
    ///   - currency: of the message.
    ///   - payment: the name of the payment that the message begins or changes.
    ///   - message: the name of the message.
    ///   - token: the reference of the token that the message was paid with.
    ///   - movesMoney: whether to draw a ticket for a new transaction. By a key none is drawn: only the coordinator has
    ///     the sequence, so ask for the ticket beside it.
    static func card(
        _ named: NamedCard, currency: String, payment: String?, message: String, token: String?, movesMoney: Bool
    ) -> Query<PayingCard> {
        switch named {
        case .number(let hashes):
            card.byNumber(
                hashes, .text(currency), .text(payment), .text(token), .text(message), .boolean(movesMoney))
        case .key(let key):
            card.byKey(
                .id(key.customer), .text(currency), .text(payment), .id(key.token), .text(message), .id(key.card))
        }
    }

    private static func cardText(_ form: NamedCardForm) -> String {
        let numbers = form.isNumber ? "told.number, told.slip" : "NULL::bigint AS number, NULL::bigint AS slip"
        return """
            SELECT c.status, c.scheme, c.expiry_year, c.expiry_month, c.wrong_pins, c.pin_block, c.pin_key_version,
                   c.cvv_key_version,
                   t.token_status, t.wallet,
                   r.numerator AS rate_numerator, r.denominator AS rate_denominator,
                   EXISTS (SELECT FROM early_reversal e
                           WHERE e.customer_id = p.customer_id AND e.card_id = p.card_id AND e.lifecycle = $3)
                       AS is_payment_reversed,
                   EXISTS (SELECT FROM early_reversal e
                           WHERE e.customer_id = p.customer_id AND e.card_id = p.card_id AND e.lifecycle = $5)
                       AS is_reversed,
                   f.program_name IS NOT NULL AS has_terms, f.atm_fee, f.fx_fee_basis_points, f.hold_days,
                   f.hold_days_if_paid_later,
                   f.needs_security_code, f.needs_authentication, f.wrong_codes_in_a_row, f.wrong_codes_on_a_day,
                   q.card_id IS NOT NULL AS has_tries, q.wrong_in_a_row, q.wrong_on_day, q.day, q.paused_until,
                   u.restrictions, u.lacks_nationality, u.brand, \(numbers),
                   \(PartnerStatements.columns), \(ControlStatements.columns)
            FROM \(form.table) p
            JOIN card c ON c.customer_id = p.customer_id AND c.card_id = p.card_id
            JOIN customer u ON u.customer_id = p.customer_id
            LEFT JOIN payment_terms f ON f.program_name = c.program_name
            LEFT JOIN card_code_tries q ON q.customer_id = p.customer_id AND q.card_id = p.card_id
            LEFT JOIN money.exchange_rate r ON r.from_currency = $2 AND r.to_currency = c.currency
            \(form.isNumber ? joinToken(byReference: "$4") : joinToken(byID: "$4"))
            \(form.isNumber ? drawTicket(if: "$6") : "")
            \(PartnerStatements.joins(program: "c.program_name"))
            \(ControlStatements.joins(customer: "p.customer_id", card: "p.card_id", program: "c.program_name"))
            """
    }

    private static func joinToken(byReference reference: String) -> String {
        """
        LEFT JOIN dpan_reference d ON d.reference = \(reference) AND d.customer_id = p.customer_id
        LEFT JOIN tokenization t ON t.customer_id = d.customer_id AND t.tokenization_id = d.tokenization_id
            AND t.card_id = p.card_id AND t.token_status IS NOT NULL
        """
    }

    /// The id may be null, and the condition must not be: then Citus would lose sight of the table.
    private static func joinToken(byID id: String) -> String {
        """
        LEFT JOIN tokenization t ON t.customer_id = p.customer_id
            AND t.tokenization_id = coalesce(\(id), '00000000-0000-0000-0000-000000000000'::uuid)
            AND t.card_id = p.card_id AND t.token_status IS NOT NULL
        """
    }

    private static func drawTicket(if condition: String) -> String {
        """
        LEFT JOIN LATERAL (
            SELECT nextval('money.next_transaction_number') AS number, nextval('money.next_transaction_number') AS slip
            WHERE \(condition) AND \(WebhookEvent.transaction.isHeard(by: "u.brand"))
        ) told ON true
        """
    }

    private static func payingCard(_ row: inout Row) throws(PostgresFailure) -> PayingCard {
        let status = try row.text("status", as: CardStatus.self)
        let scheme = try row.text("scheme", as: Program.Scheme.self)
        let year = try row.integer("expiry_year", in: 2000...2099)
        let month = try row.integer("expiry_month", in: 1...12)
        let wrongPINs = try row.integer("wrong_pins")
        let (block, version) = (try row.optionalBytes("pin_block"), try row.optionalInteger("pin_key_version"))
        let cvvKeyVersion = try row.integer("cvv_key_version") as Int
        return PayingCard(
            status: status, scheme: scheme, expiry: Expiry(month: month, year: year), wrongPINs: wrongPINs,
            pin: block.flatMap { block in version.map { SealedPIN(block: block, keyVersion: $0) } },
            cvvKeyVersion: cvvKeyVersion,
            token: try row.token(), rate: try row.rate(), isPaymentReversed: try row.boolean("is_payment_reversed"),
            isReversed: try row.boolean("is_reversed"), terms: try row.terms(), codeTries: try row.knownCodeTries(),
            restrictions: try row.restrictions(), ticket: try row.transactionTicket(), partner: try row.partner(),
            controls: try row.controlsInForce())
    }

    /// A card as a payment needs it.
    struct PayingCard {
        let status: CardStatus
        let scheme: Program.Scheme
        let expiry: Expiry
        let wrongPINs: Int
        let pin: SealedPIN?
        /// The version of the key that has made its security code.
        let cvvKeyVersion: Int
        /// The token of the message's reference; nil if this card has none of it.
        let token: TokenFacts?
        /// Of the day, from the message's currency to the account's.
        let rate: ExchangeRate?
        /// Whether the message's payment was reversed before any authorization of it arrived.
        let isPaymentReversed: Bool
        /// Whether this message was reversed before it arrived.
        let isReversed: Bool
        let terms: PaymentTerms
        /// Nil if no wrong code was ever sent for it.
        let codeTries: CodeTries?
        /// The customer's.
        let restrictions: Restrictions
        /// The ticket for the event about the moved money; nil without a subscriber, or if the message moves no money.
        var ticket: TransactionTicket?
        /// Nil if no partner is asked.
        let partner: AskedPartner?
        /// The card's and the program's.
        let controls: ControlStatements.InForce
    }

    /// The authorization that a message refers to: the one that was begun by a message of one of these names, the most
    /// exact name first, or else one whose lifecycle has the name. Among several of one lifecycle that is the one that
    /// holds money, then one that has moved any, then one of no amount; among equals the newest. Declined ones come
    /// last. It may be of a card that this one replaces, or that replaces this one; no other card's payment is found.
    static let original = NamedCardStatement(
        byNumber: Statement("payment_original", originalText(.number), row: authorization),
        byKey: Statement("payment_original_by_key", originalText(.key(card: 3)), row: authorization))

    private static func authorization(_ row: inout Row) throws(PostgresFailure) -> Authorization {
        try row.authorization()
    }

    private static func originalText(_ form: NamedCardForm) -> String {
        """
        SELECT \(AuthorizationStatements.columns)
        FROM \(form.table) p
        JOIN card c ON c.customer_id = p.customer_id AND c.card_id = p.card_id
        CROSS JOIN LATERAL (
            SELECT * FROM "authorization" r WHERE r.customer_id = \(form.customer) AND r.reference = ANY ($2)
            UNION ALL
            SELECT * FROM "authorization" l
            WHERE l.customer_id = \(form.customer) AND l.lifecycle = ANY ($2) AND l.reference <> ALL ($2)
        ) z
        WHERE z.account_id = c.account_id
          AND (z.card_id = c.card_id OR EXISTS (
              WITH RECURSIVE line (begins, card_id) AS (
                  VALUES (c.card_id, c.card_id), (z.card_id, z.card_id)
                  UNION
                  SELECT line.begins, k.replaces
                  FROM line JOIN card k ON k.customer_id = \(form.customer) AND k.card_id = line.card_id
                  WHERE k.replaces IS NOT NULL)
              SELECT FROM line GROUP BY line.card_id HAVING count(*) > 1))
        ORDER BY z.status IN ('DECLINED', 'FAILED'), array_position($2::text[], z.reference::text),
                 array_position($2::text[], z.lifecycle::text),
                 CASE WHEN z.approved - z.reversed - z.released > z.cleared THEN 0
                      WHEN z.approved + z.cleared + z.refunded = 0 THEN 2 ELSE 1 END,
                 z.created_at DESC, z.insertion DESC
        LIMIT 1
        """
    }

    /// The disputes, which are not over, of payments that have one of these names.
    static let disputes = NamedCardStatement(
        byNumber: Statement("payment_disputes", disputesText(.number), row: dispute),
        byKey: Statement("payment_disputes_by_key", disputesText(.key(card: 3)), row: dispute))

    private static func dispute(_ row: inout Row) throws(PostgresFailure) -> Dispute { try row.dispute() }

    private static func disputesText(_ form: NamedCardForm) -> String {
        """
        SELECT \(DisputeStatements.columns)
        FROM \(form.table) p
        JOIN card c ON c.customer_id = p.customer_id AND c.card_id = p.card_id
        CROSS JOIN LATERAL (
            SELECT authorization_id FROM "authorization" r
            WHERE r.customer_id = \(form.customer) AND r.reference = ANY ($2)
            UNION
            SELECT authorization_id FROM "authorization" l
            WHERE l.customer_id = \(form.customer) AND l.lifecycle = ANY ($2)
        ) z
        JOIN dispute d ON d.customer_id = c.customer_id AND d.authorization_id = z.authorization_id
            AND \(DisputeStatements.running)
        WHERE d.account_id = c.account_id
        LIMIT 100
        """
    }

    /// Whether any customer has a payment with one of these names.
    static let elsewhere = Statement(
        "payment_elsewhere",
        """
        SELECT EXISTS (SELECT true FROM "authorization" r WHERE r.reference = ANY ($1))
            OR EXISTS (SELECT true FROM "authorization" l WHERE l.lifecycle = ANY ($1)) AS is_elsewhere
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_elsewhere") }

    /// The card's spending in the windows of its limits and its program's that contain a day. The statement looks up
    /// the limits itself, so that no earlier read is needed.
    static let spent = NamedCardStatement(
        byNumber: Statement("payment_spent", spentText(.number), row: counter),
        byKey: Statement("payment_spent_by_key", spentText(.key(card: 5)), row: counter))

    private static func counter(_ row: inout Row) throws(PostgresFailure) -> SpendingStatements.Spent {
        try row.spent()
    }

    private static func spentText(_ form: NamedCardForm) -> String {
        """
        SELECT \(SpendingStatements.columns(version: ControlStatements.version))
        FROM \(form.table) p
        JOIN card c ON c.customer_id = p.customer_id AND c.card_id = p.card_id
        \(ControlStatements.joins(customer: "p.customer_id", card: "p.card_id", program: "c.program_name"))
        CROSS JOIN LATERAL (
            SELECT DISTINCT limited.spending_window, limited.channel, days.first_day, days.end_day
            FROM (SELECT unnest(card_controls.limit_windows::text[]) AS spending_window,
                         unnest(card_controls.limit_channels::text[]) AS channel
                  UNION ALL
                  SELECT unnest(program_controls.limit_windows::text[]),
                         unnest(program_controls.limit_channels::text[])
                  UNION ALL
                  SELECT unnest(rules_draft.limit_windows::text[]), unnest(rules_draft.limit_channels::text[])
                  WHERE rules_draft.status = 'SHADOW') limited
            JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS days (spending_window, first_day, end_day)
                ON days.spending_window = limited.spending_window
        ) counter
        \(SpendingStatements.joins(customer: "p.customer_id", card: "p.card_id", version: ControlStatements.version))
        ORDER BY counter.spending_window, counter.channel
        """
    }

    /// Whose card a number is.
    static let charged = Statement(
        "payment_charged_card",
        """
        SELECT c.customer_id, c.card_id, u.brand, c.last_four FROM card c
        JOIN customer u ON u.customer_id = c.customer_id
        WHERE (c.customer_id, c.card_id) = (SELECT customer_id, card_id FROM issued_pan WHERE pan_hash = ANY ($1))
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        ChargedCard(
            customer: try row.number("customer_id", CustomerID.self), card: try row.id("card_id", CardID.self),
            brand: try row.text("brand"),
            lastFour: try row.text("last_four"))
    }

    /// The customer and the card with a number.
    static let key = Statement("payment_key", "SELECT customer_id, card_id FROM issued_pan WHERE pan_hash = ANY ($1)") {
        (row: inout Row) throws(PostgresFailure) in
        NamedCard.Key(customer: try row.number("customer_id"), card: try row.id("card_id"))
    }

    static let all =
        lock.erased + card.erased + original.erased + disputes.erased + spent.erased
        + [elsewhere.erased, charged.erased, key.erased]
}

extension Row {
    fileprivate mutating func token() throws(PostgresFailure) -> TokenFacts? {
        let status = try optionalText("token_status", as: TokenFacts.Status.self)
        let wallet = try optionalText("wallet", as: SentToken.Wallet.self)
        return status.map { TokenFacts(status: $0, wallet: wallet) }
    }

    fileprivate mutating func terms() throws(PostgresFailure) -> PaymentTerms {
        let isSet = try boolean("has_terms")
        let (atmFee, share) = (try optionalBigint("atm_fee"), try optionalInteger("fx_fee_basis_points"))
        let (days, later) = (try optionalInteger("hold_days"), try optionalInteger("hold_days_if_paid_later"))
        let needsCode = try optionalBoolean("needs_security_code")
        let needsAuthentication = try optionalBoolean("needs_authentication")
        let (inARow, onDay) = (try optionalInteger("wrong_codes_in_a_row"), try optionalInteger("wrong_codes_on_a_day"))
        guard isSet else { return .standard }
        return PaymentTerms(
            tariff: Tariff(atmFee: atmFee ?? 0, foreignExchangeFee: share.flatMap { BasisPoints(Int64($0)) }),
            holdLife: HoldLife(days: Int(days ?? 0), daysIfPaidLater: Int(later ?? 0)),
            needsSecurityCode: needsCode ?? false, needsAuthentication: needsAuthentication ?? false,
            allowedWrongCodes: CodeTries.Allowance(inARow: Int(inARow ?? 0), onDay: Int(onDay ?? 0)))
    }

    fileprivate mutating func transactionTicket() throws(PostgresFailure) -> TransactionTicket? {
        let brand = try text("brand")
        let number = try optionalNumber("number", TransactionID.self)
        let slip = try optionalNumber("slip", SlipID.self)
        return number.map { TransactionTicket(brand: brand, number: $0, slip: slip, madeAt: nil) }
    }

    /// Nil if no wrong value was ever sent.
    mutating func knownCodeTries() throws(PostgresFailure) -> CodeTries? {
        let isKnown = try boolean("has_tries")
        let inARow = try optionalInteger("wrong_in_a_row")
        let onDay = try optionalInteger("wrong_on_day")
        let day = try optionalInteger("day")
        let pausedUntil = try optionalTimestamp("paused_until")
        guard isKnown else { return nil }
        return CodeTries(
            wrongInARow: Int(inARow ?? 0), wrongOnDay: Int(onDay ?? 0), day: Int(day ?? 0), pausedUntil: pausedUntil)
    }
}
