import CardSecrets
import Foundation
import Postgres

/// A key pair as it is stored.
struct KeptMerchantKey: Sendable {
    let publicKey: MerchantPublicKey
    let privateKey: SealedSecret
}

/// The key pairs of merchants, and the wallet tokens that were opened with them.
enum MerchantKeyStatements {
    /// Every change of a merchant's keys locks the merchant first, so its keys are counted exactly.
    static let holdMerchant = Statement(
        "merchants_merchant_hold",
        "SELECT \(Row.merchantColumns) FROM merchants.merchant m WHERE m.merchant_id = $1::text FOR NO KEY UPDATE"
    ) { (row: inout Row) throws(PostgresFailure) in try row.merchant() }

    /// The keys that still open, the newest first.
    static let live = Statement(
        "merchants_keys_live",
        """
        SELECT k.merchant_id, k.gateway, k.wallet, k.key_id, k.kind, k.status, k.wallet_id, k.public_key, k.certificate,
               k.created_at, k.ends_at, k.sealed_private_key, k.key_version
        FROM merchants.merchant_key k
        WHERE k.merchant_id = $1::text AND k.gateway = $2::text AND k.wallet = $3::text
          AND (k.ends_at IS NULL OR k.ends_at > $4::timestamptz)
        ORDER BY k.created_at DESC, k.insertion DESC
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.merchantKey() }

    /// Adds a key and removes those that have ended.
    static let add = Statement(
        "merchants_key_add",
        """
        WITH ended AS (
            DELETE FROM merchants.merchant_key
            WHERE merchant_id = $1::text AND gateway = $2::text AND wallet = $3::text AND ends_at <= $11::timestamptz
        )
        INSERT INTO merchants.merchant_key (
            merchant_id, gateway, wallet, key_id, kind, status, wallet_id, public_key, sealed_private_key, key_version,
            created_at)
        VALUES ($1::text, $2::text, $3::text, $4::uuid, $5::text, $6::text, $7::text, $8::bytea, $9::bytea,
                $10::integer, $11::timestamptz)
        """)

    /// Adds the first key of an owner; nothing if there is an active one. The caller has locked the merchant.
    static let addFirst = Statement(
        "merchants_key_add_first",
        """
        INSERT INTO merchants.merchant_key (
            merchant_id, gateway, wallet, key_id, kind, status, wallet_id, public_key, sealed_private_key, key_version,
            created_at)
        SELECT $1::text, $2::text, $3::text, $4::uuid, $5::text, $6::text, $7::text, $8::bytea, $9::bytea,
               $10::integer, $11::timestamptz
        WHERE NOT EXISTS (
            SELECT FROM merchants.merchant_key
            WHERE merchant_id = $1::text AND gateway = $2::text AND wallet = $3::text AND status = 'ACTIVE')
        """)

    /// The active key opens until its end, and no new token is sealed to it.
    static let replace = Statement(
        "merchants_key_replace",
        """
        UPDATE merchants.merchant_key SET status = 'REPLACED', ends_at = $4::timestamptz
        WHERE merchant_id = $1::text AND gateway = $2::text AND wallet = $3::text AND status = 'ACTIVE'
        """)

    static let activate = Statement(
        "merchants_key_activate",
        """
        UPDATE merchants.merchant_key SET status = 'ACTIVE', certificate = $5::bytea, wallet_id = $6::text
        WHERE merchant_id = $1::text AND gateway = $2::text AND wallet = $3::text AND key_id = $4::uuid
        """)

    static let claim = Statement(
        "merchants_wallet_token_claim",
        """
        INSERT INTO merchants.wallet_token_claim (token_digest, ends_at) VALUES ($1::bytea, $2::timestamptz)
        ON CONFLICT (token_digest) DO NOTHING RETURNING true AS is_done
        """
    ) { (row: inout Row) throws(PostgresFailure) in try row.boolean("is_done") }

    static let all = [
        holdMerchant.erased, live.erased, add.erased, addFirst.erased, replace.erased, activate.erased, claim.erased,
    ]

    static func live(_ owner: KeyOwner, at now: Date) -> Query<KeptMerchantKey> {
        live(.merchant(owner.merchant), .gateway(owner.gateway), .text(owner.wallet.rawValue), .timestamp(now))
    }

    static func add(_ key: MerchantPublicKey, _ privateKey: SealedSecret) -> Query<Void> {
        Query(statement: add, values: values(of: key, privateKey))
    }

    static func addFirst(_ key: MerchantPublicKey, _ privateKey: SealedSecret) -> Query<Void> {
        Query(statement: addFirst, values: values(of: key, privateKey))
    }

    private static func values(of key: MerchantPublicKey, _ privateKey: SealedSecret) -> [SQLValue] {
        [
            .merchant(key.owner.merchant), .gateway(key.owner.gateway), .text(key.owner.wallet.rawValue),
            .id(key.id), .text(key.kind.rawValue), .text(key.status.rawValue), .text(key.walletID),
            .bytes(key.spki), .bytes(privateKey.bytes), .integer(privateKey.keyVersion), .timestamp(key.createdAt),
        ]
    }

    static func replaceActive(of owner: KeyOwner, endsAt: Date) -> Query<Void> {
        replace(.merchant(owner.merchant), .gateway(owner.gateway), .text(owner.wallet.rawValue), .timestamp(endsAt))
    }

    static func activate(_ key: MerchantPublicKey) -> Query<Void> {
        activate(
            .merchant(key.owner.merchant), .gateway(key.owner.gateway), .text(key.owner.wallet.rawValue),
            .id(key.id), .bytes(key.certificate), .text(key.walletID))
    }

    /// Claims a token for one payment. No row if it was claimed before.
    static func claim(_ digest: [UInt8], until end: Date) -> Query<Bool> { claim(.bytes(digest), .timestamp(end)) }
}

extension Row {
    fileprivate mutating func merchantKey() throws(PostgresFailure) -> KeptMerchantKey {
        let owner = KeyOwner(
            merchant: try merchantID(), gateway: try gateway(), wallet: try text("wallet", as: WalletKind.self))
        let publicKey = MerchantPublicKey(
            id: try id("key_id"), owner: owner, kind: try text("kind", as: MerchantPublicKey.Kind.self),
            status: try text("status", as: MerchantPublicKey.Status.self), walletID: try optionalText("wallet_id"),
            spki: try bytes("public_key"),
            certificate: try optionalBytes("certificate"), createdAt: try timestamp("created_at"),
            endsAt: try optionalTimestamp("ends_at"))
        return KeptMerchantKey(
            publicKey: publicKey, privateKey: try sealedSecret("sealed_private_key", keyVersion: "key_version"))
    }
}
