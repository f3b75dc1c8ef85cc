import CardSecrets
import HTTPContract
import Ledger
import Payments

extension CardPointe {
    /// Asks the issuer for money, and captures it if the request says so. A refusal is an answer, too.
    func authorize(_ fields: RequestFields, _ account: CardPointeAccount) async throws -> AnswerFields {
        do {
            guard account.isEnabled else { throw Refused(.merchantDisabled) }
            let merchant = try await merchant(of: account)
            let request = try AuthorizationRequest(fields, in: merchant.currency)
            let charged = try await charged(by: request, fields, account)
            return try await authorize(request, charged, fields, merchant, account)
        } catch let refused as Refused {
            return AnswerFields(refused) + Self.echo(fields, account)
        } catch PaymentFailure.refused(let refusal) {
            return AnswerFields(Refused(refusal, on: account.processor)) + Self.echo(fields, account)
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
        let outcome = settings.testValues?
            .outcome(of: instrument.pan, request.amount, order: request.order, on: account.processor)
        // The gateway's own codes need no processor.
        if case .code(let code)? = outcome, code.processor == .gateway, code.status == .declined {
            throw Refused(code, "A test value asks for this code.")
        }
        var new = NewPayment(
            merchant: merchant.id, gateway: Self.gateway, instrument: instrument, amount: request.amount)
        let note = note(request, charged, outcome, account)
        (new.capturesAtOnce, new.externalReference) = (request.capturesAtOnce, request.order)
        new.canApproveInPart = if case .partial? = outcome { true } else { account.takesPart }
        new.metadata = note.json
        let payment = try await asking(outcome).pay(new)
        var answer = PaymentAnswer(payment, note).authorization(request, instrument, merchant)
        if request.storesProfile, note.code(of: payment).status == .approved {
            let stored = try await store(charged.token, ProfileDetails(fields, expiry: charged.expiry), account)
            answer = answer + AnswerFields(["profileid": .string(stored.id), "acctid": .string(String(stored.number))])
        }
        return answer
    }

    /// The payments whose issuer has the fixed answers of the test environment.
    private func asking(_ outcome: TestValues.Outcome?) -> Payments {
        guard settings.testValues != nil else { return payments }
        var asking = payments
        asking.issuer = TestProcessor(issuer: payments.issuer, outcome: outcome)
        return asking
    }

    private func note(
        _ request: AuthorizationRequest, _ charged: ChargedAccount, _ outcome: TestValues.Outcome?,
        _ account: CardPointeAccount
    ) -> PaymentNote {
        var note = PaymentNote(
            token: charged.token.text, entryMode: request.entryMode(of: charged.instrument),
            processor: account.processor)
        note.expiry = charged.expiry.map(GatewayExpiry.spelled)
        (note.name, note.onFile, note.userFields) = (request.name, request.onFile, request.userFields)
        if case .code(let code)? = outcome { note.testCode = code }
        if let values = settings.testValues {
            note.addressAnswer = request.postal == nil && request.street == nil
                ? nil : values.address(postal: request.postal, street: request.street)
            note.securityCodeAnswer = values.securityCode(request.securityCode)
        } else if request.securityCode != nil {
            note.securityCodeAnswer = "M"
        }
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
    init(_ refusal: PaymentRefusal, on processor: Processor) {
        let code: ResponseCode = switch refusal {
        case .notFound: .notFound
        case .merchantNotFound: .invalidMerchant
        case .wrongStatus: .noMatch
        case .moreThanAuthorized, .moreThanCaptured, .amountNotAccepted: .aboveMaximum
        case .duplicateNonce: .duplicateSequence
        case .otherCurrency: .wrongCurrency
        case .otherAmountAgreed:
            processor == .rapidConnect ? .known("110", of: .rapidConnect) : .known("13", of: .firstDataNorth)
        case .alreadySettled: .batched
        case .tooLong, .nullCharacter: .invalidField
        }
        self.init(code, refusal.description)
    }
}
