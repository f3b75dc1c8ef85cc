import Foundation
import Ledger

/// Takes a merchant's captures and refunds at the end of the merchant's day. The program provides the implementation.
public protocol ClearingHouse: Sendable {
    /// Takes a record. The same record may come more than once and counts once; its reference tells.
    ///
    /// - Returns: whether the record was taken; false if it should come later.
    func present(_ record: ClearingRecord) async -> Bool
}

/// A capture or a refund on its way to the issuer.
public struct ClearingRecord: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case capture = "CAPTURE"
        case refund = "REFUND"
    }

    public let kind: Kind
    /// Unique for each record; 12 digits.
    public let reference: String
    /// The reference of the payment's authorization.
    public let originalReference: String
    public let approvalCode: String?
    /// Without security code and cryptogram.
    public let instrument: PaymentInstrument
    public let merchant: Merchant
    public let gateway: Gateway
    public let amount: Money
    /// Whether no further capture follows, so that the issuer releases the rest of the hold.
    public let isFinal: Bool
    /// When the merchant captured or refunded.
    public let at: Date
    /// The end of the merchant's day to which the record belongs.
    public let settlesAt: Date
}
