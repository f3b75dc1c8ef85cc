import Administration
import Authorizing
import CardAPI
import Cards
import CardServer
import HTTPContract
import Identifiers
import Issuing
import Ledger
import NetworkServer
import Sandbox
import Validation

/// A message to play. No member is required.
struct PaymentBody: RequestBody {
    var amount: Int?
    var currencyCode: String?
    var kind: String?
    var authorizationId: String?
    var transactionType: String?
    var networkReference: String?
    var merchant: MerchantPart?
    var panEntryMethod: String?
    var dpanRef: String?
    var cvv2: String?
    var pin: String?
    var partialApprovalCapable: Bool?
    var final: Bool?
    var threeDS: String?

    static let members: [BodyMember<PaymentBody>] = [
        .integer(
            "amount", \.amount, in: 0...Int(MessageFields.largestAmount), example: "1234",
            "In minor units of `currencyCode`; needed unless the message repeats that of the authorization."),
        .string("currencyCode", \.currencyCode, example: "EUR", "Currency, ISO 4217; the card's if absent."),
        .enumeration(
            "kind", \.kind, of: MessageKind.allCases.map(\.rawValue), example: "AUTHORIZATION",
            "What the network sends; AUTHORIZATION if absent."),
        .string(
            "authorizationId", \.authorizationId, example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1",
            "The authorization that the message is about."),
        .enumeration(
            "transactionType", \.transactionType, of: TransactionType.allCases.map(\.rawValue), example: "PURCHASE",
            "What a payment is for; PURCHASE if absent."),
        .string(
            "networkReference", \.networkReference, example: "TEST-1",
            "Unique for each message; chosen if absent. The same again gets the same answer."),
        .object("merchant", \.merchant, "Who wants the money; a café in Berlin if absent."),
        .enumeration(
            "panEntryMethod", \.panEntryMethod, of: EntryMode.allCases.map(\.rawValue), example: "ECOMMERCE",
            "How the card is read; ECOMMERCE if absent, or CONTACTLESS with `dpanRef`."),
        .string(
            "dpanRef", \.dpanRef, example: "DNITHE41493306176949492327766247",
            "The token of a phone in the sandbox, which pays with a cryptogram; the card itself if absent."),
        .string("cvv2", \.cvv2, isSecret: true, example: nil, "The printed security code that the customer types."),
        .string("pin", \.pin, isSecret: true, example: nil, "The PIN that the customer types."),
        .boolean(
            "partialApprovalCapable", \.partialApprovalCapable, example: "false",
            "Whether the terminal can take less than `amount`."),
        .boolean("final", \.final, example: "true", "Of a clearing: whether no other one follows; true if absent."),
        .enumeration(
            "threeDS", \.threeDS, of: VerificationResults.Authentication.allCases.map(\.rawValue),
            example: "AUTHENTICATED",
            "The result of 3-D Secure; NONE if absent."),
    ]

    struct MerchantPart: RequestBody {
        var name: String?
        var mcc: String?
        var city: String?
        var country: String?

        static let members: [BodyMember<MerchantPart>] = [
            .string("name", \.name, example: "Café", "The merchant's name."),
            .string("mcc", \.mcc, example: "5812", "The merchant's category: four digits."),
            .string("city", \.city, example: "Berlin", "The merchant's city."),
            .string("country", \.country, example: "DE", "The merchant's country: two letters."),
        ]
    }

    /// The order, before any of it is judged.
    var order: PaymentOrder {
        var order = PaymentOrder()
        (order.kind, order.authorization) = (kind, authorizationId)
        (order.token, order.securityCode, order.pin) = (dpanRef, cvv2, pin)
        (order.fields.amount, order.fields.currency) = (amount.map(Int64.init), Sent(currencyCode))
        (order.fields.type, order.fields.reference) = (Sent(transactionType), Sent(networkReference))
        (order.fields.merchantName, order.fields.category) = (merchant?.name, Sent(merchant?.mcc))
        (order.fields.city, order.fields.country) = (merchant?.city, Sent(merchant?.country))
        order.fields.entryMode = Sent(panEntryMethod)
        order.fields.canApproveInPart = partialApprovalCapable ?? false
        order.fields.isLast = final ?? true
        let authentication = threeDS.flatMap(VerificationResults.Authentication.init(rawValue:))
        order.fields.verification.authentication = authentication ?? .none
        return order
    }
}

struct PlayedPaymentAnswer: AnswerBody {
    let played: PlayedMessage

    private var answer: NetworkAnswer { played.answered.answer }

