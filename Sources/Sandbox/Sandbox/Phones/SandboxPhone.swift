import Cards
import CardSecrets
import Foundation
import Identifiers
import Provisioning

/// A simulated phone with a wallet. It is a row in the sandbox's database, so it lives as long as its customer.
public struct SandboxPhone: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case iPhone = "IPHONE"
        case pixel = "PIXEL"
        case galaxy = "GALAXY"

        public var wallet: WalletType {
            switch self {
            case .iPhone: .apple
            case .pixel: .google
            case .galaxy: .samsung
            }
        }

        /// The wallet into which an app pushes encrypted cards; nil for an iPhone, which opens its passes itself.
        var pushWallet: PushWallet? {
            switch self {
            case .iPhone: nil
            case .pixel: .google
            case .galaxy: .samsung
            }
        }
    }

    public let id: PhoneID
    public let customer: CustomerID
    public let kind: Kind
    /// Google's `getStableHardwareId`, and Samsung's `DEVICE_ID`.
    public let hardwareID: String
    /// Google's `getActiveWalletId`, and Samsung's `WALLET_USER_ID`; nil until there is a wallet.
    public let walletID: String?

    /// The maximum number of phones of a customer.
    public static let limit = 100
    /// The maximum number of tokens of a phone over its life, deleted ones included.
    public static let tokenLimit = 50

    /// A new id of a device or a wallet: 24 characters, the length that Visa accepts.
    static func newID(_ entropy: Entropy) -> String { Base64url.encode(entropy.bytes(18)) }

    /// The place of this phone's tokens; nil without a wallet. Apple names neither device nor account.
    var place: WalletPlace? {
        guard kind != .iPhone else { return WalletPlace(wallet: kind.wallet) }
        return walletID.map { WalletPlace(wallet: kind.wallet, device: hardwareID, profile: $0) }
    }
}

/// A token on a phone, as its wallet lists it.
public struct PhoneToken: Equatable, Sendable {
    /// The states that a wallet distinguishes, in the words of Google's TapAndPay.
    public enum State: String, CaseIterable, Sendable {
        /// Issued, and inactive until the cardholder has been identified.
        case needsIdentityVerification = "NEEDS_IDENTITY_VERIFICATION"
        case active = "ACTIVE"
        case suspended = "SUSPENDED"
        /// Not on the phone any more.
        case deleted = "DELETED"
    }

    /// Google's `issuerTokenId`, Apple's `deviceAccountIdentifier`: the `dpanRef` of the Card service.
    public let reference: String
    public let card: CardID
    public let scheme: Program.Scheme
    /// The last digits of the card.
    public let cardLastFour: String
    /// The last digits of the number that the phone pays with.
    public let dpanLastFour: String
    public let state: State
    /// Whether the wallet has reported to the Card service that the tokenization is COMPLETED.
    let isReported: Bool

    public var network: TokenNetwork { scheme.network }

    /// After this many wrong codes, none is accepted for the token. Strong customer authentication allows as many
    /// attempts at a challenge.
    static let allowedWrongCodes = 5
}

extension Program.Scheme {
    var network: TokenNetwork {
        switch self {
        case .visa: .visa
        case .mastercard: .mastercard
        }
    }
}
