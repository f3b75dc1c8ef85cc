import Identifiers

/// The value of `X-Idempotency-Key`: a UUID of version 4.
typealias MoneyHashIdempotencyKey = ID<IdempotencyName>
