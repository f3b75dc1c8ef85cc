import Authorizing
import CardSecrets
import ISO8583
import Issuing
import Ledger

/// Translates the messages of ISO 8583:1987 into messages of this issuer, and its answers back. docs/ISO8583.md
/// explains the meanings, and says where the standard leaves a choice.
///
/// Values are passed on as they came: ``MessageFields/read()`` judges them. Only what cannot be passed on is judged
/// here.
public enum ISO8583Mapping {
    public enum Meaning: Sendable {
        case message(IncomingMessage)
        /// The answer is certain without a decision.
        case answer(ISO8583Message)
        /// No answer is sent: the message is an answer itself, or of a type that has none.
        case nothing
    }

    public static func meaning(of message: ISO8583Message) -> Meaning {
        func refusal(_ code: ResponseCode) -> Meaning { message.answer(code.rawValue).map { .answer($0) } ?? .nothing }

        let type = message.type.original.description
        if type == "0800" { return refusal(isKnownManagement(message) ? .approved : .invalidTransaction) }
        guard requestTypes.contains(type) else { return refusal(.invalidTransaction) }
        guard let number = message.text(2) else { return refusal(.formatError) }
        guard let pan = PAN(number) else { return refusal(.noSuchCard) }
        do throws(UnreadableElement) {
            let elements = try ISO8583Elements(message)
            return .message(
                IncomingMessage(
                    message: NetworkMessage(
                        fields: try fields(of: elements), pan: pan, securityCode: elements.additional[92],
                        pinBlock: message.bytes(52)),
                    token: try token(of: elements)))
        } catch {
            return refusal(.formatError)
        }
    }

    /// - Returns: nil if messages of this type have no answer.
    public static func answer(_ answer: NetworkAnswer, to message: ISO8583Message) -> ISO8583Message? {
        guard var reply = message.answer(answer.code.rawValue) else { return nil }
        if answer.code == .approvedInPart, let amount = answer.approved.flatMap(amountDigits) {
            reply.fields[4] = .text(amount)
        }
        reply.fields[38] = answer.approvalCode.map { .text($0) }
        reply.fields[44] = answer.securityCode.map { .text($0.rawValue) }
        reply.fields[54] = answer.available.flatMap(balance).map { .text($0) }
        return reply
    }

    /// Account type 00 (any), amount type 02 (available), currency, C or D for credit or debit, and the amount.
    private static func balance(_ available: Money) -> String? {
        amountDigits(available).map { "0002\(available.currency.digits)\(available.isNegative ? "D" : "C")\($0)" }
    }

    /// Twelve digits without a sign; nil if they are not enough.
    private static func amountDigits(_ money: Money) -> String? {
        let digits = String(money.minorUnits.magnitude)
        return digits.count <= 12 ? String(repeating: "0", count: 12 - digits.count) + digits : nil
    }

    private static let requestTypes: Set = ["0100", "0120", "0200", "0220", "0400", "0420"]

    /// Sign-on, sign-off and echo.
    private static func isKnownManagement(_ message: ISO8583Message) -> Bool {
        ["001", "002", "301"].contains(message.text(70))
    }
}

// The fields of a request.
extension ISO8583Mapping {
    private static func fields(of elements: ISO8583Elements) throws(UnreadableElement) -> MessageFields {
        let message = elements.message
        let kind = try kind(of: elements)
        var fields = MessageFields()
        fields.kind = .value(kind)
        fields.type = type(of: kind, elements)
        fields.reference = Sent(elements.reference)
        fields.lifecycle = Sent(elements.namedLifecycle ?? (kind.opensPayment ? elements.ownLifecycle : nil))
        fields.original = Sent(elements.namedOriginal)
        fields.name = Sent(elements.ownLifecycle)
        fields.amount = try amount(of: kind, elements)
        fields.currency = message.text(49).map { sent in
            Int(sent).flatMap { Currency(number: $0) }.map(Sent.value) ?? Sent(stringLiteral: sent)
        }
        fields.category = Sent(message.text(18))
        fields.merchantID = message.trimmed(42)
        fields.terminalID = message.trimmed(41)
        if let place = message.text(43) {
            let country: String?
            (fields.merchantName, fields.city, country) = merchant(place)
            fields.country = Sent(country)
        }
        let mode = message.text(22).flatMap { entryModes[String($0.prefix(2))] } ?? .unknown
        fields.entryMode = .value(mode)
        fields.cardPresence = .value(presence(mode, condition: message.text(25)))
        if let expiry = message.text(14) {
            fields.expiryYear = Int(expiry.prefix(2)).map { 2000 + $0 }
            fields.expiryMonth = Int(expiry.suffix(2))
        }
        if let requestor = elements.tokenData?[6] {
            fields.token = MessageFields.Token(requestorID: requestor)
        }
        fields.verification.cryptogram = elements.networksVerdict
        fields.canApproveInPart = elements.options[1] == "1"
        fields.isLast = elements.options[3] != "1"
        return fields
    }

