import CardSecrets
import Payments
import Postgres

/// The account that a request names, as it was found.
enum NamedAccount: Sendable {
    case number(PAN)
    case bank(BankAccount)
    case token(TokenizedInstrument)
    case profile(StoredProfile, TokenizedInstrument)

    var isBankAccount: Bool {
        switch self {
        case .number: false
        case .bank: true
        case .token(let tokenized), .profile(_, let tokenized): tokenized.instrument.isBankAccount
        }
    }
}

/// The instrument that an authorization is charged to, and the token that stands for it.
struct ChargedAccount: Sendable {
    var token: CardToken
    let instrument: PaymentInstrument
    /// The stored account that the request names instead of an account.
    var profile: StoredProfile?
    /// Stores a number's token together with the payment, if it is new, or uses a wallet's token up.
    var storing: Query<Void>?

    /// Of the card, or of the wallet's token.
    var expiry: PaymentInstrument.Expiry? { instrument.expiry }
}

extension PaymentInstrument {
    /// The same instrument with the values of the request. A wallet's own expiry stays.
    func with(expiry: Expiry?, securityCode: String?) -> PaymentInstrument {
        guard wallet == nil else { return self }
        return PaymentInstrument(
            pan: pan, expiry: expiry ?? self.expiry,
            kind: .card(cvv2: securityCode.map { Secret(Array($0.utf8)) }), agreedAmount: agreedAmount)
    }
}

extension CardPointe {
    /// The stored name that is read together with the caller: the token that the request names, that of its number, or
    /// its profile. Nil also if the request cannot be read, which is an error only of a caller with a login.
    func storedName(in fields: RequestFields) -> StoredAccountName? {
        do throws(Refused) {
            return switch try PaymentAccount.read(fields) {
            case .token(let token): .token(token)
            case .number(let pan):
                .token(firstSharedToken(for: PaymentInstrument(pan: pan, expiry: nil, kind: .card(cvv2: nil))))
            case .bank(let bank): .token(firstSharedToken(for: instrument(of: bank)))
            case nil: try ProfileName(chargedBy: fields).map { .profile($0) }
            }
        } catch {
            return nil
        }
    }

    /// Finds the account: a number, a token, or a stored profile.
    func named(_ fields: RequestFields, _ call: CardPointeCall) async throws -> NamedAccount {
        switch try PaymentAccount.read(fields) {
        case .number(let pan): return .number(pan)
        case .bank(let bank): return .bank(bank)
        case .token(let token):
            guard let tokenized = try await tokenized(token, known: call.token) else { throw Refused(.invalidToken) }
            return .token(tokenized)
        case nil:
            guard try ProfileName(chargedBy: fields) != nil else {
                throw Refused(.invalidCard, "account is missing")
            }
            guard let profile = call.profile, let token = call.token else { throw Refused(.profileNotFound) }
            return .profile(profile, try opened(token))
        }
    }

    /// The instrument that is charged for a named account.
    func charged(
        _ named: NamedAccount, by request: AuthorizationRequest, _ fields: RequestFields, _ call: CardPointeCall
    ) async throws -> ChargedAccount {
        switch named {
        case .number(let pan):
            let instrument = PaymentInstrument(pan: pan, expiry: request.expiry, kind: .card(cvv2: nil))
            let (token, storing) = try await sharedToken(for: instrument, known: call.token)
            return ChargedAccount(
                token: token, instrument: instrument.with(expiry: nil, securityCode: request.securityCode),
                storing: storing)
        case .token(let tokenized):
            if tokenized.instrument.wallet != nil { return try wallet(tokenized, request, call.account) }
            let isCheck = try PaymentAccount.isCheck(fields)
            guard tokenized.instrument.isBankAccount || !isCheck else {
                throw Refused(.invalidCard, "The token stands for a card, not for a bank account.")
            }
            return card(tokenized, request.expiry, request.securityCode)
        case .bank(let bank):
            let instrument = instrument(of: bank)
            let (token, storing) = try await sharedToken(for: instrument, known: call.token)
            return ChargedAccount(token: token, instrument: instrument, storing: storing)
        case .profile(let profile, let tokenized):
            let expiry = request.expiry ?? ProfileDetails(stored: profile.details)?.expiry
            var charged = card(tokenized, expiry, request.securityCode)
            charged.profile = profile
            return charged
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
        return ChargedAccount(
            token: tokenized.token, instrument: tokenized.instrument,
            storing: using(tokenized.token, of: tokenized.instrument, by: account.merchant))
    }
}

extension ProfileName {
    /// Nil if a request names no profile; `Y` asks to make one.
    fileprivate init?(chargedBy fields: RequestFields) throws(Refused) {
        guard let text = try fields.text(.profile), text.uppercased() != "Y" else { return nil }
        try self.init(text, number: fields.text(.accountNumber))
    }
}

extension Refused {
    static var usedToken: Refused {
        Refused(.invalidToken, "A wallet's token is good for one authorization, within 24 hours.")
    }
}
