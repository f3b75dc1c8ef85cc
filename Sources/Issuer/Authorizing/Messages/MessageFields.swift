import Ledger

/// A message as it came in: any value may be missing or wrong. The readers of JSON and of ISO 8583 fill it, and so does
/// an acquirer in this process.
public struct MessageFields: Sendable {
    public var kind: Sent<MessageKind>?
    public var type: Sent<TransactionType>?
    public var reference: Sent<NetworkReference>?
    public var lifecycle: Sent<NetworkReference>?
    /// The name of the one message that this message is about, if it differs from ``lifecycle``.
    public var original: Sent<NetworkReference>?
    /// The name that later messages use for this one, if it differs from ``reference``.
    public var name: Sent<NetworkReference>?
    public var amount: Int64?
    public var currency: Sent<Currency>?
    public var category: Sent<MerchantCategory>?
    public var country: Sent<CountryCode>?
    public var merchantName: String?
    public var city: String?
    public var merchantID: String?
    public var terminalID: String?
    public var entryMode: Sent<EntryMode>?
    public var cardPresence: Sent<CardPresence>?
    public var expiryYear: Int?
    public var expiryMonth: Int?
    public var token: Token?
    public var canApproveInPart = false
    public var isLast = true
    public var verification = VerificationResults()
    /// The secrets whose form is wrong. The reader of the message finds them, because this target sees no secret.
    public var malformedSecrets: [MalformedRequest.Secret] = []

    public init() {}

    public struct Token: Sendable {
        public var requestorID: String?
        public var wallet: Sent<SentToken.Wallet>?
        public var counter: Int?

        public init(requestorID: String? = nil, wallet: Sent<SentToken.Wallet>? = nil, counter: Int? = nil) {
            self.requestorID = requestorID
            self.wallet = wallet
            self.counter = counter
        }
    }
}

extension MessageFields {
    /// The values that distinguish it from other messages, in one text: all except the reference and the results of
    /// verification.
    public var identity: String {
        let numbers = [amount.map { String($0) }, expiryYear.map { String($0) }, expiryMonth.map { String($0) }]
        let texts = [
            kind?.text, type?.text, lifecycle?.text, currency?.text, category?.text, country?.text, merchantName, city,
            merchantID, terminalID, entryMode?.text, cardPresence?.text, token?.requestorID, token?.wallet?.text,
            original?.text,
        ]
        let switches = [canApproveInPart, isLast].map { $0 ? "1" : "0" }
        return (numbers + texts + switches).map { $0 ?? "" }.joined(separator: "\u{0}")
    }

    /// The largest amount: the 12 digits of field 4.
    public static let largestAmount: Int64 = 999_999_999_999
    private static let identifierLength = 1...40
    private static let counterRange = 0...65_535

    /// Checks all fields, and reports every problem at once.
    public func read() throws(MalformedRequest) -> NetworkRequest {
        var reader = FieldReader()
        let kind = reader.choice(kind, .kind, code: .invalidTransaction)
        let type = readType(of: kind, &reader)
        let reference = reader.reference(reference ?? .unreadable(""), .networkReference)
        let lifecycle = readLifecycle(of: kind, &reader)
        let original = original.flatMap { reader.reference($0, .lifecycleId) }
        let name = name.flatMap { reader.reference($0, .networkReference) }
        let amount = readAmount(of: kind, &reader)
        let merchant = readMerchant(&reader)
        let entryMode = reader.choice(entryMode ?? .value(.unknown), .panEntryMethod, code: .formatError)
        let presence = reader.choice(cardPresence ?? .value(.unknown), .cardPresence, code: .formatError)
        let expiry = readExpiry(&reader)
        let token = readToken(&reader)
        for secret in malformedSecrets { reader.report(secret.rule.field, secret.rule.message, .formatError) }
        guard reader.problems.isEmpty, let kind, let type, let reference, let amount, let merchant, let entryMode,
            let presence
        else { throw MalformedRequest(problems: reader.problems) }
        return NetworkRequest(
            kind: kind, type: type, reference: reference, lifecycle: lifecycle, original: original,
            name: name ?? reference, amount: amount, merchant: merchant, entryMode: entryMode, cardPresence: presence,
            expiry: expiry, token: token, canApproveInPart: canApproveInPart, isLast: isLast,
            verification: verification)
    }