    private static func kind(of elements: ISO8583Elements) throws(UnreadableElement) -> MessageKind {
        switch (elements.message.type.original.description, elements.processingCode) {
        case ("0100", _) where elements.options[2] == "1": .incremental
        case ("0100", "20"): .refundAuthorization
        case ("0100", "30"), ("0100", "31"), ("0200", "30"), ("0200", "31"): .balanceInquiry
        case ("0100", "00") where elements.amount == 0: .accountVerification
        case ("0100", _): .authorization
        case ("0120", _): .advice
        case ("0200", _): .financial
        case ("0220", "20"): .refund
        case ("0220", _): elements.namedLifecycle == nil ? .forcePost : .clearing
        case (_, "20") where elements.original?.hasPrefix("02") == true: .refundReversal
        default: try elements.replacement() ?? 0 > 0 ? .partialReversal : .reversal
        }
    }

    private static func type(of kind: MessageKind, _ elements: ISO8583Elements) -> Sent<TransactionType>? {
        if kind == .accountVerification { return .value(.accountVerification) }
        return elements.processingCode.map { transactionTypes[$0].map(Sent.value) ?? .unreadable($0) }
    }

    /// For a partial reversal: the amount that is taken back. Field 95 has the remaining amount.
    private static func amount(
        of kind: MessageKind, _ elements: ISO8583Elements
    ) throws(UnreadableElement) -> Int64? {
        guard kind == .partialReversal, let remaining = try elements.replacement() else { return elements.amount }
        return elements.amount.map { $0 - remaining }
    }

    private static let transactionTypes: [String: TransactionType] = [
        "00": .purchase, "01": .atmWithdrawal, "09": .purchaseWithCashback, "20": .refund, "30": .balanceInquiry,
        "31": .balanceInquiry,
    ]

    /// 25 characters of name, 13 of city, 2 of country.
    private static func merchant(_ place: String) -> (name: String?, city: String?, country: String?) {
        let (name, rest) = (place.prefix(25), place.dropFirst(25))
        return (String(name).filled, String(rest.prefix(13)).filled, String(rest.dropFirst(13)).filled)
    }

    /// 80 is a stripe that was read because the chip failed, and 91 a stripe that a phone or a card imitates.
    private static let entryModes: [String: EntryMode] = [
        "01": .manual, "02": .magneticStripe, "05": .chip, "07": .contactless, "10": .credentialOnFile,
        "80": .magneticStripe, "81": .ecommerce, "90": .magneticStripe, "91": .contactless,
    ]

    /// Whether the card was present: the entry mode decides it or, if it leaves that open, the condition at the point
    /// of service.
    private static func presence(_ mode: EntryMode, condition: String?) -> CardPresence {
        switch mode {
        case .chip, .contactless, .magneticStripe: .present
        case .ecommerce, .credentialOnFile: .notPresent
        case .manual, .unknown:
            switch condition {
            case "00", "02", "03": .present
            case "01", "05", "08", "59": .notPresent
            default: .unknown
            }
        }
    }

    private static func token(of elements: ISO8583Elements) throws(UnreadableElement) -> PresentedCryptogram? {
        guard let data = elements.tokenData else { return nil }
        return PresentedCryptogram(requestorID: data[6], bytes: try elements.cryptogram())
    }
}

extension MessageKind {
    /// Whether the message can be the first one of a payment. The others belong to a payment, which they must name.
    fileprivate var opensPayment: Bool {
        switch self {
        case .authorization, .advice, .financial, .forcePost, .refundAuthorization, .refund, .balanceInquiry,
            .accountVerification: true
        case .incremental, .partialReversal, .reversal, .clearing, .refundReversal: false
        }
    }
}
