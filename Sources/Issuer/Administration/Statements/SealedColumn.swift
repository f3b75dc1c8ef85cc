import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Postgres
import Webhooks

/// A column of values that are sealed or hashed under a data key, beside a column with the version of that key.
struct SealedColumn: Sendable {
    /// The primary key of a row, in the order in which rows are read. A part that the key does not have is the same in
    /// each row.
    struct Place: Sendable, Hashable {
        /// Before the first row.
        static let start = Place(
            number: 0, id: ID(rawValue: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))), hash: [])

        let number: Int64
        let id: ID<Place>
        /// If the key is a hash, the rows are in its order, and the other parts only tell whose it is.
        let hash: [UInt8]
    }

    /// A value in a row that is locked.
    struct Held: Sendable {
        let place: Place
        let bytes: [UInt8]
        let version: Int
        /// The card's number, if the value opens only together with it, or is its hash.
        let pan: SealedPAN?
    }

    /// The names that its statements are made of.
    struct Names: Sendable {
        var schema = "issuing"
        let table: String
        let bytes: String
        let version: String
        var number: String?
        var id: String?
        var hash: String?
        /// Columns with the card's number and the version of its key.
        var pan = "NULL::bytea AS pan, NULL::integer AS pan_version"
        /// A clause `named` with the same columns, for a cluster, if they are of another table.
        var panOnCluster: String?
        /// The version that a row needs, if that is not simply the column's: of a ``KeptColumn``.
        var needed: String?

        var versionColumn: String { "\(schema).\(table).\(version)" }
    }

    typealias Page = Statement<(place: Place, version: Int?)>

    let names: Names
    let purpose: KeyPurpose
    /// The rows after a place, in order, each with the version of its key, which is null if it has no value.
    ///
    /// $1 to $3 are the place, $4 is the number of rows.
    let page: Page
    /// Locks the values of some rows that have an earlier version, except those that somebody else has locked.
    ///
    /// $1 to $3 are the places, $4 is the version.
    let hold: Statement<Held>
    /// Locks rows, and waits for whoever else has locked them.
    ///
    /// $1 to $3 are the places.
    let wait: Statement<Void>
    /// Replaces values that are locked.
    ///
    /// $1 to $3 are the places, $4 the new values, and $5 their versions.
    let store: Statement<Void>
    /// The value under the key that seals.
    let reseal: @Sendable (Held, CardVault) throws(VaultFailure) -> (bytes: [UInt8], version: Int)

    var title: String { "\(names.table).\(names.bytes)" }

    func page(after place: Place, limit: Int) -> Query<(place: Place, version: Int?)> {
        page(.bigint(place.number), .id(place.id), .bytes(place.hash), .integer(limit))
    }
}

// MARK: Statements

extension SealedColumn.Names {
    private static let zero = "'00000000-0000-0000-0000-000000000000'::uuid"

    private var place: String {
        """
        \(number.map { "t.\($0)" } ?? "0::bigint") AS number, \(id.map { "t.\($0)" } ?? Self.zero) AS id,
        \(hash.map { "t.\($0)" } ?? "''::bytea") AS hash
        """
    }

    private var isNamed: String {
        [number.map { "t.\($0) = n.number" }, id.map { "t.\($0) = n.id" }, hash.map { "t.\($0) = n.hash" }]
            .compactMap(\.self).joined(separator: " AND ")
    }

    /// The row that is the first of the places. A cluster locks one at a time, because then it knows the machine.
    private var isFirst: String {
        let first = ["($1::bigint[])[1]", "($2::uuid[])[1]", "($3::bytea[])[1]"]
        return zip([number, id, hash], first).map { column, place in
            column.map { "t.\($0) = \(place)" } ?? "\(place) IS NOT NULL"
        }.joined(separator: " AND ")
    }

    var page: String { page(of: "t.\(version)") }

    /// $5 is the time.
    var keptPage: String { page(of: needed ?? "t.\(version)", " AND $5::timestamptz IS NOT NULL") }

