import GraphQL
import HTTPContract
import Ledger
import Payments
import PaymentTokens
import Validation

extension InitiateTransaction {
    /// How long a token may lie between the phone and Stitch, in seconds. Stitch publishes no limit.
    private static let tokenAgeSeconds = 300.0

    /// Opens the wallet's token with the merchant's key. A token opens once, at whichever gateway.
    func opened(_ token: WalletPaymentToken, _ amount: Money) async throws(FieldFailure) -> PaymentInstrument {
        try await translating(failure) { () async throws(WalletTokenFailure) in
            try await call.stitch.keys.open(
                token, for: call.client.merchant, at: .stitch, expecting: amount, maximumAge: Self.tokenAgeSeconds)
        }
    }

    /// A failure of the service is logged by its kind; the reason why a token does not open is explained to the caller.
    private func failure(_ failure: WalletTokenFailure) -> FieldFailure {
        switch failure {
        case .noKey: Self.refused("The client has no certificate for this wallet; upload one first.")
        case .token(let reason): Self.refused(reason.cause)
        case .contents(let reason): Self.refused(reason)
        case .otherAmount(let agreed): Self.refused("The wallet's token is for another amount: \(agreed).")
        case .database, .vault, .damaged:
            FieldFailure(.internalError, "The service failed; ask again with a new token.")
        }
    }

    private static func refused(_ reason: String) -> FieldFailure {
        FieldFailure(.invalidInput, "The token cannot be used: \(reason)", [("reason", "getTokenError")])
    }
}
