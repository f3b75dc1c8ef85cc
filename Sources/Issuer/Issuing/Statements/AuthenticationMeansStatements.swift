import Cards
import CardSecrets
import Foundation
import Postgres

/// The means that customers authenticate with: passwords, seeds, passkeys, devices.
enum AuthenticationMeansStatements {
    static let find = Statement(
        "means_find",
        """
        SELECT c.mobile, c.email, m.password_hash IS NOT NULL AS has_password,
               m.sealed_seed IS NOT NULL AS has_authenticator, m.pin_hash IS NOT NULL AS has_pin,
               EXISTS (SELECT FROM passkey WHERE customer_id = c.customer_id) AS has_passkey,
               EXISTS (SELECT FROM trusted_device WHERE customer_id = c.customer_id) AS has_trusted_device
        FROM customer c LEFT JOIN authentication_means m ON m.customer_id = c.customer_id
        WHERE c.customer_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        AuthenticationMeans(
            mobile: try row.text("mobile"), email: try row.optionalText("email"),
            hasPassword: try row.boolean("has_password"),
            hasAuthenticator: try row.boolean("has_authenticator"), hasPIN: try row.boolean("has_pin"),
            hasPasskey: try row.boolean("has_passkey"),
            hasTrustedDevice: try row.boolean("has_trusted_device"))
    }

    /// The secrets of a customer. Only this service may compare anything with them.
    struct Held: Sendable {
        let password: PasswordHash?
        let pin: PasswordHash?
        let seed: SealedSecret?
        let lastStep: Int64?

        static let none = Held(password: nil, pin: nil, seed: nil, lastStep: nil)

        /// The hash to compare an answer by this method with; nil if there is none.
        func hash(for verification: Verification) -> PasswordHash? {
            switch verification {
            case .password: password
            case .pin: pin
            default: nil
            }
        }
    }

    static let hold = Statement(
        "means_hold",
        """
        SELECT password_hash, password_hash_key_version, pin_hash, pin_hash_key_version, sealed_seed, seed_key_version,
               last_step
        FROM authentication_means WHERE customer_id = $1 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (password, passwordVersion) = (
            try row.optionalBytes("password_hash"), try row.integer("password_hash_key_version") as Int)
        let (pin, pinVersion) = (
            try row.optionalBytes("pin_hash"), try row.integer("pin_hash_key_version") as Int)
        let (seed, version) = (try row.optionalBytes("sealed_seed"), try row.optionalInteger("seed_key_version"))
        return Held(
            password: password.map { PasswordHash(bytes: $0, keyVersion: passwordVersion) },
            pin: pin.map { PasswordHash(bytes: $0, keyVersion: pinVersion) },
            seed: seed.flatMap { seed in version.map { SealedSecret(bytes: seed, keyVersion: $0) } },
            lastStep: try row.optionalBigint("last_step"))
    }

    /// Stores the time step of an accepted authenticator code; null for other methods, which store nothing.
    static let useStep = Statement(
        "means_use_step",
        "UPDATE authentication_means SET last_step = $2 WHERE customer_id = $1 AND $2::bigint IS NOT NULL")

