import Foundation
import Identifiers
import Ledger

/// The facts of a message that the rules of controls and of money read. They are kept with the message, so that other
/// controls can judge it later (``CardReplay``). They hold no secret, and no merchant's name.
package struct KeptFacts: Hashable, Sendable {
    var type: TransactionType
    /// In the merchant's currency.
    package var amount: Money
    var category: MerchantCategory
    var country: CountryCode
    var entryMode: EntryMode
    var cardPresence: CardPresence
    /// Whether the merchant sent a token in place of the card's number.
    var isToken = false
    var wallet: SentToken.Wallet?
    var canApproveInPart = false
    var isLast = true
    var reception = Reception.first
    /// Whether the message names a payment.
    var namesPayment = false
    /// The payment that was found by its names; nil if there was none.
    var original: AuthorizationID?
    /// Of the account when the message was decided: posted less held.
    var available: Money
    /// Of the day, from the merchant's currency to the account's.
    var rate: ExchangeRate?
    var tariff = Tariff.free
    /// How long a hold of this merchant lasts.
    var holdDays: Int
    var scheme: Scheme
    /// Whether a partner decides about the program's payments.
    var hasPartner = false
}

extension KeptFacts {
    /// - Parameters:
    ///   - rate: of the day.
    ///   - original: the payment that the message names.
    package init(
        _ facts: Facts, of account: Account, scheme: Scheme, rate: ExchangeRate?, terms: PaymentTerms,
        original: AuthorizationID?, hasPartner: Bool
    ) {
        let request = facts.request
        self.init(
            type: request.type, amount: request.amount, category: request.merchant.category,
            country: request.merchant.country, entryMode: request.entryMode, cardPresence: request.cardPresence,
            isToken: request.token != nil, wallet: request.token?.wallet, canApproveInPart: request.canApproveInPart,
            isLast: request.isLast, reception: facts.reception, namesPayment: request.namesPayment,
            original: original, available: account.available, rate: rate, tariff: terms.tariff,
            holdDays: terms.holdLife.days(for: request.merchant.category), scheme: scheme, hasPartner: hasPartner)
    }

    /// The request again, without what other checks have read of it.
    func request(_ kind: MessageKind, named reference: NetworkReference) -> NetworkRequest {
        NetworkRequest(
            kind: kind, type: type, reference: reference, lifecycle: namesPayment ? reference : nil, original: nil,
            name: reference, amount: amount, merchant: CardAcceptor(category: category, country: country, name: ""),
            entryMode: entryMode, cardPresence: cardPresence, expiry: nil,
            token: isToken ? SentToken(requestorID: "", wallet: wallet, counter: nil) : nil,
            canApproveInPart: canApproveInPart, isLast: isLast, verification: VerificationResults())
    }
}

// As they are stored: a word for each fact that is not the usual one.
extension KeptFacts {
    private enum Key: String {
        case type, amount, currency, mcc, country, entry, presence, token, inPart, more, reception, names, original
        case available, account, rate, atmFee, fxFee, holdDays, scheme, partner
    }

    private static let noWallet = "NONE"

    package var text: String {
        var words: [String] = []
        func add(_ key: Key, _ value: (some CustomStringConvertible)?) {
            if let value { words.append("\(key.rawValue)=\(value)") }
        }
        add(.type, type.rawValue)
        add(.amount, amount.minorUnits)
        add(.currency, amount.currency.code)
        add(.mcc, category)
        add(.country, country)
        add(.entry, entryMode.rawValue)
        add(.presence, cardPresence.rawValue)
        add(.token, isToken ? wallet?.rawValue ?? Self.noWallet : nil)
        add(.inPart, canApproveInPart ? 1 : nil)
        add(.more, isLast ? nil : 1)
        add(.reception, reception.word)
        add(.names, namesPayment ? 1 : nil)
        add(.original, original)
        add(.available, available.minorUnits)
        add(.account, available.currency.code)
        add(.rate, rate.map { "\($0.numerator)/\($0.denominator)" })
        add(.atmFee, tariff.atmFee == 0 ? nil : tariff.atmFee)
        add(.fxFee, tariff.foreignExchangeFee?.value)
        add(.holdDays, holdDays)
        add(.scheme, scheme.rawValue)
        add(.partner, hasPartner ? 1 : nil)
        return words.joined(separator: " ")
    }

    /// Nil if a word is missing or cannot be read, as in messages of a program that keeps others.
    package init?(text: String) {
        var values: [Key: String] = [:]
        for word in text.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let key = Key(rawValue: String(parts[0])) else { return nil }
            values[key] = String(parts[1])
        }
        guard let type = values[.type].flatMap(TransactionType.init(rawValue:)),
            let amount = Self.money(values[.amount], values[.currency]),
            let category = values[.mcc].flatMap({ MerchantCategory($0) }),
            let country = values[.country].flatMap({ CountryCode($0) }),
            let entryMode = values[.entry].flatMap(EntryMode.init(rawValue:)),
            let presence = values[.presence].flatMap(CardPresence.init(rawValue:)),
            let reception = Reception(word: values[.reception]),
            let available = Self.money(values[.available], values[.account]),
            let holdDays = values[.holdDays].flatMap({ Int($0) }),
            let scheme = values[.scheme].flatMap(Scheme.init(rawValue:))
        else { return nil }
        self.init(
            type: type, amount: amount, category: category, country: country, entryMode: entryMode,
            cardPresence: presence, available: available, holdDays: holdDays, scheme: scheme)
        isToken = values[.token] != nil
        wallet = values[.token].flatMap(SentToken.Wallet.init(rawValue:))
        (canApproveInPart, isLast) = (values[.inPart] != nil, values[.more] == nil)
        (self.reception, namesPayment, hasPartner) = (reception, values[.names] != nil, values[.partner] != nil)
        original = values[.original].flatMap { AuthorizationID($0) }
        rate = values[.rate].flatMap(Self.rate)
        tariff = Tariff(
            atmFee: values[.atmFee].flatMap { Int64($0) } ?? 0,
            foreignExchangeFee: values[.fxFee].flatMap { Int64($0) }.flatMap { BasisPoints($0) })
    }

    private static func money(_ amount: String?, _ currency: String?) -> Money? {
        guard let amount = amount.flatMap({ Int64($0) }), let currency = currency.flatMap({ Currency($0) }) else {
            return nil
        }
        return Money(minorUnits: amount, currency: currency)
    }

    private static func rate(_ text: String) -> ExchangeRate? {
        let parts = text.split(separator: "/").compactMap { Int64($0) }
        return parts.count == 2 ? ExchangeRate(numerator: parts[0], denominator: parts[1]) : nil
    }
}

extension Reception {
    /// Nil for the usual one.
    fileprivate var word: String? {
        switch self {
        case .first: nil
        case .referenceTaken: "TAKEN"
        case .alreadyReversed: "REVERSED"
        case .alreadyReported(inFull: true): "REPORTED"
        case .alreadyReported(inFull: false): "REPORTED_IN_PART"
        }
    }

    fileprivate init?(word: String?) {
        switch word {
        case nil: self = .first
        case "TAKEN": self = .referenceTaken
        case "REVERSED": self = .alreadyReversed
        case "REPORTED": self = .alreadyReported(inFull: true)
        case "REPORTED_IN_PART": self = .alreadyReported(inFull: false)
        default: return nil
        }
    }
}
