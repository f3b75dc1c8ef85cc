import CardSecrets
import Foundation

/// The contents of Google's token: a card, or a number that replaces the card's, with a cryptogram.
public struct GooglePaymentData: Codable, Equatable, Sendable {
    public struct Details: Codable, Equatable, Sendable {
        /// The card's number, or in ECv2 the token's. ECv1 has the token's number in ``dpan``.
        public var pan: String?
        public var dpan: String?
        public let expirationMonth: Int
        public let expirationYear: Int
        /// `PAN_ONLY` or `CRYPTOGRAM_3DS`; in ECv1 `3DS`.
        public var authMethod: String?
        public var cryptogram: String?
        public var eciIndicator: String?
        public var cryptogramECv1: String?
        public var eciIndicatorECv1: String?
        public var assuranceDetails: Assurance?

        enum CodingKeys: String, CodingKey {
            case pan, dpan, expirationMonth, expirationYear, authMethod, cryptogram, eciIndicator, assuranceDetails
            case cryptogramECv1 = "3dsCryptogram"
            case eciIndicatorECv1 = "3dsEciIndicator"
        }

        public init(pan: PAN, expirationMonth: Int, expirationYear: Int, cryptogram: String?, eciIndicator: String?) {
            self.pan = pan.reveal { $0 }
            (self.expirationMonth, self.expirationYear) = (expirationMonth, expirationYear)
            authMethod = cryptogram == nil ? "PAN_ONLY" : "CRYPTOGRAM_3DS"
            (self.cryptogram, self.eciIndicator) = (cryptogram, eciIndicator)
        }
    }

    public struct Assurance: Codable, Equatable, Sendable {
        public let cardHolderAuthenticated: Bool
        public let accountVerified: Bool
    }

    /// Milliseconds since 1970.
    public let messageExpiration: String
    public let messageId: String
    public let paymentMethod: String
    public let paymentMethodDetails: Details
    public var gatewayMerchantId: String?

    /// - Parameter gatewayMerchantID: the merchant's id at the gateway that opens the token; nil if the merchant does.
    public init(card details: Details, messageID: String, expiration: Date, gatewayMerchantID: String?) {
        messageExpiration = expiration.millis
        messageId = messageID
        paymentMethod = "CARD"
        paymentMethodDetails = details
        gatewayMerchantId = gatewayMerchantID
    }
}

extension GooglePaymentData: Redacted {}
extension GooglePaymentData.Details: Redacted {}
