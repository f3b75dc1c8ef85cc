import CardSecrets
import HTTPContract
import Identifiers
import Ledger
import Payments
import Postgres

extension CardPointe {
    /// Asks the issuer for money, and captures it if the request says so. A refusal is an answer, too.
    func authorize(_ fields: RequestFields, _ call: CardPointeCall) async throws -> AnswerFields {
        try await Self.answered(refusedWith: Self.echo(fields, call.account)) {
            guard call.account.isEnabled else { throw Refused(.merchantDisabled) }
            let saysCheck = try PaymentAccount.isCheck(fields)
            guard call.account.takesChecks || !saysCheck else { throw Refused(.noChecks) }
            let named = try await find(fields, call)
            let isBankAccount = if case .success(let account) = named { account.isBankAccount } else { false }
            let isCheck = saysCheck || isBankAccount
            let currencies = [call.merchant.currency] + call.account.furtherCurrencies
            let request = try AuthorizationRequest(fields, in: currencies, isCheck: isCheck)
            let charged = try await charged(named.get(), by: request, fields, call)
            return try await authorize(request, charged, fields, call)
        }
    }

    /// A fault of the amount is reported before one of the account, so this returns a refusal instead of throwing it.
    private func find(_ fields: RequestFields, _ call: CardPointeCall) async throws -> Result<NamedAccount, Refused> {
        do {
            return .success(try await named(fields, call))
        } catch let refused as Refused {
            return .failure(refused)
        }
    }

    private func authorize(
        _ request: AuthorizationRequest, _ found: ChargedAccount, _ fields: RequestFields, _ call: CardPointeCall
    ) async throws -> AnswerFields {
        let (account, instrument) = (call.account, found.instrument)
        guard let processor = account.processor(of: instrument) else { throw Refused(.noChecks) }
        if instrument.isBankAccount { try BankAccount.check(request.amount) }
        let outcome = settings.testValues?
            .outcome(of: instrument.pan, request.amount, order: request.order, on: processor)
        // The gateway's own codes need no processor.
        if case .code(let code)? = outcome, code.processor == .gateway, code.status == .declined {
            throw Refused(code, "A test value asks for this code.")
        }
        var new = NewPayment(of: call.merchant, gateway: .cardPointe, instrument: instrument, amount: request.amount)
        (new.capturesAtOnce, new.externalReference) = (request.capturesAtOnce, request.order)
        new.canApproveInPart = if case .partial? = outcome { true } else { account.takesPart }
        let firstNote = note(request, found, outcome, processor)
        new.metadata = firstNote.json
        do throws(PaymentRefusal) { try new.check() } catch { throw Refused(error) }
        let asking = asking(processor, request.voiceCode, outcome)
        let (payment, charged, note) = try await pay(new, found, firstNote, by: asking)
        var answer = PaymentAnswer(payment, note).authorization(request, instrument, call.merchant)
        if let profile = charged.profile { answer = answer + Self.name(of: profile) }
        if request.storesProfile, note.code(of: payment).status == .approved {
            let details = try ProfileDetails(fields, expiry: charged.expiry)
                .fitting(isCheck: charged.instrument.isBankAccount)
            let stored = try await store(charged.token, details, account)
            answer = answer + Self.name(of: stored)
        }
        return answer
    }

    /// - Returns: the payment with its account and its note, which may have another token than those before.
    private func pay(
        _ new: NewPayment, _ charged: ChargedAccount, _ note: PaymentNote, by asking: Payments
    ) async throws -> (Payment, ChargedAccount, PaymentNote) {
        do throws(PaymentFailure) {
            return (try await asking.pay(new, storing: charged.storing), charged, note)
        } catch {
            switch error.postgresFailure?.constraint {
            case "cardpointe_token_is_given_once": break
            case CardSecureStatements.useConstraint: throw Refused.usedToken
            default: throw error
            }
        }
        // Another request has just stored the number's token, or given it to another number. Nothing was stored.
        let token = try await sharedToken(for: charged.instrument)
        var (again, known, renamed) = (new, charged, note)
        (known.token, known.storing, renamed.token) = (token, nil, token.text)
        again.metadata = renamed.json
        return (try await asking.pay(again), known, renamed)
    }

    private static func name(of profile: StoredProfile) -> AnswerFields {
        AnswerFields(["profileid": .string(profile.id), "acctid": .string(String(profile.number))])
    }

    /// The payments with the issuer that answers this payment: the real one, or for a check a stand-in. In the test
    /// environment, fixed answers come first.
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

    /// The members of a request that the answer repeats when there is no payment. An account is repeated only if it is
    /// a token.
    private static func echo(_ fields: RequestFields, _ account: CardPointeAccount) -> AnswerFields {
        func text(_ field: GatewayField) -> String? { (try? fields.text(field)) ?? nil }
        let token = text(.account).flatMap { CardToken($0) }?.text
        return AnswerFields([
            "amount": "0.00", "merchid": .string(account.merchant.rawValue), "account": .text(token),
            "token": .text(token),
            "expiry": .text(text(.expiry)),
        ])
    }
}

extension Refused {
    /// The gateway's code for a rule of payments.
    init(_ refusal: PaymentRefusal) {
        let code: GatewayResponseCode = switch refusal {
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
