import Cards
import Foundation
import Postgres

/// Policies, events and challenges of strong customer authentication.
package enum AuthenticationStatements {
    private static let policyColumns = """
        mode, operations, event_lifetime_seconds, challenge_lifetime_seconds, allowable_challenges, cooldown_seconds,
        allowable_attempts, challenges_per_hour, wrong_attempts_before_lock_out, refuses_weak_pins,
        accepts_trusted_devices, relying_party_id, origins
        """

    private static let eventColumns = """
        event_id, wallet_operation_id, customer_id, brand, operation, card_id, request_digest, mode, status,
        created_at, expires_at
        """

    package static let policy = Statement(
        "authentication_policy", "SELECT \(policyColumns) FROM authentication_policy WHERE brand = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.authenticationPolicy() }

    package static let policyOfCustomer = Statement(
        "authentication_policy_of_customer",
        """
        SELECT \(policyColumns) FROM authentication_policy
        WHERE brand = (SELECT brand FROM customer WHERE customer_id = $1)
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.authenticationPolicy() }

    /// The policies of all brands.
    package static let policies = Statement(
        "authentication_policies", "SELECT brand, \(policyColumns) FROM authentication_policy"
    ) { (row: inout Row) throws(PostgresFailure) in
        (brand: try row.text("brand"), policy: try row.authenticationPolicy())
    }

    /// The condition that a brand does not protect an operation. It does not hold for a brand without a policy.
    static func leavesOpen(_ operation: String, brand: String) -> String {
        "EXISTS (SELECT FROM authentication_policy WHERE brand = \(brand) AND \(operation) <> ALL (operations))"
    }

    static let setPolicy = Statement(
        "authentication_set_policy",
        """
        INSERT INTO authentication_policy (brand, \(policyColumns))
        SELECT brand, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14 FROM brand WHERE brand = $1
        ON CONFLICT ON CONSTRAINT brand_has_one_authentication_policy DO UPDATE
            SET mode = excluded.mode, operations = excluded.operations,
                event_lifetime_seconds = excluded.event_lifetime_seconds,
                challenge_lifetime_seconds = excluded.challenge_lifetime_seconds,
                allowable_challenges = excluded.allowable_challenges, cooldown_seconds = excluded.cooldown_seconds,
                allowable_attempts = excluded.allowable_attempts,
                challenges_per_hour = excluded.challenges_per_hour,
                wrong_attempts_before_lock_out = excluded.wrong_attempts_before_lock_out,
                refuses_weak_pins = excluded.refuses_weak_pins,
                accepts_trusted_devices = excluded.accepts_trusted_devices,
                relying_party_id = excluded.relying_party_id, origins = excluded.origins
        """
    )

    /// An event while a request answers or uses it. Its row is locked, so simultaneous attempts are checked one after
    /// the other.
    struct HeldEvent: Sendable {
        let event: AuthenticationEvent
        let challenges: Int
        let allowableChallenges: Int
        let attempts: Int
        let allowableAttempts: Int
    }

    static let holdEvent = Statement(
        "authentication_hold_event",
        """
        SELECT \(eventColumns), used_at, repeatable_until,
               challenges, allowable_challenges, attempts, allowable_attempts
        FROM authentication_event WHERE customer_id = $1 AND event_id = $2 AND wallet_operation_id = $3
        FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        HeldEvent(
            event: try row.authenticationEvent(), challenges: try row.integer("challenges"),
            allowableChallenges: try row.integer("allowable_challenges"), attempts: try row.integer("attempts"),
            allowableAttempts: try row.integer("allowable_attempts"))
    }

    /// Stores a new event. A customer has at most 200; one more deletes the oldest, unless that is locked.
    /// Citus 13.2 misreads its own file if the DELETE is the statement itself.
    static let open = Statement(
        "authentication_open",
        """
        WITH opened AS (
            INSERT INTO authentication_event (
                \(eventColumns), challenges, allowable_challenges, attempts, allowable_attempts)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, $12, 0, $13)
        ), owner AS (
            INSERT INTO authentication_owner (event_id, customer_id, expires_at) VALUES ($1, $3, $11)
        ), removed AS (
            DELETE FROM authentication_event WHERE customer_id = $3 AND event_id = ANY (ARRAY(
                SELECT event_id FROM authentication_event
                WHERE customer_id = $3 AND event_id IN (
                    SELECT event_id FROM authentication_event WHERE customer_id = $3
                    ORDER BY created_at DESC OFFSET 199)
                FOR UPDATE SKIP LOCKED))
        )
        SELECT
        """
    )

    static let setStatus = Statement(
        "authentication_set_status",
        "UPDATE authentication_event SET status = $3 WHERE customer_id = $1 AND event_id = $2")

    /// Records the partner's outcome of an event.
    static let decide = Statement(
        "authentication_decide",
        "UPDATE authentication_event SET status = $3, attempts = $4 WHERE customer_id = $1 AND event_id = $2")

    /// Uses up an event that lets a request through.
    static let useEvent = Statement(
        "authentication_use_event",
        """
        UPDATE authentication_event SET status = 'USED', used_at = $3, repeatable_until = $4
        WHERE customer_id = $1 AND event_id = $2
        """
    )

    /// The customer of an event of the token call, if it is of this brand.
    static let ownerOfTokenCall = Statement(
        "authentication_owner_of_token_call",
        """
        SELECT customer_id FROM authentication_event
        WHERE customer_id = (SELECT customer_id FROM authentication_owner WHERE event_id = $1) AND event_id = $1
          AND brand = $2 AND operation = '\(ProtectedOperation.issueToken.rawValue)'
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    static let owner = Statement(
        "authentication_owner", "SELECT customer_id FROM authentication_owner WHERE event_id = $1"
    ) { (row: inout Row) throws(PostgresFailure) in try row.number("customer_id", CustomerID.self) }

    // MARK: Challenges

    struct LatestChallenge: Sendable {
        let number: Int
        let challenge: AuthenticationChallenge
        let secretHash: [UInt8]?
        let nonce: [UInt8]?
        var isApproved: Bool?
        /// How often the answer to a push was requested before there was one.
        let polls: Int
    }

    static let latestChallenge = Statement(
        "authentication_latest_challenge",
        """
        SELECT challenge_number, verification, attempts, allowable_attempts, created_at, expires_at,
               secret_hash, nonce, is_approved, polls
        FROM authentication_challenge WHERE customer_id = $1 AND event_id = $2
        ORDER BY challenge_number DESC LIMIT 1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        LatestChallenge(
            number: try row.integer("challenge_number"),
            challenge: AuthenticationChallenge(
                verification: try row.text("verification", as: Verification.self),
                attempts: try row.integer("attempts"),
                allowableAttempts: try row.integer("allowable_attempts"), createdAt: try row.timestamp("created_at"),
                expiresAt: try row.timestamp("expires_at")),
            secretHash: try row.optionalBytes("secret_hash"), nonce: try row.optionalBytes("nonce"),
            isApproved: try row.optionalBoolean("is_approved"), polls: try row.integer("polls"))
    }

    static let challenge = Statement(
        "authentication_challenge",
        """
        WITH counted AS (
            UPDATE authentication_event SET challenges = $4 WHERE customer_id = $1 AND event_id = $2
        )
        INSERT INTO authentication_challenge (
            customer_id, event_id, challenge_number, verification, secret_hash, nonce, attempts, allowable_attempts,
            created_at, expires_at)
        VALUES ($1, $2, $3, $5, $6, $7, 0, $8, $9, $10)
        """
    )

    static let countAttempt = Statement(
        "authentication_count_attempt",
        """
        UPDATE authentication_challenge SET attempts = $4
        WHERE customer_id = $1 AND event_id = $2 AND challenge_number = $3
        """
    )

    static let answerPush = Statement(
        "authentication_answer_push",
        """
        UPDATE authentication_challenge SET is_approved = $4
        WHERE customer_id = $1 AND event_id = $2 AND challenge_number = $3
        """
    )

    static let countPoll = Statement(
        "authentication_count_poll",
        """
        UPDATE authentication_challenge SET polls = polls + 1
        WHERE customer_id = $1 AND event_id = $2 AND challenge_number = $3
        """
    )

    static let forgetEvents = Statement(
        "authentication_forget_events", Removal.ofOldest("authentication_event", by: "expires_at")
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let forgetOwners = Statement(
        "authentication_forget_owners", Removal.ofOldest("authentication_owner", by: "expires_at")
    ) { (row: inout Row) throws(PostgresFailure) in Int(try row.bigint("count")) }

    static let all = [
        policy.erased, policyOfCustomer.erased, policies.erased,
        setPolicy.erased, holdEvent.erased, open.erased, setStatus.erased,
        decide.erased, useEvent.erased, owner.erased, ownerOfTokenCall.erased, latestChallenge.erased,
        challenge.erased, countAttempt.erased, answerPush.erased, countPoll.erased, forgetEvents.erased,
        forgetOwners.erased,
    ]
}

extension AuthenticationStatements {
    package static func setPolicy(_ policy: AuthenticationPolicy, of brand: String) -> Query<Void> {
        setPolicy(
            .text(brand), .text(policy.mode.rawValue), .textArray(policy.protectedOperations.map(\.rawValue)),
            .integer(policy.eventLifetimeSeconds), .integer(policy.challengeLifetimeSeconds),
            .integer(policy.allowableChallenges), .integer(policy.cooldownSeconds),
            .integer(policy.allowableAttempts), .integer(policy.challengesPerHour),
            .integer(policy.wrongAttemptsBeforeLockOut), .boolean(policy.refusesWeakPINs),
            .boolean(policy.acceptsTrustedDevices),
            .text(policy.relyingPartyID), .textArray(policy.origins))
    }

    static func holdEvent(_ reference: AuthenticationReference?, of customer: CustomerID) -> Query<HeldEvent> {
        holdEvent(
            .id(customer), .id(reference?.eventID), .id(reference?.walletOperationID))
    }

    static func open(_ event: AuthenticationEvent, limits policy: AuthenticationPolicy) -> Query<Void> {
        open(
            .id(event.reference.eventID), .id(event.reference.walletOperationID),
            .id(event.customer), .text(event.brand), .text(event.subject.operation?.rawValue),
            .id(event.subject.card), .bytes(event.subject.digest), .text(event.mode.rawValue),
            .text(event.status.rawValue), .timestamp(event.createdAt), .timestamp(event.expiresAt),
            .integer(policy.allowableChallenges), .integer(policy.allowableAttempts))
    }

    static func setStatus(_ status: AuthenticationEvent.Status, of event: AuthenticationEvent) -> Query<Void> {
        setStatus(.id(event.customer), .id(event.reference.eventID), .text(status.rawValue))
    }
}

extension Row {
    fileprivate mutating func authenticationPolicy() throws(PostgresFailure) -> AuthenticationPolicy {
        AuthenticationPolicy(
            mode: try text("mode", as: AuthenticationPolicy.Mode.self),
            operations: try textArray("operations").compactMap(ProtectedOperation.init(rawValue:)),
            eventLifetimeSeconds: try integer("event_lifetime_seconds"),
            challengeLifetimeSeconds: try integer("challenge_lifetime_seconds"),
            allowableChallenges: try integer("allowable_challenges"), cooldownSeconds: try integer("cooldown_seconds"),
            allowableAttempts: try integer("allowable_attempts"), challengesPerHour: try integer("challenges_per_hour"),
            wrongAttemptsBeforeLockOut: try integer("wrong_attempts_before_lock_out"),
            refusesWeakPINs: try boolean("refuses_weak_pins"),
            acceptsTrustedDevices: try boolean("accepts_trusted_devices"),
            relyingPartyID: try text("relying_party_id"), origins: try textArray("origins"))
    }

    fileprivate mutating func authenticationEvent() throws(PostgresFailure) -> AuthenticationEvent {
        let reference = AuthenticationReference(
            eventID: try id("event_id"), walletOperationID: try id("wallet_operation_id"))
        let customer = try number("customer_id", CustomerID.self)
        let brand = try text("brand")
        let subject = AuthenticationSubject(
            operation: try optionalText("operation", as: ProtectedOperation.self), card: try optionalID("card_id"),
            digest: try bytes("request_digest"))
        let (mode, status) = (
            try text("mode", as: AuthenticationPolicy.Mode.self),
            try text("status", as: AuthenticationEvent.Status.self))
        let (createdAt, expiresAt) = (try timestamp("created_at"), try timestamp("expires_at"))
        let (usedAt, repeatableUntil) = (try optionalTimestamp("used_at"), try optionalTimestamp("repeatable_until"))
        return AuthenticationEvent(
            reference: reference, customer: customer, brand: brand, subject: subject, mode: mode, status: status,
            use: usedAt.map { AuthenticationEvent.Use(usedAt: $0, repeatableUntil: repeatableUntil) },
            createdAt: createdAt, expiresAt: expiresAt)
    }
}
