import UIKit

// The part of Apple's PassKit with which an app takes a payment, with PassKit's names and signatures. It is compiled as
// the same module `PassKit`, so what the SDKs have for Apple's systems compiles here, too.

open class PKPaymentToken: NSObject {
    public let transactionIdentifier = ""
    public let paymentData = Data()
}

/// An app gets a payment from the sheet. A payment that an app makes itself has an empty token, as on Apple's systems.
open class PKPayment: NSObject {
    public let token = PKPaymentToken()
}

public struct PKMerchantCapability: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let threeDSecure = PKMerchantCapability(rawValue: 1)
}

open class PKPaymentSummaryItem: NSObject {
    open var label: String
    open var amount: NSDecimalNumber

    public init(label: String, amount: NSDecimalNumber) {
        (self.label, self.amount) = (label, amount)
    }
}

open class PKPaymentRequest: NSObject {
    open var merchantIdentifier = ""
    open var countryCode = ""
    open var currencyCode = ""
    open var supportedNetworks: [PKPaymentNetwork] = []
    open var merchantCapabilities: PKMerchantCapability = []
    open var paymentSummaryItems: [PKPaymentSummaryItem] = []
    open var applicationData: Data?
}

public enum PKPaymentButtonType: Int, Sendable {
    case plain, buy
}

public enum PKPaymentButtonStyle: Int, Sendable {
    case white, whiteOutline, black
}

open class PKPaymentButton: UIButton {
    public init(paymentButtonType: PKPaymentButtonType, paymentButtonStyle: PKPaymentButtonStyle) {
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

public enum PKPaymentAuthorizationStatus: Int, Sendable {
    case success, failure
}

open class PKPaymentAuthorizationResult: NSObject {
    open var status: PKPaymentAuthorizationStatus
    open var errors: [any Error]!

    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) {
        (self.status, self.errors) = (status, errors)
    }
}

open class PKPaymentAuthorizationController: NSObject {
    open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?

    public init(paymentRequest: PKPaymentRequest) {}

    open class func canMakePayments() -> Bool { true }

    open func present(completion: ((Bool) -> Void)? = nil) {}

    open func dismiss(completion: (() -> Void)? = nil) {}
}

public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult
}

/// Both are forms of one method that Apple's protocol does not require.
extension PKPaymentAuthorizationControllerDelegate {
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        completion(PKPaymentAuthorizationResult(status: .failure, errors: nil))
    }

    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        PKPaymentAuthorizationResult(status: .failure, errors: nil)
    }
}
