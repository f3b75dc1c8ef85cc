import CardSecrets
import Payments

/// What an authorization is charged to, and the token that stands for it.
struct ChargedAccount: Sendable {
    let token: CardToken
    let instrument: PaymentInstrument
    /// The stored account that the request names instead of an account.
    var profile: StoredProfile?

    /// Of the card, or of the wallet's token.
    var expiry: PaymentInstrument.Expiry? { instrument.expiry }
}

extension PaymentInstrument {
    /// The same with what the request says. A wallet's own expiry stays.
    func with(expiry: Expiry?, securityCode: String?) -> PaymentInstrument {
        guard wallet == nil else { return self }
        return PaymentInstrument(
            pan: pan, expiry: expiry ?? self.expiry,
            kind: .card(cvv2: securityCode.map { Secret(Array($0.utf8)) }), agreedAmount: agreedAmount)
    }
}

extension CardPointe {
    /// Finds the account: a number, a token, or a stored profile. A wallet's token is used up here, because it
    /// goes to the issuer next.
    func charged(
        by request: AuthorizationRequest, _ fields: RequestFields, _ account: CardPointeAccount
    ) async throws -> ChargedAccount {
        guard let named = try PaymentAccount.read(fields) else {
            guard let (profile, tokenized) = try await stored(fields, account) else {
                throw Refused(.invalidCard, "account is missing")
            }
            var charged = try card(tokenized, request)
            charged.profile = profile
            return charged
        }
        switch named {
        case .number(let pan):
            let instrument = PaymentInstrument(pan: pan, expiry: request.expiry, kind: .card(cvv2: nil))
            let token = try await token(for: instrument)
            return ChargedAccount(
                token: token, instrument: instrument.with(expiry: nil, securityCode: request.securityCode))
        case .token(let token):
            guard let tokenized = try await tokenized(token) else { throw Refused(.invalidToken) }
            if tokenized.instrument.wallet != nil { return try await wallet(tokenized, request, account) }
            let isCheck = try PaymentAccount.isCheck(fields)
            guard tokenized.instrument.isBankAccount || !isCheck else {
                throw Refused(.invalidCard, "The token is a card's.")
            }
            return try card(tokenized, request)
        case .bank(let bank):
            let instrument = instrument(of: bank)
            return ChargedAccount(token: try await token(for: instrument), instrument: instrument)
        }
    }

    private func card(
        _ tokenized: TokenizedInstrument, _ request: AuthorizationRequest
    ) throws(Refused) -> ChargedAccount {
        let instrument = tokenized.instrument.isBankAccount
            ? tokenized.instrument
            : tokenized.instrument.with(expiry: request.expiry, securityCode: request.securityCode)
        return ChargedAccount(token: tokenized.token, instrument: instrument)
    }

    private func wallet(
        _ tokenized: TokenizedInstrument, _ request: AuthorizationRequest, _ account: CardPointeAccount
    ) async throws -> ChargedAccount {
        guard tokenized.merchant == account.merchant else { throw Refused(.invalidToken) }
        guard account.walletProcessor != nil else {
            throw Refused(.noRoute, "Only merchants on Rapid Connect take payments of wallets.")
        }
        if tokenized.instrument.wallet == .apple,
            let unsupported = UnsupportedAppleTransaction(request, isUsed: tokenized.isUsed)
        {
            throw unsupported.refusal
        }
        guard request.voiceCode == nil else {
            throw Refused(.invalidField, "authcode: a wallet's payment is not approved by telephone")
        }
        guard !request.storesProfile else {
            throw Refused(.invalidField, "profile: a wallet's token must not be stored in a profile")
        }
        guard !tokenized.isUsed, try await use(tokenized, by: account.merchant) else {
            throw Refused(.invalidToken, "A wallet's token is good for one authorization.")
        }
        return ChargedAccount(token: tokenized.token, instrument: tokenized.instrument)
    }

    /// The account that `profile` names; nil if it names none.
    private func stored(
        _ fields: RequestFields, _ account: CardPointeAccount
    ) async throws -> (StoredProfile, TokenizedInstrument)? {
        guard let text = try fields.text(.profile), text.uppercased() != "Y" else { return nil }
        let name = try ProfileName(text, number: fields.text(.accountNumber))
        guard let stored = try await chargeable(name, account), let token = CardToken(stored.token),
            let tokenized = try await tokenized(token)
        else { throw Refused(.profileNotFound) }
        return (stored, tokenized)
    }
}