    /// Reads the lifecycle, which a message that changes an authorization must have.
    private func readLifecycle(of kind: MessageKind?, _ reader: inout FieldReader) -> NetworkReference? {
        guard lifecycle == nil, kind?.namesItsPayment == true else {
            return lifecycle.flatMap { reader.reference($0, .lifecycleId) }
        }
        reader.report(.lifecycleId, "is required for this kind", .formatError)
        return nil
    }

    /// Refunds, inquiries and verifications have only one type. Messages of other kinds are purchases unless they name
    /// another type. A full reversal may repeat the type of the message that it takes back.
    private func readType(of kind: MessageKind?, _ reader: inout FieldReader) -> TransactionType? {
        let sent = type.flatMap { reader.choice($0, .transactionType, code: .invalidTransaction) }
        let own: TransactionType? =
            switch kind {
            case .refundAuthorization, .refund, .refundReversal: .refund
            case .balanceInquiry: .balanceInquiry
            case .accountVerification: .accountVerification
            default: nil
            }
        if let own, let sent, sent != own {
            reader.report(.transactionType, "must be absent or \(own.rawValue) for this kind", .invalidTransaction)
        }
        if own == nil, kind != .reversal, let sent, [.refund, .balanceInquiry, .accountVerification].contains(sent) {
            reader.report(.transactionType, "must be a payment for this kind", .invalidTransaction)
        }
        return own ?? sent ?? .purchase
    }

    private func readAmount(of kind: MessageKind?, _ reader: inout FieldReader) -> Money? {
        let range = Self.amounts(of: kind)
        let sent = amount ?? 0
        if !range.contains(sent) {
            let isFree = range.upperBound == 0
            let rule = isFree ? "must be absent or 0" : "must be \(range.lowerBound) to \(range.upperBound) minor units"
            reader.report(.amount, rule, .invalidAmount)
        }
        let rule = "must be a currency of ISO 4217"
        let unit = reader.needed(currency?.value, .currencyCode, rule, code: .invalidTransaction)
        return unit.map { Money(minorUnits: sent, currency: $0) }
    }

    /// A full reversal may name the amount that it takes back, but the authorization knows it. The final amount of an
    /// advice is 0 where a pump gave no fuel.
    private static func amounts(of kind: MessageKind?) -> ClosedRange<Int64> {
        switch kind {
        case .balanceInquiry, .accountVerification: 0...0
        case .reversal, .advice: 0...largestAmount
        default: 1...largestAmount
        }
    }

    private func readMerchant(_ reader: inout FieldReader) -> CardAcceptor? {
        let category = reader.needed(category?.value, .mcc, "must be four digits")
        let country = reader.needed(country?.value, .country, "must be two capital letters")
        let name = reader.text(merchantName ?? "", .merchantName, 1...CardAcceptor.nameLimit)
        let city = city.flatMap { reader.text($0, .city, CardAcceptor.cityLength) }
        let id = merchantID.flatMap { reader.identifier($0, .merchantID, Self.identifierLength) }
        let terminalID = terminalID.flatMap { reader.identifier($0, .terminalID, Self.identifierLength) }
        guard let category, let country, let name else { return nil }
        return CardAcceptor(
            category: category, country: country, name: name, city: city, id: id, terminalID: terminalID)
    }

    private func readExpiry(_ reader: inout FieldReader) -> YearMonth? {
        guard expiryYear != nil || expiryMonth != nil else { return nil }
        let rule = "must be a month from 1 to 12 and a year from 2000 to 2099"
        return reader.needed(YearMonth(year: expiryYear ?? 0, month: expiryMonth ?? 0), .expiry, rule)
    }

    private func readToken(_ reader: inout FieldReader) -> SentToken? {
        guard let token else { return nil }
        let requestor = token.requestorID ?? ""
        if requestor.utf8.count != 11 || !requestor.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            reader.report(.requestorID, "must be 11 digits", .formatError)
        }
        let wallet = token.wallet.flatMap { reader.choice($0, .wallet, code: .formatError) }
        if let counter = token.counter, !Self.counterRange.contains(counter) {
            reader.report(.counter, "must be 0 to \(Self.counterRange.upperBound)", .formatError)
        }
        return SentToken(requestorID: requestor, wallet: wallet, counter: token.counter)
    }
}
