import CardSecrets
import HTTPContract
import Ledger
import Payments

extension CardPointe {
    /// Asks the issuer for money, and captures it if the request says so. A refusal is an answer, too.
    func authorize(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        do {
            guard account.isEnabled else { throw Refused(.merchantDisabled) }
            let isCheck = try PaymentAccount.isCheck(fields)
            guard account.takesChecks || !isCheck else { throw Refused(.noChecks) }
            let merchant = try await merchant(of: account)
            let currencies = [merchant.currency] + account.furtherCurrencies
            let request = try AuthorizationRequest(
                fields, in: currencies, isCheck: await chargesCheck(fields, account))
            let charged = try await charged(by: request, fields, account)
            return try await authorize(request, charged, fields, merchant, account)
        } catch let refused as Refused {
            return AnswerFields(refused) + Self.echo(fields, account)
        } catch PaymentFailure.refused(let refusal) {
            return AnswerFields(Refused(refusal)) + Self.echo(fields, account)
        }
    }

    func merchant(of account: CardPointeAccount) async throws -> Merchant {
        guard let merchant = try await payments.merchant(account.merchant) else { throw Refused(.invalidMerchant) }
        return merchant
    }

    private func authorize(
        _ request: AuthorizationRequest, _ charged: ChargedAccount, _ fields: RequestFields, _ merchant: Merchant,
        _ account: CardPointeAccount
    ) async throws -> AnswerFields {
        let instrument = charged.instrument
        guard let processor = account.processor(of: instrument) else { throw Refused(.noChecks) }
        if instrument.isBankAccount { try BankAccount.check(request.amount) }
        let outcome = settings.testValues?
            .outcome(of: instrument.pan, request.amount, order: request.order, on: processor)
        // The gateway's own codes need no processor.
        if case .code(let code)? = outcome, code.processor == .gateway, code.status == .declined {
            throw Refused(code, "A test value asks for this code.")
        }
        var new = NewPayment(
            merchant: merchant.id, gateway: .cardPointe, instrument: instrument, amount: request.amount)
        let note = note(request, charged, outcome, processor)
        (new.capturesAtOnce, new.externalReference) = (request.capturesAtOnce, request.order)
        new.canApproveInPart = if case .partial? = outcome { true } else { account.takesPart }
        new.metadata = note.json
        do throws(PaymentRefusal) { try new.check() } catch { throw Refused(error) }
        try await use(charged, for: account)
        let payment = try await asking(processor, request.voiceCode, outcome).pay(new)
        var answer = PaymentAnswer(payment, note).authorization(request, instrument, merchant)
        if let profile = charged.profile { answer = answer + Self.name(of: profile) }
        if request.storesProfile, note.code(of: payment).status == .approved {
            let details = try ProfileDetails(fields, expiry: charged.expiry)
                .fitting(isCheck: charged.instrument.isBankAccount)
            let stored = try await store(charged.token, details, account)
            answer = answer + Self.name(of: stored)
        }
        return answer
    }

    private static func name(of profile: StoredProfile) -> AnswerFields {
        AnswerFields(["profileid": .string(profile.id), "acctid": .string(String(profile.number))])
    }

    /// The payments with the one who answers this one: the issuer, or for a check nobody. The test environment has
    /// fixed answers before.
    private func asking(
        _ processor: Processor, _ voiceCode: String?, _ outcome: TestValues.Outcome?
    ) -> Payments {
        var asking = payments
        if processor == .profitStars {
            asking.issuer = ApprovedBefore(issuer: payments.issuer, code: "ACH" + entropy.digits(3))
        }
        if settings.testValues != nil { asking.issuer = TestProcessor(issuer: asking.issuer, outcome: outcome) }
        if let voiceCode { asking.issuer = ApprovedByTelephone(issuer: asking.issuer, code: voiceCode) }
        return asking
    }

    private func note(
        _ request: AuthorizationRequest, _ charged: ChargedAccount, _ outcome: TestValues.Outcome?,
        _ processor: Processor
    ) -> PaymentNote {
        var note = PaymentNote(
            token: charged.token.text, entryMode: request.entryMode(of: charged.instrument), processor: processor)
        note.expiry = charged.expiry.map(GatewayExpiry.spelled)
        (note.name, note.onFile, note.userFields) = (request.name, request.onFile, request.userFields)
        note.ownCode = request.voiceCode == nil ? nil : .voiceApproval
        if case .code(let code)? = outcome { note.ownCode = code }
        if processor == .profitStars {
            (note.addressAnswer, note.securityCodeAnswer) = ("U", "U")
        } else if let values = settings.testValues {
            note.addressAnswer = request.postal == nil && request.street == nil
                ? nil : values.address(postal: request.postal, street: request.street)
            note.securityCodeAnswer = values.securityCode(request.securityCode)
        }
        note.sendsSecurityCode = request.securityCode != nil
        return note
    }

    /// What an answer repeats of a request that has no payment. An account is repeated only if it is a token.
    private static func echo(_ fields: RequestFields, _ account: CardPointeAccount) -> AnswerFields {
        func text(_ field: GatewayField) -> String? { (try? fields.text(field)) ?? nil }
        let token = text(.account).flatMap { CardToken($0) }?.text
        return AnswerFields([
            "amount": "0.00", "merchid": .string(account.merchant.text), "account": .text(token), "token": .text(token),
            "expiry": .text(text(.expiry)),
        ])
    }
}

extension Refused {
    /// The gateway's code for a rule of payments.
    init(_ refusal: PaymentRefusal) {
        let code: ResponseCode = switch refusal {
        case .notFound: .notFound
        case .merchantNotFound: .invalidMerchant
        case .wrongStatus: .noMatch
        case .moreThanAuthorized, .moreThanCaptured, .amountNotAccepted: .aboveMaximum
        case .duplicateNonce: .duplicateSequence
        case .otherCurrency: .wrongCurrency
        // Only on the phone a customer agrees to an amount, and only Rapid Connect takes wallets.
        case .otherAmountAgreed: .known("110", of: .rapidConnect)
        case .alreadySettled: .batched
        case .tooLong, .nullCharacter, .cardNumber: .invalidField
        }
        self.init(code, refusal.description)
    }
}
