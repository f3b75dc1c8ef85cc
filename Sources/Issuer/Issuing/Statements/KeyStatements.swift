import CardSecrets
import Foundation
import Postgres

enum KeyStatements {
    /// Keys of purposes that this program does not know are a later program's.
    ///
    /// $1 is the latest time at which a version was made that may seal now, $2 are the purposes.
    static let load = Statement(
        "key_load",
        """
        SELECT purpose, version, wrapped, created_at <= $1 AS seals FROM data_key
        WHERE purpose = ANY ($2::text[]) ORDER BY purpose, version
        """
    ) { (row: inout Row) throws(PostgresFailure) in
        let (purpose, version) = (try row.text("purpose", as: KeyPurpose.self), try row.integer("version"))
        let ciphertext = try row.bytes("wrapped")
        return WrappedKey(
            purpose: purpose, version: version, ciphertext: ciphertext, seals: try row.boolean("seals"))
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
