import CardSecrets
import Foundation
import Postgres

enum KeyStatements {
    static let load = Statement(
        "key_load", "SELECT purpose, version, wrapped FROM data_key ORDER BY purpose, version"
    ) { (row: inout Row) throws(PostgresFailure) in
        WrappedKey(
            purpose: try row.text("purpose", as: KeyPurpose.self), version: try row.integer("version"),
            ciphertext: try row.bytes("wrapped"))
    }

    /// The first server to store a version wins; the others read that key.
    static let store = Statement(
        "key_store",
        """
        INSERT INTO data_key (purpose, version, wrapped, created_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT data_key_is_made_once DO NOTHING
        """
    )

    static let all = [load.erased, store.erased]
}
