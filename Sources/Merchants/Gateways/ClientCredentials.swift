import CardSecrets
import HTTPService
import Validation

/// The credentials that a client sends: its name and its secret, of which only a keyed hash is stored.
package struct ClientCredentials: Sendable {
    package let name: String
    package let secret: String

    package init(name: String, secret: String) { (self.name, self.secret) = (name, secret) }

    package init(_ basic: BasicCredentials) { self.init(name: basic.name, secret: basic.password) }

    /// 1 to 64 letters, digits, `-` and `_`.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isPlain)
    }

    /// The client, if the secret is its own.
    ///
    /// The comparison takes as long without a client, so its time does not say which clients there are.
    ///
    /// - Parameters:
    ///   - found: the client with ``name``; nil if there is none.
    ///   - place: where its hash is; nil if it is that of a client's secret.
    package func prove<Client>(
        _ found: StoredClient<Client>?, in vault: CardVault, at place: String? = nil
    ) -> Client? {
        let hash = found?.secretHash ?? [UInt8](repeating: 0, count: 32)
        let isRight = if let place {
            vault.secret(Array(secret.utf8), at: place, matches: hash)
        } else {
            vault.clientSecret(secret, matches: hash)
        }
        return isRight ? found?.client : nil
    }
}

/// A client with the hash of its secret.
package struct StoredClient<Client: Sendable>: Sendable {
    package let client: Client
    package let secretHash: [UInt8]

    package init(_ client: Client, secretHash: [UInt8]) { (self.client, self.secretHash) = (client, secretHash) }
}