    static let members: [AnswerMember<PlayedPaymentAnswer>] = [
        .member("networkReference", \.played.reference, example: "TEST-1", "The message's reference."),
        .member("responseCode", \.answer.code.rawValue, example: "00", "What the network gets (ISO 8583, field 39)."),
        .member("meaning", \.answer.code.meaning, example: "approved", "What the code means."),
        .member(
            "approvedAmount", { $0.answer.approved.map { Int($0.minorUnits) } }, as: .minorUnits, example: "1234",
            "In the merchant's currency; absent for a decline."),
        .member("approvalCode", \.answer.approvalCode, example: "482915", "Six digits, which the merchant prints."),
        .member(
            "cvvResult", { $0.answer.securityCode?.rawValue }, example: "M", "M if the security code matches, else N."),
        .member(
            "availableBalance", { $0.answer.available.map { Int($0.minorUnits) } }, as: .minorUnits, example: "3766",
            "After a balance inquiry."),
        .member(
            "isRepeated", \.played.answered.isRepeated, example: "false",
            "Whether the message was answered before; then nothing has changed."),
        .member(
            "authorizationId", { $0.played.authorization?.id.description },
            example: "1fdc330b-5fa4-4cb9-b9d8-c74f65ac32f1", "The authorization that it began or changed."),
        .member(
            "status", { $0.played.authorization?.state.status.rawValue }, example: "APPROVED",
            "The authorization's status afterwards."),
        .member(
            "trace", { $0.played.answered.lines.map(TraceLineAnswer.init) }, "What every check found, in their order."),
    ]
}

struct TraceLineAnswer: AnswerBody {
    let line: TraceLine

    static let members: [AnswerMember<TraceLineAnswer>] = [
        .member(
            "check", \.line.check.rawValue, as: .enumeration(Check.allCases.map(\.rawValue)), example: "MONEY",
            "The question."),
        .member(
            "outcome", \.line.outcome.rawValue, as: .enumeration(TraceLine.Outcome.allCases.map(\.rawValue)),
            example: "FAILED", "REDUCED is passed for a smaller amount."),
        .member(
            "code", { $0.line.code?.rawValue }, example: "51",
            "The code of this failure; the first one is the answer."),
        .member(
            "reason", { $0.line.reason?.rawValue }, as: .enumeration(Reason.allCases.map(\.rawValue)),
            example: "NOT_ENOUGH_MONEY", "Why it failed, or why it was not asked."),
    ]
}

struct ExchangeRateBody: RequestBody {
    var from: String?
    var to: String?
    var rate: String?

    static let members: [BodyMember<ExchangeRateBody>] = [
        .string(
            "from", \.from, isRequired: true, pattern: TextForm.currency, example: "USD", "The merchant's currency."),
        .string("to", \.to, isRequired: true, pattern: TextForm.currency, example: "EUR", "The account's currency."),
        .string(
            "rate", \.rate, isRequired: true, example: "0.92",
            "Units of `to` for one unit of `from`: a decimal number above 0, at most nine digits on each side."),
    ]
}

struct ExchangeRateAnswer: AnswerBody {
    let stored: StoredRate

    static let members: [AnswerMember<ExchangeRateAnswer>] = [
        .member("from", \.stored.from.code, example: "USD", "The merchant's currency."),
        .member("to", \.stored.to.code, example: "EUR", "The account's currency."),
        .member("rate", \.stored.rate.description, example: "0.92", "Units of `to` for one unit of `from`."),
    ]
}

struct ExchangeRatesAnswer: AnswerBody {
    let rates: [StoredRate]

    static let members: [AnswerMember<ExchangeRatesAnswer>] = [
        .member("rates", { $0.rates.map { ExchangeRateAnswer(stored: $0) } }, "In the order of their currencies.")
    ]
}

struct PaymentTermsBody: RequestBody {
    var atmFee: Int?
    var fxFeeBasisPoints: Int?
    var holdDays: Int?
    var holdDaysIfPaidLater: Int?
    var needsSecurityCode: Bool?
    var needsAuthentication: Bool?
    var wrongCodesInARow: Int?
    var wrongCodesOnADay: Int?
    var provisionalCredit: Bool?
    var bearsLostDisputes: Bool?
    var walletProvisioning: String?
    var renewalDays: Int?
    var renewalKeepsNumber: Bool?
    var walletMetadata: WalletMetadataBody?

    static let members: [BodyMember<PaymentTermsBody>] = [
        .integer(
            "atmFee", \.atmFee, in: 0...Int(MessageFields.largestAmount), example: "200",
            "For each withdrawal, in minor units of the account's currency."),
        .integer(
            "fxFeeBasisPoints", \.fxFeeBasisPoints, in: 0...10_000, example: "300",
            "Of a converted amount, in hundredths of a percent."),
        .integer("holdDays", \.holdDays, in: 1...365, example: "7", "How long money is held for a clearing."),
        .integer(
            "holdDaysIfPaidLater", \.holdDaysIfPaidLater, in: 1...365, example: "30",
            "The same for hotels, cruises and rented vehicles."),
        .boolean(
            "needsSecurityCode", \.needsSecurityCode, example: "false",
            "Whether payments on the internet without a token need the printed security code."),
        .boolean(
            "needsAuthentication", \.needsAuthentication, example: "false",
            "Whether payments on the internet need the customer's authentication."),
        .integer(
            "wrongCodesInARow", \.wrongCodesInARow, in: 1...100, example: "5",
            "Wrong security codes and expiry dates in a row after which a card's tries pause."),
        .integer(
            "wrongCodesOnADay", \.wrongCodesOnADay, in: 1...100, example: "20", "The same, for all on one day."),
        .boolean(
            "provisionalCredit", \.provisionalCredit, example: "true",
            "Whether a customer gets the money of a dispute until it is decided."),
        .boolean(
            "bearsLostDisputes", \.bearsLostDisputes, example: "false",
            "Whether the customer keeps that money after a lost dispute."),
        .enumeration(
            "walletProvisioning", \.walletProvisioning, of: ProvisioningTerms.allCases.map(\.rawValue),
            example: "ALLOWED",
            "Whether networks may issue tokens for the cards: IDENTIFIED if each cardholder is identified first."),
        .integer(
            "renewalDays", \.renewalDays, in: RenewalTerms.allowedDays, example: "30",
            "How many days before the end of its expiry month a card is renewed; 0 for never."),
        .boolean(
            "renewalKeepsNumber", \.renewalKeepsNumber, example: "false",
            "Whether the new card has the number and the PIN of the old one."),
        .object("walletMetadata", \.walletMetadata, "How wallets show the cards."),
    ]

