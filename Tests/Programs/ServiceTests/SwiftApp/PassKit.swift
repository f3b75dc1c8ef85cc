import Foundation

// The part of Apple's PassKit that the page's samples use, with PassKit's names. It is compiled as a module `PassKit`,
// so the samples and `PaysafeWallet/PaymentNetwork.swift` compile here as they do on Apple's systems.

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

public final class PKAddPaymentPassRequestConfiguration {
    public var cardholderName: String?
    public var primaryAccountSuffix: String?
    public var paymentNetwork: PKPaymentNetwork?
    public var primaryAccountIdentifier: String?

    public init?(encryptionScheme: PKEncryptionScheme) {
        guard encryptionScheme.rawValue == PKEncryptionScheme.ECC_V2.rawValue else { return nil }
    }
}

public final class PKAddPaymentPassRequest {
    public var activationData: Data?
    public var encryptedPassData: Data?
    public var ephemeralPublicKey: Data?

    public init() {}
}

open class PKSecureElementPass {
    public let primaryAccountIdentifier: String
    public let deviceAccountIdentifier: String

    public init(primaryAccountIdentifier: String, deviceAccountIdentifier: String) {
        self.primaryAccountIdentifier = primaryAccountIdentifier
        self.deviceAccountIdentifier = deviceAccountIdentifier
    }
}

public final class PKPaymentPass: PKSecureElementPass {}

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