    /// Each parameter is in the statement, so that each has a type.
    private func page(of value: String, _ condition: String = "") -> String {
        let isAfter = switch (number, id, hash) {
        case (_, _, let hash?): "t.\(hash) > $3::bytea AND $1::bigint IS NOT NULL AND $2::uuid IS NOT NULL"
        case (let number?, let id?, nil): "(t.\(number), t.\(id)) > ($1::bigint, $2::uuid) AND $3::bytea IS NOT NULL"
        case (let number?, nil, nil): "t.\(number) > $1::bigint AND $2::uuid IS NOT NULL AND $3::bytea IS NOT NULL"
        case (nil, let id, nil): "t.\(id ?? "") > $2::uuid AND $1::bigint IS NOT NULL AND $3::bytea IS NOT NULL"
        }
        let key = hash.map { [$0] } ?? [number, id].compactMap(\.self)
        return """
            SELECT \(place), \(value) AS version
            FROM \(table) t WHERE \(isAfter)\(condition)
            ORDER BY \(key.map { "t.\($0)" }.joined(separator: ", ")) LIMIT $4
            """
    }

    var hold: String {
        """
        SELECT \(place), t.\(bytes) AS bytes, t.\(version) AS version, \(pan)
        FROM \(table) t JOIN unnest($1::bigint[], $2::uuid[], $3::bytea[]) AS n (number, id, hash) ON \(isNamed)
        WHERE t.\(version) < $4
        FOR NO KEY UPDATE OF t SKIP LOCKED
        """
    }

    var holdOnCluster: String {
        """
        \(panOnCluster ?? "")SELECT \(place), t.\(bytes) AS bytes, t.\(version) AS version, \(panColumns)
        FROM \(table) t WHERE \(isFirst) AND t.\(version) < $4
        FOR NO KEY UPDATE OF t SKIP LOCKED
        """
    }

    var wait: String {
        """
        SELECT FROM \(table) t JOIN unnest($1::bigint[], $2::uuid[], $3::bytea[]) AS n (number, id, hash) ON \(isNamed)
        FOR NO KEY UPDATE OF t
        """
    }

    private var panColumns: String {
        guard panOnCluster != nil else { return pan }
        return "(SELECT pan FROM named) AS pan, (SELECT pan_version FROM named) AS pan_version"
    }

    var waitOnCluster: String { "SELECT FROM \(table) t WHERE \(isFirst) FOR NO KEY UPDATE OF t" }

    /// A row whose key is a hash moves to another machine, so it goes, and another one comes.
    var storeOnCluster: String {
        guard let hash, let number, let id else {
            return """
                UPDATE \(table) t SET \(bytes) = n.bytes, \(version) = n.version
                FROM unnest($4::bytea[], $5::integer[]) AS n (bytes, version) WHERE \(isFirst)
                """
        }
        return """
            WITH moved AS (DELETE FROM \(table) t WHERE \(isFirst) RETURNING t.\(number), t.\(id))
            INSERT INTO \(table) (\(hash), \(number), \(id), \(version))
            SELECT ($4::bytea[])[1], \(number), \(id), ($5::integer[])[1] FROM moved
            """
    }

    var store: String {
        """
        UPDATE \(table) t SET \(bytes) = n.bytes, \(version) = n.version
        FROM unnest($1::bigint[], $2::uuid[], $3::bytea[], $4::bytea[], $5::integer[])
            AS n (number, id, hash, bytes, version)
        WHERE \(isNamed)
        """
    }
}

extension SealedColumn {
    private static func place(in row: inout Row) throws(PostgresFailure) -> Place {
        let (number, id) = (try row.bigint("number"), try row.id("id", ID<Place>.self))
        return Place(number: number, id: id, hash: try row.bytes("hash"))
    }

    static func listed(in row: inout Row) throws(PostgresFailure) -> (place: Place, version: Int?) {
        let place = try place(in: &row)
        return (place, try row.optionalInteger("version"))
    }

    private static func held(in row: inout Row) throws(PostgresFailure) -> Held {
        let (place, bytes, version) = (try place(in: &row), try row.bytes("bytes"), try row.integer("version") as Int)
        let (pan, panVersion) = (try row.optionalBytes("pan"), try row.optionalInteger("pan_version") as Int?)
        return Held(
            place: place, bytes: bytes, version: version,
            pan: pan.flatMap { pan in panVersion.map { SealedPAN(bytes: pan, keyVersion: $0) } })
    }
}

// MARK: All columns

extension SealedColumn {
    /// For how long this transaction waits for a lock. $1 is a number of milliseconds.
    static let patience = Statement("reseal_patience", "SELECT set_config('lock_timeout', $1, true)")

