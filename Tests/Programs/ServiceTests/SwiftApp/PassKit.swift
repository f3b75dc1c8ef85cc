import Foundation

// The part of Apple's PassKit that the page's samples use, with PassKit's names and signatures. It is compiled as a
// module `PassKit`, so the samples and `PaysafeWallet/PaymentNetwork.swift` compile here as they do on Apple's systems.
// Only the phone makes passes, so the code that makes them is hidden from the samples.

public struct PKEncryptionScheme: RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let ECC_V2 = PKEncryptionScheme(rawValue: "EV_ECC_v2")
}

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let visa = PKPaymentNetwork(rawValue: "Visa")
    public static let masterCard = PKPaymentNetwork(rawValue: "MasterCard")
}

open class PKAddPaymentPassRequestConfiguration: NSObject {
    public var cardholderName: String?
    public var primaryAccountSuffix: String?
    public var paymentNetwork: PKPaymentNetwork?
    public var primaryAccountIdentifier: String?

    public init?(encryptionScheme: PKEncryptionScheme) {
        guard encryptionScheme.rawValue == PKEncryptionScheme.ECC_V2.rawValue else { return nil }
    }
}

open class PKAddPaymentPassRequest: NSObject {
    public var activationData: Data?
    public var encryptedPassData: Data?
    public var ephemeralPublicKey: Data?

    public override init() {}
}

open class PKPass: NSObject {}

open class PKSecureElementPass: PKPass {
    public let primaryAccountIdentifier: String
    public let deviceAccountIdentifier: String

    @_spi(Phone)
    public init(primaryAccountIdentifier: String, deviceAccountIdentifier: String) {
        self.primaryAccountIdentifier = primaryAccountIdentifier
        self.deviceAccountIdentifier = deviceAccountIdentifier
    }
}

open class PKPaymentPass: PKSecureElementPass {
    @_spi(Phone)
    public override init(primaryAccountIdentifier: String, deviceAccountIdentifier: String) {
        super.init(
            primaryAccountIdentifier: primaryAccountIdentifier, deviceAccountIdentifier: deviceAccountIdentifier)
    }
}

@MainActor
public final class PKAddPaymentPassViewController {
    private weak var delegate: (any PKAddPaymentPassViewControllerDelegate)?

    public init?(
        requestConfiguration: PKAddPaymentPassRequestConfiguration,
        delegate: (any PKAddPaymentPassViewControllerDelegate)?
    ) {
        self.delegate = delegate
    }
}

@MainActor
public protocol PKAddPaymentPassViewControllerDelegate: AnyObject {
    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController, generateRequestWithCertificateChain certificates: [Data],
        nonce: Data, nonceSignature: Data, completionHandler handler: @escaping (PKAddPaymentPassRequest) -> Void)

    func addPaymentPassViewController(
        _ controller: PKAddPaymentPassViewController, didFinishAdding pass: PKPaymentPass?, error: (any Error)?)
}
