import CardSecrets
import Foundation

/// The network whose token service a wallet forwards a card to.
public enum TokenNetwork: String, Sendable, CaseIterable {
    case visa = "VISA"
    case mastercard = "MASTERCARD"

    /// The network as it appears in an answer's `cardNetwork` and `tokenProvider`.
    public var cardNetwork: String { "CARD_NETWORK_\(rawValue)" }
    public var tokenProvider: String { "TOKEN_PROVIDER_\(rawValue)" }
}

/// The keys with which the networks' token services open cards.
public struct TokenServiceKeys: Sendable {
    public let visa: VisaKeys
    public let mastercard: MastercardNetworkKeys

    public init(visa: VisaKeys, mastercard: MastercardNetworkKeys) {
        self.visa = visa
        self.mastercard = mastercard
    }
}

/// A card that was opened and is still valid.
public struct OpenedCard: Sendable, Equatable {
    public let pan: PAN
    public let expiryMonth: Int
    public let expiryYear: Int

    /// - Parameters:
    ///   - month: two digits.
    ///   - year: two digits or four.
    public init(accountNumber: String, month: String, year: String, at now: Date) throws(ProvisioningFailure) {
        guard let pan = PAN(accountNumber) else { throw .notACardNumber }
        let isWritten = month.utf8.count == 2 && [2, 4].contains(year.utf8.count)
            && (month + year).utf8.allSatisfy(isASCIIDigit)
        guard isWritten, let monthNumber = Int(month), let yearNumber = Int(year), 1...12 ~= monthNumber else {
            throw .notAnExpiry
        }
        self.pan = pan
        expiryMonth = monthNumber
        expiryYear = yearNumber < 100 ? 2000 + yearNumber : yearNumber
        guard isGood(at: now) else { throw .expired(month: expiryMonth, year: expiryYear) }
    }

    /// The expiry as MMYY, the form that Mastercard's signature covers.
    public var expiry: String { "\(twoDigits(expiryMonth))\(twoDigits(expiryYear % 100))" }

    /// A card is valid until the end of its month, in UTC.
    private func isGood(at now: Date) -> Bool {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let today = calendar.dateComponents([.year, .month], from: now)
        return (expiryYear, expiryMonth) >= (today.year ?? 0, today.month ?? 0)
    }

    var seen: String { "a card that ends in \(pan.lastFour), good until \(expiryYear)-\(twoDigits(expiryMonth))" }
}
