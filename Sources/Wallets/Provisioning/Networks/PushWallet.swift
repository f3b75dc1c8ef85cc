import CardSecrets

/// A wallet into which an app on the phone pushes cards, and the id by which Visa knows it.
public struct PushWallet: Sendable, Equatable {
    public let name: String
    /// Visa's token requestor id of the wallet: `clientWalletProvider`.
    public let visaTokenRequestorID: String
}

/// The phone, and the wallet account on it, that a card is sealed for. The wallet later names the same two to the
/// network.
public struct PushDevice: Sendable, Equatable {
    public let clientDeviceID: String
    public let clientWalletAccountID: String

    /// The lengths that Visa accepts for both.
    public static let lengths = 1...24

    /// Takes optional values, so that a caller that sends neither receives both errors at once.
    public init(
        clientDeviceID: String?, clientWalletAccountID: String?
    ) throws(PushDeviceUnreadable) {
        let given = [("clientDeviceId", clientDeviceID), ("clientWalletAccountId", clientWalletAccountID)]
        let failures = given.compactMap { (field, text) -> PushDeviceFailure? in
            guard let text else { return .missing(field: field) }
            let isValid = Self.lengths ~= text.utf8.count && text.utf8.allSatisfy(Self.isAllowed)
            return isValid ? nil : .invalid(field: field, characters: text.count)
        }
        guard failures.isEmpty, let clientDeviceID, let clientWalletAccountID else {
            throw PushDeviceUnreadable(failures: failures)
        }
        self.clientDeviceID = clientDeviceID
        self.clientWalletAccountID = clientWalletAccountID
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
    }
}

/// All failures of the two at once; never empty.
public struct PushDeviceUnreadable: Error, Equatable, Sendable {
    public let failures: [PushDeviceFailure]
}
