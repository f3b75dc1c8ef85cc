import Foundation

// The part of Apple's PassKit with which an app takes a payment. It is compiled as the same module `PassKit`, so what
// the SDKs have for Apple's systems compiles here, too.

public final class PKPaymentToken {
    public let paymentData: Data

    init(paymentData: Data) {
        self.paymentData = paymentData
    }
}

public final class PKPayment {
    public let token: PKPaymentToken

    public init(paymentData: Data) {
        token = PKPaymentToken(paymentData: paymentData)
    }
}

public struct PKMerchantCapability: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let threeDSecure = PKMerchantCapability(rawValue: 1)
}

public final class PKPaymentSummaryItem {
    public let label: String
    public let amount: NSDecimalNumber

    public init(label: String, amount: NSDecimalNumber) {
        (self.label, self.amount) = (label, amount)
    }
}

public final class PKPaymentRequest {
    public var merchantIdentifier = ""
    public var countryCode = ""
    public var currencyCode = ""
    public var supportedNetworks: [PKPaymentNetwork] = []
    public var merchantCapabilities: PKMerchantCapability = []
    public var paymentSummaryItems: [PKPaymentSummaryItem] = []
    public var applicationData: Data?

    public init() {}
}

public enum PKPaymentButtonType: Int, Sendable {
    case plain, buy
}

public enum PKPaymentButtonStyle: Int, Sendable {
    case white, whiteOutline, black
}

@MainActor
public final class PKPaymentButton {
    /// Of UIKit's UIButton.
    public var accessibilityLabel: String?

    public init(paymentButtonType: PKPaymentButtonType, paymentButtonStyle: PKPaymentButtonStyle) {}
}

public enum PKPaymentAuthorizationStatus: Int, Sendable {
    case success, failure
}

public final class PKPaymentAuthorizationResult {
    public let status: PKPaymentAuthorizationStatus

    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
        self.status = status
    }
}

public final class PKPaymentAuthorizationController {
    public weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?

    public init(paymentRequest: PKPaymentRequest) {}

    public static func canMakePayments() -> Bool { true }

    public func present(completion: ((Bool) -> Void)? = nil) {}

    public func dismiss(completion: (() -> Void)? = nil) {}
}

public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
}
