import HTTPContract

/// A fee that is part of an amount.
public struct FeeBody: Sendable, Hashable, Decodable {
    /// In minor units, above 0.
    public var amount: Int
    public var currency: String
    public var paymentReason: String

    public init(amount: Int, currency: String, paymentReason: String) {
        self.amount = amount
        self.currency = currency
        self.paymentReason = paymentReason
    }
}

extension FeeBody: AnswerBody {
    public static let members: [AnswerMember<FeeBody>] = [
        .member("amount", \.amount, as: .minorUnits, example: "28", "The fee in minor units, above 0."),
        .member("currency", \.currency, example: "EUR", "Currency, ISO 4217."),
        .member(
            "paymentReason", \.paymentReason, as: .enumeration(Vocabulary.feeReasons), example: "FX_FEE",
            "What the fee is for."),
    ]
}