    /// The hash to compare a password or a PIN with now; null for a customer without one. There is no row if the
    /// attempt would be refused anyway, because then hashing would be wasted.
    static let secretToJudge = Statement(
        "means_secret_to_judge",
        """
        SELECT CASE latest.verification WHEN 'PASSWORD' THEN m.password_hash WHEN 'PIN' THEN m.pin_hash END
               AS secret_hash,
               CASE latest.verification WHEN 'PASSWORD' THEN m.password_hash_key_version
                    WHEN 'PIN' THEN m.pin_hash_key_version END AS key_version
        FROM authentication_event e
        JOIN LATERAL (
            SELECT verification, attempts, allowable_attempts, expires_at FROM authentication_challenge
            WHERE customer_id = e.customer_id AND event_id = e.event_id ORDER BY challenge_number DESC LIMIT 1
        ) latest ON latest.verification = $6 AND latest.attempts < latest.allowable_attempts
            AND latest.expires_at > $4
        LEFT JOIN authentication_means m ON m.customer_id = e.customer_id
        LEFT JOIN authentication_factor f ON f.customer_id = e.customer_id AND f.verification = $6
        WHERE e.customer_id = $1 AND e.event_id = $2 AND e.wallet_operation_id = $3 AND e.expires_at > $4
          AND e.status IN ('OPEN', 'VERIFIED') AND coalesce(f.wrong_attempts, 0) < $5
          AND (f.locked_until IS NULL OR f.locked_until <= $4)
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (hash, version) = (try row.optionalBytes("secret_hash"), try row.optionalInteger("key_version") as Int?)
        return hash.flatMap { hash in version.map { PasswordHash(bytes: hash, keyVersion: $0) } }
    }

    /// Sets the given values and leaves the others.
    static let set = Statement(
        "means_set",
        """
        INSERT INTO authentication_means (customer_id, password_hash, password_hash_key_version, pin_hash,
            pin_hash_key_version, sealed_seed, seed_key_version)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT ON CONSTRAINT customer_has_means_once DO UPDATE
            SET password_hash = coalesce(excluded.password_hash, authentication_means.password_hash),
                password_hash_key_version = CASE
                    WHEN excluded.password_hash IS NULL THEN authentication_means.password_hash_key_version
                    ELSE excluded.password_hash_key_version END,
                pin_hash = coalesce(excluded.pin_hash, authentication_means.pin_hash),
                pin_hash_key_version = CASE
                    WHEN excluded.pin_hash IS NULL THEN authentication_means.pin_hash_key_version
                    ELSE excluded.pin_hash_key_version END,
                sealed_seed = coalesce(excluded.sealed_seed, authentication_means.sealed_seed),
                seed_key_version = coalesce(excluded.seed_key_version, authentication_means.seed_key_version),
                last_step = CASE WHEN excluded.sealed_seed IS NULL THEN authentication_means.last_step END
        """
    )

    /// Stores the same password under another version of the key.
    private static let replacePassword = Statement(
        "means_replace_password_hash",
        "UPDATE authentication_means SET password_hash = $2, password_hash_key_version = $3 WHERE customer_id = $1")

    private static let replacePIN = Statement(
        "means_replace_pin_hash",
        "UPDATE authentication_means SET pin_hash = $2, pin_hash_key_version = $3 WHERE customer_id = $1")

    static func replace(
        _ verification: Verification, of customer: CustomerID, with hash: PasswordHash
    ) -> Query<Void> {
        let statement = verification == .pin ? replacePIN : replacePassword
        return statement(.id(customer), .bytes(hash.bytes), .integer(hash.keyVersion))
    }

    static let setEmail = Statement(
        "means_set_email",
        "UPDATE customer SET email = coalesce($2, email) WHERE customer_id = $1 RETURNING email"
    ) { (row: inout Row) throws(PostgresFailure) in try row.optionalText("email") }

    // MARK: Keys

    struct Passkey: Sendable {
        let publicKey: [UInt8]
        let signCount: UInt32
    }

    static let holdPasskey = Statement(
        "passkey_hold",
        "SELECT public_key, sign_count FROM passkey WHERE customer_id = $1 AND credential_id = $2 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in
        Passkey(publicKey: try row.bytes("public_key"), signCount: UInt32(clamping: try row.bigint("sign_count")))
    }

    static let passkeyIDs = Statement(
        "passkey_ids", "SELECT credential_id FROM passkey WHERE customer_id = $1 ORDER BY credential_id LIMIT 20"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bytes("credential_id") }

    static let addPasskey = Statement(
        "passkey_add",
        """
        INSERT INTO passkey (customer_id, credential_id, public_key, sign_count)
        SELECT $1, $2, $3, 0 WHERE $2::bytea IS NOT NULL
        ON CONFLICT ON CONSTRAINT passkey_is_known_once DO UPDATE
            SET public_key = excluded.public_key, sign_count = 0
        """
    )

    static let countSignature = Statement(
        "passkey_count_signature", "UPDATE passkey SET sign_count = $3 WHERE customer_id = $1 AND credential_id = $2")

    struct HeldDevice: Sendable {
        let device: TrustedDevice
        let publicKey: [UInt8]
    }

    private static let deviceColumns = "device_id, name, created_at, last_used_at"

    static let holdDevice = Statement(
        "device_hold",
        """
        SELECT \(deviceColumns), public_key FROM trusted_device
        WHERE customer_id = $1 AND device_id = $2 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        HeldDevice(device: try row.trustedDevice(), publicKey: try row.bytes("public_key"))
    }

    static let devices = Statement(
        "device_list",
        "SELECT \(deviceColumns) FROM trusted_device WHERE customer_id = $1 ORDER BY created_at DESC, insertion DESC"
    ) { (row: inout Row) throws(PostgresFailure) in try row.trustedDevice() }

    static let addDevice = Statement(
        "device_add",
        "INSERT INTO trusted_device (customer_id, device_id, name, public_key, created_at) VALUES ($1, $2, $3, $4, $5)")

    /// Uses up a signature that lets a request through: the next one must be of a later time.
    static let useDevice = Statement(
        "device_use", "UPDATE trusted_device SET last_used_at = $3 WHERE customer_id = $1 AND device_id = $2")

    static let removeDevice = Statement(
        "device_remove", "DELETE FROM trusted_device WHERE customer_id = $1 AND device_id = $2")

    static let all = [
        find.erased, hold.erased, useStep.erased, secretToJudge.erased, set.erased, setEmail.erased,
        replacePassword.erased, replacePIN.erased,
        holdPasskey.erased, passkeyIDs.erased, addPasskey.erased, countSignature.erased, holdDevice.erased,
        devices.erased, addDevice.erased, useDevice.erased, removeDevice.erased,
    ]
}

extension Row {
    fileprivate mutating func trustedDevice() throws(PostgresFailure) -> TrustedDevice {
        TrustedDevice(
            id: try id("device_id"), name: try text("name"), createdAt: try timestamp("created_at"),
            lastUsedAt: try optionalTimestamp("last_used_at"))
    }
}
