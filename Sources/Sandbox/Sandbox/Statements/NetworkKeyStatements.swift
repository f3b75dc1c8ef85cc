import Cards
import CardSecrets
import Postgres

enum NetworkKeyStatements {
    static let find = Statement(
        "network_keys_find", "SELECT sealed, key_version FROM sandbox.network_keys WHERE scheme = $1"
    ) { (row: inout Row) throws(PostgresFailure) in
        SealedSecret(bytes: try row.bytes("sealed"), keyVersion: try row.integer("key_version"))
    }

    /// The first server to store a network's keys wins; the others read those keys.
    static let store = Statement(
        "network_keys_store",
        """
        INSERT INTO sandbox.network_keys (scheme, sealed, key_version, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT network_has_its_keys_once DO NOTHING
        """
    )

    static let all = [find.erased, store.erased]
}
