import Authorizing
import Cards
import CardSecrets
import Identifiers
import Issuing
import Ledger
import Postgres
import SimulatedWallets

/// A token's number as an acquirer sends it to the network, with what belongs to it.
public struct PresentedToken: Sendable {
    public let dpan: PAN
    /// Nil if none was sent.
    public let expiry: Expiry?
    /// The user of the token, according to the merchant. Nil if the merchant does not say.
    public let requestorID: String?
    /// Nil for a reversal, a clearing, a refund or a later charge of a stored card. A cryptogram of any other length
    /// is wrong.
    public let cryptogram: [UInt8]?
    public let amount: Money
    public let entryMode: EntryMode
    /// The message's own reference. The same message again is no replay of its cryptogram.
    public let message: NetworkReference

    public init(
        dpan: PAN, expiry: Expiry? = nil, requestorID: String? = nil, cryptogram: [UInt8]?, amount: Money,
        entryMode: EntryMode, message: NetworkReference
    ) {
        self.dpan = dpan
        self.expiry = expiry
        self.requestorID = requestorID
        self.cryptogram = cryptogram
        self.amount = amount
        self.entryMode = entryMode
        self.message = message
    }

    fileprivate var payment: PaymentCryptogram.Payment { .init(dpan, amount, isInStore: isInStore) }

    /// Whether the phone is at the terminal, which only a contactless payment requires.
    fileprivate var isInStore: Bool { entryMode == .contactless }
}

/// The network's facts about a token that was presented to it. The issuer decides with them.
public struct DetokenizedToken: Sendable {
    public let reference: String
    /// Of the card that the token has now, which may have replaced the one that it was issued for.
    public let pan: PAN
    public let wallet: WalletType
    /// The token's own, which differs from the card's.
    public let expiry: Expiry
    public let status: PhoneToken.State
    /// Whether the expiry that was sent is the token's, or none was sent.
    public let isExpiryRight: Bool
    /// Whether the requestor that was sent is the token's, or none was sent.
    public let isRequestorRight: Bool
    public let cryptogram: VerificationResults.Cryptogram
    /// The counter in the cryptogram, genuine or not. Nil without one.
    public let counter: Int?

    public var requestorID: String { wallet.requestorID }
}

extension Sandbox {
    /// Finds the card of a token and verifies its cryptogram, as a network does before it asks the issuer.
    ///
    /// The token is locked, and the counter of a genuine cryptogram is stored before the answer, even if the issuer
    /// declines. So of two messages with the same cryptogram, even at once, one has a valid one. An unknown number
    /// costs as much work as a wrong cryptogram.
    ///
    /// - Returns: nil if no token has the number.
    public func detokenize(_ presented: PresentedToken) async throws(IssuingFailure) -> DetokenizedToken? {
        let hash = SQLValue.bytes(vault.lookupHash(presented.dpan))
        let sent = presented.cryptogram.flatMap { PaymentCryptogram($0) }
        let counter = sent.map { SQLValue.integer(Int32(clamping: $0.counter)) }
        return try await database.transaction { tx throws(IssuingFailure) -> DetokenizedToken? in
            let (tokens, standings, uses) = try tx.run(
                NetworkTokenStatements.hold(hash), NetworkTokenStatements.standing(hash),
                counter.map { NetworkTokenStatements.use(hash, $0) })
            guard let token = tokens.first, let standing = standings.first else {
                pretendToVerify(sent, of: presented)
                return nil
            }
            let pan = try IssuingFailure.guarding { () throws(VaultFailure) in
                try vault.open(standing.pan, customer: standing.customer.rawValue, card: standing.card.rawValue)
            }
            let key = try open(token.sealed, of: token.reference).key
            let verdict = Self.judge(
                sent, of: presented, under: key, highest: token.highestCounter, earlier: uses.first)
            if verdict == .valid, uses.isEmpty, let counter {
                _ = try tx.commit(
                    NetworkTokenStatements.record(
                        hash, counter, .text(presented.message.text), .timestamp(clock.now())))
            }
            return DetokenizedToken(presented, token, standing, pan, counter: sent?.counter, verdict)
        }
    }

    /// The number of the card that a token has now; nil if no token has the number.
    public func cardNumber(behind dpan: PAN) async throws(IssuingFailure) -> PAN? {
        let found = try await reading(NetworkTokenStatements.standing(.bytes(vault.lookupHash(dpan))))
        return try IssuingFailure.guarding { () throws(VaultFailure) in
            try found.first.map { standing throws(VaultFailure) in
                try vault.open(standing.pan, customer: standing.customer.rawValue, card: standing.card.rawValue)
            }
        }
    }

    /// - Parameter earlier: the reference of the message that has used the counter before.
    private static func judge(
        _ sent: PaymentCryptogram?, of presented: PresentedToken, under key: Secret, highest: Int, earlier: String?
    ) -> VerificationResults.Cryptogram {
        guard presented.cryptogram != nil else { return .notSent }
        guard let sent, sent.isGenuine(for: presented.payment, under: key) else { return .wrong }
        if let earlier { return earlier == presented.message.text ? .valid : .replayed }
        let isFresh = TokenRules.accepts(sent.counter, after: highest, isInStore: presented.isInStore)
        return isFresh ? .valid : .replayed
    }

    /// Does the work of a verification for an unknown number, so that both take the same time.
    private func pretendToVerify(_ sent: PaymentCryptogram?, of presented: PresentedToken) {
        let secrets = TokenSecrets(dpan: presented.dpan, key: Secret(entropy.bytes(PaymentCryptogram.keyLength)))
        _ = vault.seal(presented.dpan, customer: 0, card: entropy.uuid())
        _ = seal(secrets, of: presented.message.text)
        _ = sent?.isGenuine(for: presented.payment, under: secrets.key)
    }
}

extension DetokenizedToken {
    fileprivate init(
        _ presented: PresentedToken, _ token: NetworkTokenStatements.Kept, _ standing: NetworkTokenStatements.Standing,
        _ pan: PAN, counter: Int?, _ verdict: VerificationResults.Cryptogram
    ) {
        self.init(
            reference: token.reference, pan: pan, wallet: token.wallet, expiry: token.expiry, status: standing.status,
            isExpiryRight: presented.expiry.map { $0 == token.expiry } ?? true,
            isRequestorRight: presented.requestorID.map { $0 == token.wallet.requestorID } ?? true,
            cryptogram: verdict, counter: counter)
    }
}
