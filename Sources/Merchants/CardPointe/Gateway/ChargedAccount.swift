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
    /// Finds the account: a number, a token, or a stored profile.
    func charged(
        by request: AuthorizationRequest, _ fields: RequestFields, _ account: CardPointeAccount
    ) async throws -> ChargedAccount {
        guard let named = try PaymentAccount.read(fields) else {
            guard let (profile, tokenized) = try await stored(fields, account) else {
                throw Refused(.invalidCard, "account is missing")
            }
            let expiry = request.expiry ?? ProfileDetails(stored: profile.details)?.expiry
            var charged = card(tokenized, expiry, request.securityCode)
            charged.profile = profile
            return charged
        }
        switch named {
        case .number(let pan):
            let instrument = PaymentInstrument(pan: pan, expiry: request.expiry, kind: .card(cvv2: nil))
            let token = try await sharedToken(for: instrument)
            return ChargedAccount(
                token: token, instrument: instrument.with(expiry: nil, securityCode: request.securityCode))
        case .token(let token):
            guard let tokenized = try await tokenized(token) else { throw Refused(.invalidToken) }
            if tokenized.instrument.wallet != nil { return try wallet(tokenized, request, account) }
            let isCheck = try PaymentAccount.isCheck(fields)
            guard tokenized.instrument.isBankAccount || !isCheck else {
                throw Refused(.invalidCard, "The token is a card's.")
            }
            return card(tokenized, request.expiry, request.securityCode)
        case .bank(let bank):
            let instrument = instrument(of: bank)
            return ChargedAccount(token: try await sharedToken(for: instrument), instrument: instrument)
        }
    }

    /// Whether a request that names no currency charges an account of a bank: by its number, its token or its profile.
    func chargesCheck(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> Bool {
        do {
            if try PaymentAccount.isCheck(fields) { return true }
            guard try fields.text(.currency) == nil else { return false }
            let charged = switch try PaymentAccount.read(fields) {
            case .token(let token): try await tokenized(token)
            case nil: try await stored(fields, account)?.1
            case .number, .bank: nil as TokenizedInstrument?
            }
            return charged?.instrument.isBankAccount == true
        } catch is Refused {
            // What is wrong with the account is found after the amount.
            return false
        }
    }

    private func card(
        _ tokenized: TokenizedInstrument, _ expiry: PaymentInstrument.Expiry?, _ securityCode: String?
    ) -> ChargedAccount {
        let instrument = tokenized.instrument.isBankAccount
            ? tokenized.instrument : tokenized.instrument.with(expiry: expiry, securityCode: securityCode)
        return ChargedAccount(token: tokenized.token, instrument: instrument)
    }

    private func wallet(
        _ tokenized: TokenizedInstrument, _ request: AuthorizationRequest, _ account: CardPointeAccount
    ) throws(Refused) -> ChargedAccount {
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
        guard !tokenized.isUsed else { throw Refused.usedToken }
        return ChargedAccount(token: tokenized.token, instrument: tokenized.instrument)
    }

    /// Uses a wallet's token up. It comes last before the issuer is asked, so a refused request leaves the token good.
    func use(_ charged: ChargedAccount, for account: CardPointeAccount) async throws {
        guard charged.instrument.wallet != nil else { return }
        guard try await use(charged.token, of: charged.instrument, by: account.merchant) else {
            throw Refused.usedToken
        }
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

extension Refused {
    fileprivate static var usedToken: Refused {
        Refused(.invalidToken, "A wallet's token is good for one authorization, within 24 hours.")
    }
}
