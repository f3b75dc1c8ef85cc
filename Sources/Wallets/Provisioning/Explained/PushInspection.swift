import CardSecrets
import Foundation

/// A card that a wallet forwarded, and its destination.
public struct PushedCard: Sendable {
    public let opaquePaymentCard: String
    public let network: TokenNetwork
    public let wallet: PushWallet?
    /// Nil if the device is not known, or the network does not receive one.
    public let deviceID: String?
    public let accountID: String?

    public init(
        _ opaquePaymentCard: String, network: TokenNetwork, wallet: PushWallet?, deviceID: String?, accountID: String?
    ) {
        self.opaquePaymentCard = opaquePaymentCard
        self.network = network
        self.wallet = wallet
        self.deviceID = deviceID
        self.accountID = accountID
    }

    /// How long a sealed card is valid: as long as Mastercard's signed activation value.
    public static let validitySeconds = MastercardActivationValue.validitySeconds
    /// How many seconds the issuer's clock may be ahead.
    static let clockSkewSeconds = 60.0
}

extension Inspection {
    /// Checks a card for Google Pay or Samsung Pay as the network would.
    ///
    /// - Returns: the card, and whether the issuer asks the network to identify the cardholder again; nil if the card
    ///   does not open or is not valid.
    public mutating func inspect(
        _ pushed: PushedCard, with keys: TokenServiceKeys, at now: Date
    ) -> (card: OpenedCard, asksForIdentification: Bool)? {
        switch pushed.network {
        case .visa: inspectVisa(pushed, with: keys.visa, at: now)
        case .mastercard: inspectMastercard(pushed, with: keys.mastercard, at: now)
        }
    }

    private mutating func inspectVisa(
        _ pushed: PushedCard, with keys: VisaKeys, at now: Date
    ) -> (card: OpenedCard, asksForIdentification: Bool)? {
        let opened = attempt("opaquePaymentCard") { () throws(SealedFailure) in
            (try VisaPaymentCard(opening: pushed.opaquePaymentCard, with: keys), "opens with Visa's key")
        }
        guard let opened else { return nil }
        let data = opened.data
        let card = attempt("card") { () throws(ProvisioningFailure) in
            let card = try OpenedCard(
                accountNumber: data.accountNumber, month: data.expirationDate.month, year: data.expirationDate.year,
                at: now)
            guard !data.name.isEmpty else { throw .nameless }
            return (card, card.seen)
        }
        let age = now.timeIntervalSince(opened.issuedAt)
        let isFuture = age < -PushedCard.clockSkewSeconds
        let isOld = age > PushedCard.validitySeconds
        check(
            "opaquePaymentCard.age", "sealed at \(timestamp(opened.issuedAt))",
            isFuture
                ? ProvisioningFailure.notYetMade(at: opened.issuedAt) : isOld ? .tooOld(since: opened.issuedAt) : nil)
        let provider = data.provider
        if let wallet = pushed.wallet {
            check(
                "opaquePaymentCard.wallet", "sealed for \(wallet.name)",
                provider.clientWalletProvider == wallet.visaTokenRequestorID
                    ? nil : ProvisioningFailure.otherWallet(expected: wallet.name))
        }
        if let deviceID = pushed.deviceID {
            check(
                "opaquePaymentCard.device", "sealed for this device",
                provider.clientDeviceID == deviceID ? nil : ProvisioningFailure.otherDevice)
        }
        if let accountID = pushed.accountID {
            check(
                "opaquePaymentCard.account", "sealed for this wallet account",
                provider.clientWalletAccountID == accountID ? nil : ProvisioningFailure.otherAccount)
        }
        return card.map { ($0, provider.isIDnV == "true") }
    }

    private mutating func inspectMastercard(
        _ pushed: PushedCard, with keys: MastercardNetworkKeys, at now: Date
    ) -> (card: OpenedCard, asksForIdentification: Bool)? {
        let opened = attempt("opaquePaymentCard") { () throws(SealedFailure) in
            (
                try MastercardPaymentCard(opening: pushed.opaquePaymentCard, with: keys),
                "opens with Mastercard's key, and the issuer's signature holds"
            )
        }
        guard let opened else { return nil }
        let data = opened.data
        let card = attempt("card") { () throws(ProvisioningFailure) in
            let card = try OpenedCard(
                accountNumber: data.accountNumber, month: data.expiryMonth, year: data.expiryYear, at: now)
            guard !data.cardholderName.isEmpty else { throw .nameless }
            return (card, card.seen)
        }
        check(opened.activation, at: now)
        return card.map { ($0, false) }
    }

    /// Checks the two members that name the phone and the account of a Visa card.
    public mutating func inspect(clientDeviceID: String?, clientWalletAccountID: String?) {
        do throws(PushDeviceUnreadable) {
            _ = try PushDevice(clientDeviceID: clientDeviceID, clientWalletAccountID: clientWalletAccountID)
            pass("device", "a device and an account, as Visa takes them")
        } catch {
            for failure in error.failures { fail("device", failure) }
        }
    }
}
