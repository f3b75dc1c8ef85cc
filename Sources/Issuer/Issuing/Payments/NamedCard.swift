import Cards
import CardSecrets
import Postgres

/// The card of a message of the network, as the statements about it name it.
///
/// Only its number is known when a message arrives. One Postgres finds all rows by it, in the first round trip. A
/// cluster must know the customer first, whose rows are on one machine.
enum NamedCard {
    /// The keyed hashes of its number. One of them is stored: the one under the newest version of the key, or, until it
    /// is hashed again, under an earlier one.
    case number(SQLValue)
    case key(Key)

    struct Key {
        let customer: CustomerID
        let card: CardID
        /// The customer's tokenization that the message's token belongs to; nil if there is none.
        var token: TokenizationID?
    }

    /// Nil if it is named by its number.
    var key: Key? { if case .key(let key) = self { key } else { nil } }
}

extension Issuing {
    /// The name of a message's card for the statements of this transaction. On a cluster, that takes a round trip of
    /// its own.
    ///
    /// - Returns: nil if it was looked up and no card has the number.
    func named(
        by pan: PAN, of message: NetworkMessage, in tx: Transaction<IssuingFailure>
    ) throws(IssuingFailure) -> NamedCard? {
        let hashes = CardStatements.anyHash(of: vault.lookupHashes(pan))
        guard tx.isOnCluster else { return .number(hashes) }
        let (keys, tokens) = try tx.run(
            PayingCardStatements.key(hashes),
            message.tokenReference.map { TokenLifeStatements.owner(.text($0)) })
        guard var key = keys.first else { return nil }
        key.token = tokens.first { $0.customer == key.customer }?.tokenization
        return .key(key)
    }
}
