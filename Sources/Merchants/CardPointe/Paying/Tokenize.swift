import CardSecrets
import HTTPContract
import Payments
import PaymentTokens
import Validation

/// Makes tokens of data that merchants must not store.
extension CardPointe {
    /// Makes the token of a card's number or of a wallet's payment.
    ///
    /// - Parameters:
    ///   - recipients: the merchants that a wallet's payment may be for.
    ///   - hasLogin: whether the caller is a merchant. Other callers learn nothing about a number or a token: with the
    ///     shared token of any number, they could find the number of a token by trial.
    /// - Throws: ``CardSecureError``.
    func tokenize(
        _ fields: RequestFields, of recipients: [CardPointeAccount], hasLogin: Bool
    ) async throws -> CardToken {
        let request = try TokenizationRequest(fields)
        if let account = request.account, let error = settings.testValues?.error(namedBy: account) { throw error }
        switch (request.handler, request.deviceData, request.account) {
        case ("EC_APPLE_PAY", let data?, _):
            let order: AppleDeviceData.Order = recipients.contains(where: \.deviceDataInAnyOrder) ? .relaxed : .strict
            return try await tokenize(AppleDeviceData(data, order: order).walletToken, of: recipients)
        case ("EC_GOOGLE_PAY", let data?, _): return try await tokenize(.google(Array(data.utf8)), of: recipients)
        case ("RSA", _, _): throw CardSecureError(.unknownKey, "the merchant has no RSA key")
        case (nil, nil, let account?): return try await tokenize(account, request, hasLogin)
        case (nil, _?, _):
            throw CardSecureError(
                .swipeData, "encryptionhandler is required, because data of terminals is not supported")
        case (nil, nil, nil): throw CardSecureError(.missingParameter, "account or devicedata")
        case ("EC_APPLE_PAY", nil, _), ("EC_GOOGLE_PAY", nil, _): throw CardSecureError(.empty, "devicedata")
        default:
            throw CardSecureError(.unknownAlgorithm, "encryptionhandler must be EC_APPLE_PAY, EC_GOOGLE_PAY or RSA")
        }
    }

    // MARK: Numbers

    private func tokenize(
        _ account: String, _ request: TokenizationRequest, _ hasLogin: Bool
    ) async throws -> CardToken {
        let digits = account.filter { $0 != " " }
        if !digits.contains("/"), let token = CardToken(digits) {
            guard hasLogin, try await tokenized(token) != nil else { throw CardSecureError(.notFound) }
            return token
        }
        let instrument = digits.contains("/") ? try bankAccount(digits) : try card(digits, request.expiry)
        return request.isUnique || !hasLogin
            ? try await ownToken(for: instrument) : try await sharedToken(for: instrument)
    }

    private func card(
        _ digits: String, _ expiry: PaymentInstrument.Expiry?
    ) throws(CardSecureError) -> PaymentInstrument {
        guard digits.utf8.allSatisfy(isASCIIDigit) else { throw CardSecureError(.notDigits, "account") }
        let lengths = PAN.lengthsOfAllIssuers
        guard digits.utf8.count >= lengths.lowerBound else {
            throw CardSecureError(.tooShort, "account has \(lengths.lowerBound) to \(lengths.upperBound) digits")
        }
        guard digits.utf8.count <= lengths.upperBound else {
            throw CardSecureError(.tooLong, "account has \(lengths.lowerBound) to \(lengths.upperBound) digits")
        }
        guard let pan = PAN(ofAnyIssuer: digits) else { throw CardSecureError(.checkDigit) }
        return PaymentInstrument(pan: pan, expiry: expiry, kind: .card(cvv2: nil))
    }

    /// - Parameter text: the routing number, a slash, and the account's number.
    private func bankAccount(_ text: String) throws(CardSecureError) -> PaymentInstrument {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy(isASCIIDigit) }) else {
            throw CardSecureError(
                .notDigits, "for a bank account, account must be the routing number, a slash and the account number")
        }
        let account = try translating({ CardSecureError(.wrongNumberLength, $0.explanation ?? $0.code.text) }) {
            () throws(Refused) in
            try BankAccount(routing: String(parts[0]), number: String(parts[1]))
        }
        return instrument(of: account)
    }

    // MARK: Wallets

    /// Opens the payment that the wallet has sealed to one of the merchants.
    private func tokenize(_ sealed: WalletPaymentToken, of recipients: [CardPointeAccount]) async throws -> CardToken {
        guard !recipients.isEmpty else {
            throw CardSecureError(.unknownSite, "send the merchant's login, or call the host of its site")
        }
        var refusal = CardSecureError(.unknownKey)
        for account in recipients {
            let instrument: PaymentInstrument
            do throws(WalletTokenFailure) {
                instrument = try await keys.open(
                    sealed, for: account.merchant, at: .cardPointe, maximumAge: settings.walletTokenSeconds)
            } catch {
                guard let next = CardSecureError(error) else { throw error }
                guard error.isOfAnotherMerchant else { throw next }
                // The failure of a key to open the token is more informative than another merchant's lack of a key.
                if refusal.code == .unknownKey { refusal = next }
                continue
            }
            guard account.walletProcessor != nil else {
                throw CardSecureError(.wrongProcessor, "only merchants on Rapid Connect take wallets")
            }
            return try await ownToken(for: instrument, ofWalletTo: account.merchant)
        }
        throw refusal
    }
}

/// A `tokenize` request.
struct TokenizationRequest: Sendable {
    let account: String?
    let deviceData: String?
    let handler: String?
    let expiry: PaymentInstrument.Expiry?
    let isUnique: Bool

    /// The security code is checked and not kept, because it must not be stored (PCI DSS 3.3.1).
    init(_ fields: RequestFields) throws(CardSecureError) {
        do throws(Refused) {
            (account, deviceData) = (try fields.text(.secureAccount), try fields.text(.deviceData))
            handler = try fields.text(.encryptionHandler)
            isUnique = try fields.isYes(.unique)
            expiry = try AuthorizationRequest.expiry(fields)
            if let code = try fields.text(.secureCode),
                !(3...4).contains(code.utf8.count) || !code.utf8.allSatisfy(isASCIIDigit)
            {
                throw Refused(.nonNumericCVV, "cvv must be 3 or 4 digits")
            }
        } catch {
            let isNumber = error.code == .nonNumericCVV || error.code == .nonNumericExpiry
            throw CardSecureError(isNumber ? .notDigits : .illegalCharacters, error.explanation)
        }
    }
}

extension WalletTokenFailure {
    /// Whether another merchant of the same login may be able to open the token. Google's tokens name the gateway, not
    /// the merchant's key, so the only sign of a wrong key is that it does not open them.
    fileprivate var isOfAnotherMerchant: Bool {
        switch self {
        case .noKey, .token(.anotherRecipient), .token(.doesNotOpen), .token(.signatureWrong): true
        default: false
        }
    }
}

extension CardSecureError {
    /// Nil for a failure of the service.
    fileprivate init?(_ failure: WalletTokenFailure) {
        switch failure {
        case .noKey(let wallet): self.init(.unknownKey, "the merchant has no key for \(wallet.rawValue)")
        case .token(.anotherRecipient): self.init(.unknownKey, "the token is sealed to another key")
        case .token(.unclaimed): self.init(.tokenDatabase)
        case .token(let token): self.init(.notDecryptable, token.cause)
        case .contents(let reason): self.init(.notDecryptable, reason)
        case .otherAmount: self.init(.notDecryptable, "the customer agreed to another amount")
        case .database, .vault, .damaged: return nil
        }
    }
}