    /// The errors that no form of a member shows.
    var violations: [FieldError] {
        (walletMetadata?.metadata.violations ?? []).map { FieldError("walletMetadata.\($0.field)", $0.error) }
    }

    var terms: PaymentTerms {
        let standard = PaymentTerms.standard
        return PaymentTerms(
            tariff: Tariff(
                atmFee: atmFee.map(Int64.init) ?? standard.tariff.atmFee,
                foreignExchangeFee: fxFeeBasisPoints.flatMap { BasisPoints(Int64($0)) }),
            holdLife: HoldLife(
                days: holdDays ?? standard.holdLife.days,
                daysIfPaidLater: holdDaysIfPaidLater ?? standard.holdLife.daysIfPaidLater),
            needsSecurityCode: needsSecurityCode ?? standard.needsSecurityCode,
            needsAuthentication: needsAuthentication ?? standard.needsAuthentication,
            allowedWrongCodes: CodeTries.Allowance(
                inARow: wrongCodesInARow ?? standard.allowedWrongCodes.inARow,
                onDay: wrongCodesOnADay ?? standard.allowedWrongCodes.onDay),
            disputes: DisputeTerms(
                givesProvisionalCredit: provisionalCredit ?? standard.disputes.givesProvisionalCredit,
                bearsLosses: bearsLostDisputes ?? standard.disputes.bearsLosses),
            provisioning: walletProvisioning.flatMap(ProvisioningTerms.init(rawValue:)) ?? standard.provisioning,
            renewal: RenewalTerms(
                days: renewalDays ?? standard.renewal.days,
                keepsNumber: renewalKeepsNumber ?? standard.renewal.keepsNumber),
            metadata: walletMetadata?.metadata ?? standard.metadata)
    }
}

struct PaymentTermsAnswer: AnswerBody {
    let terms: PaymentTerms

    static let members: [AnswerMember<PaymentTermsAnswer>] = [
        .member("atmFee", { Int($0.terms.tariff.atmFee) }, as: .minorUnits, example: "200", "For each withdrawal."),
        .member(
            "fxFeeBasisPoints", { Int($0.terms.tariff.foreignExchangeFee?.value ?? 0) }, example: "300",
            "Of a converted amount, in hundredths of a percent."),
        .member("holdDays", \.terms.holdLife.days, example: "7", "How long money is held for a clearing."),
        .member(
            "holdDaysIfPaidLater", \.terms.holdLife.daysIfPaidLater, example: "30",
            "The same for hotels, cruises and rented vehicles."),
        .member(
            "needsSecurityCode", \.terms.needsSecurityCode, example: "false",
            "Whether payments on the internet without a token need the printed security code."),
        .member(
            "needsAuthentication", \.terms.needsAuthentication, example: "false",
            "Whether payments on the internet need the customer's authentication."),
        .member(
            "wrongCodesInARow", \.terms.allowedWrongCodes.inARow, example: "5",
            "Wrong security codes and expiry dates in a row after which a card's tries pause."),
        .member(
            "wrongCodesOnADay", \.terms.allowedWrongCodes.onDay, example: "20", "The same, for all on one day."),
        .member(
            "provisionalCredit", \.terms.disputes.givesProvisionalCredit, example: "true",
            "Whether a customer gets the money of a dispute until it is decided."),
        .member(
            "bearsLostDisputes", \.terms.disputes.bearsLosses, example: "false",
            "Whether the customer keeps that money after a lost dispute."),
        .member(
            "walletProvisioning", \.terms.provisioning.rawValue,
            as: .enumeration(ProvisioningTerms.allCases.map(\.rawValue)), example: "ALLOWED",
            "Whether networks may issue tokens for the cards."),
        .member(
            "renewalDays", \.terms.renewal.days, example: "30",
            "How many days before the end of its expiry month a card is renewed; 0 for never."),
        .member(
            "renewalKeepsNumber", \.terms.renewal.keepsNumber, example: "false",
            "Whether the new card has the number and the PIN of the old one."),
        .member(
            "walletMetadata", { WalletMetadataAnswer($0.terms.metadata) },
            "How wallets show the cards, as far as it is set."),
    ]
}
