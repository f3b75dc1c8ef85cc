import CardSecrets
import Ledger
import PaymentTokens
import Postgres

/// Why a wallet's token is not charged.
public enum WalletTokenFailure: DatabaseError {
    /// The merchant has no key at this gateway for this wallet.
    case noKey(WalletKind)
    /// The token does not open, is too old, or was used before; ``PaymentTokenFailure`` says which.
    case token(PaymentTokenFailure)
    /// The token opens, but its contents cannot be charged; the text says why, without quoting them.
    case contents(String)
    /// The customer agreed to another amount.
    case otherAmount(Money)
    case database(PostgresFailure)
    case vault(VaultFailure)
    /// A stored key is invalid; the text says in what way.
    case damaged(String)

    public init(_ failure: PostgresFailure) {
        self = failure.constraint == "wallet_token_is_claimed_once" ? .token(.replayed) : .database(failure)
    }

    public var postgresFailure: PostgresFailure? {
        guard case .database(let failure) = self else { return nil }
        return failure
    }
}
