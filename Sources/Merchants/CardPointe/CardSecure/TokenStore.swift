import CardSecrets
import Foundation
import HTTPContract
import Payments
import Postgres

/// What a token stands for.
struct TokenizedInstrument: Sendable {
    let token: CardToken
    let instrument: PaymentInstrument
    /// The merchant of a wallet's token; nil for a card's.
    let merchant: MerchantID?
    /// Whether it was charged; only a wallet's token is used up.
    let isUsed: Bool
}

/// Tokens and what they stand for. A number is sealed; the token itself says only the digits that may be shown.
extension CardPointe {
    /// How often another token is drawn if one belongs to another number. Nine digits are free, so it happens rarely.
    private static let attempts = 8

    /// The token of a card. It is the same for each use of the number, unless a unique one is wanted.
    func token(for instrument: PaymentInstrument, isUnique: Bool = false) async throws -> CardToken {
        let pan = instrument.pan
        return try await token(for: instrument, merchant: nil) { attempt in
            if isUnique { return entropy.digits(CardToken.freeDigits) }
            let place = "merchants.cardpointe_token.token attempt \(attempt)"
            return CardToken.middle(from: vault.secretHash(pan.reveal { Array($0.utf8) }, at: place))
        }
    }

    /// The token of a wallet's payment, which is good for one authorization.
    func token(for instrument: PaymentInstrument, ofWalletTo merchant: MerchantID) async throws -> CardToken {
        try await token(for: instrument, merchant: merchant) { _ in entropy.digits(CardToken.freeDigits) }
    }

    private func token(
        for instrument: PaymentInstrument, merchant: MerchantID?, drawing middle: (_ attempt: Int) -> String
    ) async throws -> CardToken {
        let hash = vault.secretHash(
            instrument.pan.reveal { Array($0.utf8) }, at: "merchants.cardpointe_token.number_hash")
        for attempt in 0..<Self.attempts {
            let token = CardToken(for: instrument, middle: middle(attempt))
            let sealed = vault.seal(instrument.kept(withCryptogram: true), at: Self.place(of: token))
            let given = try await database.write(
                TokenStatements.give(
                    .text(token.text), .bytes(hash), .bytes(sealed.bytes), .integer(sealed.keyVersion),
                    .text(instrument.wallet?.rawValue), .text(merchant?.text), .timestamp(clock.now()),
                    .boolean(instrument.expiry != nil)))
            if !given.isEmpty { return token }
        }
        throw CardSecureError(.tokenDatabase, "no token is free for this number")
    }

    /// Nil if there is no such token.
    func tokenized(_ token: CardToken) async throws -> TokenizedInstrument? {
        guard let stored = try await database.read(TokenStatements.read(.text(token.text))).first else { return nil }
        let sealed = SealedSecret(bytes: stored.sealed, keyVersion: stored.keyVersion)
        let opened = try vault.open(sealed, at: Self.place(of: token))
        guard let instrument = PaymentInstrument(kept: opened) else { throw DamagedToken() }
        return TokenizedInstrument(
            token: token, instrument: instrument, merchant: stored.merchant, isUsed: stored.isUsed)
    }

    /// Uses up a wallet's token, whose cryptogram is kept no longer (PCI DSS 4.0, 3.3.1).
    ///
    /// - Returns: whether this caller may charge it; false if it was used before, or is another merchant's.
    func use(_ tokenized: TokenizedInstrument, by merchant: MerchantID) async throws -> Bool {
        let token = tokenized.token
        let sealed = vault.seal(tokenized.instrument.kept(withCryptogram: false), at: Self.place(of: token))
        let used = try await database.write(
            TokenStatements.use(
                .text(token.text), .text(merchant.text), .timestamp(clock.now()), .bytes(sealed.bytes),
                .integer(sealed.keyVersion)))
        return !used.isEmpty
    }

    /// Replaces what a card's token says besides the number.
    func replace(_ token: CardToken, by instrument: PaymentInstrument) async throws {
        let sealed = vault.seal(instrument.kept(withCryptogram: true), at: Self.place(of: token))
        _ = try await database.write(
            TokenStatements.replace(.text(token.text), .bytes(sealed.bytes), .integer(sealed.keyVersion)))
    }

    private static func place(of token: CardToken) -> String { "merchants.cardpointe_token \(token.text)" }
}

/// A stored token cannot be read, although it opens.
struct DamagedToken: Error, CustomStringConvertible {
    var description: String { "merchants.cardpointe_token has a row whose instrument cannot be read" }
}