    /// Every column of a database of production whose values are encrypted or hashed again.
    static let all = [pan, panHash, pin, seed, code, applications, signingKey, evidence]

    /// The columns of versions whose values are not encrypted again, with the reason.
    static let notReencrypted = [
        "webhooks.webhook_delivery.body_key_version": "A secret body lives for minutes, and retire waits for its end.",
    ]

    static func all(under purpose: KeyPurpose) -> [SealedColumn] { all.filter { $0.purpose == purpose } }

    static var statements: [AnyStatement] {
        [patience.erased] + all.flatMap { [$0.page.erased, $0.hold.erased, $0.wait.erased, $0.store.erased] }
    }

    private static let panNames = Names(
        table: "card", bytes: "sealed_pan", version: "pan_key_version", number: "customer_id", id: "card_id")
    private static let pan = SealedColumn(
        names: panNames, purpose: .panEncryption,
        page: Statement("reseal_pan_page", panNames.page, row: listed),
        hold: Statement("reseal_pan_hold", panNames.hold, onCluster: panNames.holdOnCluster, row: held),
        wait: Statement("reseal_pan_wait", panNames.wait, onCluster: panNames.waitOnCluster),
        store: Statement("reseal_pan_store", panNames.store, onCluster: panNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        let sealed = SealedPAN(bytes: held.bytes, keyVersion: held.version)
        let pan = try vault.open(sealed, customer: held.place.number, card: held.place.id.rawValue)
        let again = vault.seal(pan, customer: held.place.number, card: held.place.id.rawValue)
        return (again.bytes, again.keyVersion)
    }

    private static let panHashNames = Names(
        table: "issued_pan", bytes: "pan_hash", version: "hash_key_version", number: "customer_id", id: "card_id",
        hash: "pan_hash",
        pan: """
            (SELECT sealed_pan FROM card c WHERE c.customer_id = t.customer_id AND c.card_id = t.card_id) AS pan,
            (SELECT pan_key_version FROM card c WHERE c.customer_id = t.customer_id AND c.card_id = t.card_id)
                AS pan_version
            """,
        panOnCluster: """
            WITH named AS MATERIALIZED (
                SELECT sealed_pan AS pan, pan_key_version AS pan_version
                FROM card WHERE customer_id = ($1::bigint[])[1] AND card_id = ($2::uuid[])[1]
            )

            """)
    private static let panHash = SealedColumn(
        names: panHashNames, purpose: .panLookup,
        page: Statement("rehash_pan_page", panHashNames.page, row: listed),
        hold: Statement("rehash_pan_hold", panHashNames.hold, onCluster: panHashNames.holdOnCluster, row: held),
        wait: Statement("rehash_pan_wait", panHashNames.wait, onCluster: panHashNames.waitOnCluster),
        store: Statement("rehash_pan_store", panHashNames.store, onCluster: panHashNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        let stored = VersionedHash(bytes: held.bytes, keyVersion: held.version)
        guard let number = held.pan else { throw .doesNotOpen(.panLookup, version: held.version) }
        let hashes = vault.lookupHashes(
            try vault.open(number, customer: held.place.number, card: held.place.id.rawValue))
        guard hashes.all.contains(stored) else { throw .doesNotOpen(.panLookup, version: held.version) }
        return (hashes.current.bytes, hashes.current.keyVersion)
    }

    private static let pinNames = Names(
        table: "card", bytes: "pin_block", version: "pin_key_version", number: "customer_id", id: "card_id",
        pan: "t.sealed_pan AS pan, t.pan_key_version AS pan_version")
    private static let pin = SealedColumn(
        names: pinNames, purpose: .pinEncryption,
        page: Statement("reseal_pin_page", pinNames.page, row: listed),
        hold: Statement("reseal_pin_hold", pinNames.hold, onCluster: pinNames.holdOnCluster, row: held),
        wait: Statement("reseal_pin_wait", pinNames.wait, onCluster: pinNames.waitOnCluster),
        store: Statement("reseal_pin_store", pinNames.store, onCluster: pinNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        guard let number = held.pan else { throw .doesNotOpen(.pinEncryption, version: held.version) }
        let pan = try vault.open(number, customer: held.place.number, card: held.place.id.rawValue)
        let pin = try vault.open(SealedPIN(block: held.bytes, keyVersion: held.version), of: pan)
        let again = try vault.seal(pin, of: pan)
        return (again.block, again.keyVersion)
    }

    private static let seedNames = Names(
        table: "authentication_means", bytes: "sealed_seed", version: "seed_key_version", number: "customer_id")
    private static let seed = SealedColumn(
        names: seedNames, purpose: .secretSealing,
        page: Statement("reseal_seed_page", seedNames.page, row: listed),
        hold: Statement("reseal_seed_hold", seedNames.hold, onCluster: seedNames.holdOnCluster, row: held),
        wait: Statement("reseal_seed_wait", seedNames.wait, onCluster: seedNames.waitOnCluster),
        store: Statement("reseal_seed_store", seedNames.store, onCluster: seedNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        guard let customer = CustomerID(rawValue: held.place.number) else {
            throw .doesNotOpen(.secretSealing, version: held.version)
        }
        return try again(held, vault, at: AuthenticationSecrets.placeOfSeed(of: customer))
    }

    private static let codeNames = Names(
        table: "message", bytes: "sealed_code", version: "code_key_version", number: "customer_id", id: "message_id")
    private static let code = SealedColumn(
        names: codeNames, purpose: .secretSealing,
        page: Statement("reseal_code_page", codeNames.page, row: listed),
        hold: Statement("reseal_code_hold", codeNames.hold, onCluster: codeNames.holdOnCluster, row: held),
        wait: Statement("reseal_code_wait", codeNames.wait, onCluster: codeNames.waitOnCluster),
        store: Statement("reseal_code_store", codeNames.store, onCluster: codeNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        try again(held, vault, at: MessageStatements.place(of: ID(rawValue: held.place.id.rawValue)))
    }

    private static let applicationsNames = Names(
        table: "bulk_order", bytes: "sealed_applications", version: "applications_key_version", id: "order_id")
    private static let applications = SealedColumn(
        names: applicationsNames, purpose: .secretSealing,
        page: Statement("reseal_applications_page", applicationsNames.page, row: listed),
        hold: Statement("reseal_applications_hold", applicationsNames.hold, row: held),
        wait: Statement("reseal_applications_wait", applicationsNames.wait),
        store: Statement("reseal_applications_store", applicationsNames.store)
    ) { held, vault throws(VaultFailure) in
        try again(held, vault, at: BulkOrderStatements.place(of: ID(rawValue: held.place.id.rawValue)))
    }

    private static let evidenceNames = Names(
        table: "dispute_evidence", bytes: "sealed_content", version: "key_version", number: "customer_id",
        id: "evidence_id")
    private static let evidence = SealedColumn(
        names: evidenceNames, purpose: .secretSealing,
        page: Statement("reseal_evidence_page", evidenceNames.page, row: listed),
        hold: Statement("reseal_evidence_hold", evidenceNames.hold, onCluster: evidenceNames.holdOnCluster, row: held),
        wait: Statement("reseal_evidence_wait", evidenceNames.wait, onCluster: evidenceNames.waitOnCluster),
        store: Statement("reseal_evidence_store", evidenceNames.store, onCluster: evidenceNames.storeOnCluster)
    ) { held, vault throws(VaultFailure) in
        try again(held, vault, at: EvidenceStatements.place(of: ID(rawValue: held.place.id.rawValue)))
    }

    private static let signingKeyNames = Names(
        schema: "webhooks", table: "webhook_subscription", bytes: "sealed_key", version: "key_version",
        id: "subscription_id")
    private static let signingKey = SealedColumn(
        names: signingKeyNames, purpose: .secretSealing,
        page: Statement("reseal_signing_key_page", signingKeyNames.page, row: listed),
        hold: Statement("reseal_signing_key_hold", signingKeyNames.hold, row: held),
        wait: Statement("reseal_signing_key_wait", signingKeyNames.wait),
        store: Statement("reseal_signing_key_store", signingKeyNames.store)
    ) { held, vault throws(VaultFailure) in
        try again(held, vault, at: CardWebhookStatements.place(ofKeyOf: ID(rawValue: held.place.id.rawValue)))
    }

    private static func again(
        _ held: Held, _ vault: CardVault, at place: String
    ) throws(VaultFailure) -> (bytes: [UInt8], version: Int) {
        let secret = try vault.open(SealedSecret(bytes: held.bytes, keyVersion: held.version), at: place)
        let again = vault.seal(secret, at: place)
        return (again.bytes, again.keyVersion)
    }
}
