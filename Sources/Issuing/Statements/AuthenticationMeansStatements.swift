import Cards
import Foundation
import Postgres
import WalletCrypto

/// What customers prove their identity with: passwords, seeds, passkeys, devices.
enum AuthenticationMeansStatements {
    static let find = Statement(
        "means_find",
        """
        SELECT c.mobile, c.email, m.password_hash IS NOT NULL, m.sealed_seed IS NOT NULL, m.pin_hash IS NOT NULL,
               EXISTS (SELECT FROM passkey WHERE customer_id = c.customer_id),
               EXISTS (SELECT FROM trusted_device WHERE customer_id = c.customer_id)
        FROM customer c LEFT JOIN authentication_means m ON m.customer_id = c.customer_id
        WHERE c.customer_id = $1
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        AuthenticationMeans(
            mobile: try row.text(), email: try row.optionalText(), hasPassword: try row.boolean(),
            hasAuthenticator: try row.boolean(), hasPIN: try row.boolean(), hasPasskey: try row.boolean(),
            hasTrustedDevice: try row.boolean())
    }

    /// What only this service may compare with, and how much guessing went on.
    struct Held: Sendable {
        let password: PasswordHash?
        let pin: PasswordHash?
        let seed: SealedSecret?
        let lastStep: Int64?
        let wrongAttempts: Int
        let blockedUntil: Date?

        static let none = Held(
            password: nil, pin: nil, seed: nil, lastStep: nil, wrongAttempts: 0, blockedUntil: nil)
    }

    static let hold = Statement(
        "means_hold",
        """
        SELECT password_hash, pin_hash, sealed_seed, seed_key_version, last_step, wrong_attempts, blocked_until
        FROM authentication_means WHERE customer_id = $1 FOR NO KEY UPDATE
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (password, pin) = (try row.optionalBytes(), try row.optionalBytes())
        let (seed, version) = (try row.optionalBytes(), try row.optionalInteger())
        return Held(
            password: password.map(PasswordHash.init(bytes:)), pin: pin.map(PasswordHash.init(bytes:)),
            seed: seed.flatMap { seed in version.map { SealedSecret(bytes: seed, keyVersion: Int($0)) } },
            lastStep: try row.optionalBigint(), wrongAttempts: Int(try row.integer()),
            blockedUntil: try row.optionalTimestamp())
    }

    static let recordAttempt = Statement(
        "means_record_attempt",
        """
        INSERT INTO authentication_means (customer_id, wrong_attempts, blocked_until, last_step)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT customer_has_means_once DO UPDATE
            SET wrong_attempts = excluded.wrong_attempts, blocked_until = excluded.blocked_until,
                last_step = coalesce(excluded.last_step, authentication_means.last_step)
        """
    )

    /// Sets what is given and leaves the rest.
    static let set = Statement(
        "means_set",
        """
        INSERT INTO authentication_means (customer_id, password_hash, pin_hash, sealed_seed, seed_key_version)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT customer_has_means_once DO UPDATE
            SET password_hash = coalesce(excluded.password_hash, authentication_means.password_hash),
                pin_hash = coalesce(excluded.pin_hash, authentication_means.pin_hash),
                sealed_seed = coalesce(excluded.sealed_seed, authentication_means.sealed_seed),
                seed_key_version = coalesce(excluded.seed_key_version, authentication_means.seed_key_version),
                last_step = CASE WHEN excluded.sealed_seed IS NULL THEN authentication_means.last_step END
        """
    )

    static let setEmail = Statement(
        "means_set_email",
        "UPDATE customer SET email = coalesce($2, email) WHERE customer_id = $1 RETURNING email"
    ) { (row: inout Row) throws(PostgresFailure) in try row.optionalText() }

    // MARK: Keys

    struct Passkey: Sendable {
        let publicKey: [UInt8]
        let signCount: UInt32
    }

    static let holdPasskey = Statement(
        "passkey_hold",
        "SELECT public_key, sign_count FROM passkey WHERE customer_id = $1 AND credential_id = $2 FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in
        Passkey(publicKey: try row.bytes(), signCount: UInt32(clamping: try row.bigint()))
    }

    static let passkeyIDs = Statement(
        "passkey_ids", "SELECT credential_id FROM passkey WHERE customer_id = $1 ORDER BY credential_id LIMIT 20"
    ) { (row: inout Row) throws(PostgresFailure) in try row.bytes() }

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
        HeldDevice(device: try row.trustedDevice(), publicKey: try row.bytes())
    }

    static let devices = Statement(
        "device_list",
        "SELECT \(deviceColumns) FROM trusted_device WHERE customer_id = $1 ORDER BY created_at DESC, device_id"
    ) { (row: inout Row) throws(PostgresFailure) in try row.trustedDevice() }

    static let addDevice = Statement(
        "device_add",
        "INSERT INTO trusted_device (customer_id, device_id, name, public_key, created_at) VALUES ($1, $2, $3, $4, $5)")

    static let removeDevice = Statement(
        "device_remove", "DELETE FROM trusted_device WHERE customer_id = $1 AND device_id = $2")

    static let all = [
        find.erased, hold.erased, recordAttempt.erased, set.erased, setEmail.erased, holdPasskey.erased,
        passkeyIDs.erased, addPasskey.erased, countSignature.erased, holdDevice.erased, devices.erased,
        addDevice.erased, removeDevice.erased,
    ]
}

extension Row {
    fileprivate mutating func trustedDevice() throws(PostgresFailure) -> TrustedDevice {
        TrustedDevice(
            id: try uuid(), name: try text(), createdAt: try timestamp(), lastUsedAt: try optionalTimestamp())
    }
}
