import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Payments
import Postgres

/// The instrument that a token stands for.
struct TokenizedInstrument: Sendable {
    let token: CardToken
    let instrument: PaymentInstrument
    /// The merchant of a wallet's token; nil for a card's.
    let merchant: MerchantID?
    /// Whether the token was charged; only a wallet's token is used up.
    let isUsed: Bool
}

/// Tokens and their instruments. A number is sealed; the token itself contains only the digits that may be shown.
extension CardPointe {
    /// How often another token is drawn if one belongs to another number. Nine digits are free, so it happens rarely.
    private static let attempts = 8

    /// The token that a number has at every merchant. It stands for the number only: an expiry is part of the request
    /// or of the profile, so no merchant changes what another one charges.
    func sharedToken(for instrument: PaymentInstrument) async throws -> CardToken {
        let number = instrument.numberAlone
        return try await token(for: number, merchant: nil, isShared: true) { sharedMiddle(of: number.pan, $0) }
    }

    /// The same token for a payment that is about to be made, with the query that stores it, which is sent with the
    /// payment.
    ///
    /// - Parameter known: the stored row of the token, if it was read already.
    func sharedToken(
        for instrument: PaymentInstrument, known: CardSecureStatements.Stored?
    ) async throws -> (CardToken, storing: Query<Void>?) {
        let number = instrument.numberAlone
        let token = firstSharedToken(for: number)
        let (hash, sealed) = (numberHash(of: number.pan), seal(number, of: token))
        guard let known, known.token == token else {
            return (
                token,
                CardSecureStatements.add(
                    .text(token.text), .bytes(hash), .bytes(sealed.bytes), .integer(sealed.keyVersion),
                    .timestamp(clock.now()))
            )
        }
        // Another number's, or sealed with a key that was replaced.
        guard known.numberHash == hash, known.wallet == nil, known.sealed.keyVersion == sealed.keyVersion else {
            return (try await sharedToken(for: instrument), nil)
        }
        return (token, nil)
    }

    /// The token of a number, unless the token belongs to another number.
    func firstSharedToken(for instrument: PaymentInstrument) -> CardToken {
        CardToken(for: instrument, middle: sharedMiddle(of: instrument.pan, 0))
    }

    private func sharedMiddle(of pan: PAN, _ attempt: Int) -> String {
        if attempt == 0, let known = settings.testValues?.tokenDigits(of: pan) { return known }
        let place = "merchants.cardpointe_token.token attempt \(attempt)"
        return CardToken.middle(from: vault.secretHash(pan.reveal { Array($0.utf8) }, at: place))
    }

    /// A token that only this request gets, so it stands for the expiry, too.
    ///
    /// - Parameter merchant: whose customer pays with a wallet; the token is good for one authorization then.
    func ownToken(for instrument: PaymentInstrument, ofWalletTo merchant: MerchantID? = nil) async throws -> CardToken {
        try await token(for: instrument, merchant: merchant, isShared: false) { _ in
            entropy.digits(CardToken.freeDigits)
        }
    }

    private func token(
        for instrument: PaymentInstrument, merchant: MerchantID?, isShared: Bool,
        drawing middle: (_ attempt: Int) -> String
    ) async throws -> CardToken {
        let hash = numberHash(of: instrument.pan)
        for attempt in 0..<Self.attempts {
            let token = CardToken(for: instrument, middle: middle(attempt))
            let sealed = seal(instrument, of: token)
            let given = try await database.write(
                CardSecureStatements.give(
                    .text(token.text), .bytes(hash), .bytes(sealed.bytes), .integer(sealed.keyVersion),
                    .text(instrument.wallet?.rawValue), .text(merchant?.rawValue), .timestamp(clock.now()),
                    .boolean(isShared)))
            if !given.isEmpty { return token }
        }
        throw CardSecureError(.tokenDatabase, "no token is free for this number")
    }

    private func numberHash(of pan: PAN) -> [UInt8] {
        vault.secretHash(pan.reveal { Array($0.utf8) }, at: "merchants.cardpointe_token.number_hash")
    }

    private func seal(_ instrument: PaymentInstrument, of token: CardToken) -> SealedSecret {
        vault.seal(instrument.kept(withCryptogram: true), at: Self.place(of: token))
    }

    /// Nil if there is no such token.
    ///
    /// - Parameter known: the row of a token that was read already, perhaps of this one.
    func tokenized(
        _ token: CardToken, known: CardSecureStatements.Stored? = nil
    ) async throws -> TokenizedInstrument? {
        if let known, known.token == token { return try opened(known) }
        return try await stored(token).map(opened)
    }

    func opened(_ stored: CardSecureStatements.Stored) throws -> TokenizedInstrument {
        let opened = try vault.open(stored.sealed, at: Self.place(of: stored.token))
        guard let instrument = PaymentInstrument(kept: opened) else { throw DamagedToken() }
        return TokenizedInstrument(
            token: stored.token, instrument: instrument, merchant: stored.merchant, isUsed: stored.isUsed)
    }

    /// The tokens of the test environment's cards exist from the beginning, so one is made when it is first used.
    private func stored(_ token: CardToken) async throws -> CardSecureStatements.Stored? {
        let read = CardSecureStatements.read(.text(token.text))
        if let stored = try await database.read(read).first { return stored }
        guard let pan = settings.testValues?.card(of: token) else { return nil }
        _ = try await sharedToken(for: PaymentInstrument(pan: pan, expiry: nil, kind: .card(cvv2: nil)))
        return try await database.read(read).first
    }

    /// The query that uses up a wallet's token, whose cryptogram is kept no longer (PCI DSS 4.0, 3.3.1). It is sent
    /// with the payment, so a payment that is not stored leaves the token good.
    func using(_ token: CardToken, of instrument: PaymentInstrument, by merchant: MerchantID) -> Query<Void> {
        let sealed = vault.seal(instrument.kept(withCryptogram: false), at: Self.place(of: token))
        let now = clock.now()
        return CardSecureStatements.use(
            .text(token.text), .text(merchant.rawValue), .timestamp(now), .bytes(sealed.bytes),
            .integer(sealed.keyVersion), .timestamp(now - Self.walletTokenLifeSeconds),
            .text(instrument.wallet?.rawValue))
    }

    /// How long a wallet's token can be charged after it was made. The gateway publishes no limit.
    static let walletTokenLifeSeconds = 24.0 * 3600

    /// Deletes the tokens of wallets that are too old to be charged. Any number of servers may call it at once.
    func forgetWalletTokens() async throws(PostgresFailure) {
        let query = CardSecureStatements.forget(.timestamp(clock.now() - Self.walletTokenLifeSeconds))
        while let count = try await database.write(query).first, count > 0 {}
    }

    private static func place(of token: CardToken) -> String { "merchants.cardpointe_token \(token.text)" }
}

extension PaymentInstrument {
    fileprivate var numberAlone: PaymentInstrument { PaymentInstrument(pan: pan, expiry: nil, kind: .card(cvv2: nil)) }
}

/// A stored token cannot be read, although it opens.
struct DamagedToken: Error, CustomStringConvertible {
    var description: String { "merchants.cardpointe_token has a row whose instrument cannot be read" }
}
