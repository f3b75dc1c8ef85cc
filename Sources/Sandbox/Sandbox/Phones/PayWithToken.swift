import Authorizing
import Cards
import CardSecrets
import Issuing
import Ledger
import Postgres
import SimulatedWallets

/// The data that a phone gives to a terminal or an app for one payment.
public struct TokenPayment: Sendable {
    /// The number that the phone pays with in place of the card's.
    public let dpan: PAN
    public let expiry: Expiry
    /// It holds the payment's counter and unpredictable number, too.
    public let cryptogram: PaymentCryptogram
    /// The electronic commerce indicator, which an app passes on. Nil in a shop.
    public let indicator: String?
    public let wallet: WalletType
    /// The last digits of the card, which an app shows.
    public let cardLastFour: String
}

extension Sandbox {
    /// The amounts that a phone pays, in minor units. A merchant that only verifies a card asks for 0.
    public static let payments: ClosedRange<Int64> = 0...MessageFields.largestAmount

    /// Pays with a token as a phone does, once its owner has shown a finger, a face or a code.
    ///
    /// The phone's counter goes up, even if the merchant does not use the payment. Phone and token are locked, so no
    /// two payments have the same counter.
    ///
    /// - Parameters:
    ///   - amount: within ``payments``. The cryptogram is bound to it.
    ///   - isInStore: whether the phone is at a terminal. The terminal would send the unpredictable number; it is drawn
    ///     here instead.
    public func makePayment(
        with reference: String, on id: PhoneID, of amount: Money, isInStore: Bool
    ) async throws(PhoneFailure) -> TokenPayment {
        try await holding(id) { phone, tx throws(IssuingFailure) -> Result<TokenPayment, PhoneRefusal> in
            let found = try tx.run(PhoneTokenStatements.find(.id(phone.id), .text(reference)))
            guard let token = found.first?.token else { return .failure(.tokenNotFound) }
            guard token.state == .active else { return .failure(.tokenIsInState(token.state, accepted: [.active])) }
            let counted = try tx.commit(NetworkTokenStatements.countPayment(.text(reference)))
            guard let kept = counted.first else { return .failure(.paymentsUsedUp) }
            let secrets = try open(kept.sealed, of: reference)
            let cryptogram = PaymentCryptogram(
                of: .init(secrets.dpan, amount, isInStore: isInStore), counter: kept.phoneCounter,
                unpredictableNumber: entropy.unpredictableNumber(), under: secrets.key)
            return .success(
                TokenPayment(
                    dpan: secrets.dpan, expiry: kept.expiry, cryptogram: cryptogram,
                    indicator: isInStore ? nil : token.scheme.tokenIndicator, wallet: kept.wallet,
                    cardLastFour: token.cardLastFour))
        }
    }
}

extension PaymentCryptogram.Payment {
    init(_ dpan: PAN, _ amount: Money, isInStore: Bool) {
        self.init(
            dpan: dpan, minorUnits: amount.minorUnits, currencyCode: amount.currency.code, isInStore: isInStore)
    }
}

extension Entropy {
    fileprivate func unpredictableNumber() -> UInt32 {
        bytes(4).reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1) }
    }
}

extension Program.Scheme {
    /// The electronic commerce indicator that an app sends for a payment with a token: Visa's 07 and Mastercard's 02.
    fileprivate var tokenIndicator: String {
        switch self {
        case .visa: "07"
        case .mastercard: "02"
        }
    }
}
