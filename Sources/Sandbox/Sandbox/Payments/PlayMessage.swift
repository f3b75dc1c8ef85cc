import Authorizing
import Cards
import CardSecrets
import Foundation
import Identifiers
import Issuing
import Ledger
import Postgres
import SimulatedWallets
import Validation

/// A message of the network that a tester wants to see: "a purchase of 12.34 EUR", or "its clearing". A nil member gets
/// a value that works.
public struct PaymentOrder: Sendable {
    /// An authorization if nil.
    public var kind: String?
    /// The authorization that the message is about; nil for a new one.
    public var authorization: String?
    public var fields = MessageFields()
    /// The token of a phone that pays; nil if the card itself does.
    public var token: String?
    public var securityCode: String?
    public var pin: String?

    public init() {}
}

/// A message that was played, and the issuer's answer.
public struct PlayedMessage: Sendable {
    public let reference: String
    public let answered: AnsweredMessage
    /// The authorization as it is now; nil if there is none.
    public let authorization: Authorization?
}

extension Sandbox {
    /// Sends a message to the issuer as the network would, for testers who have no network.
    ///
    /// The terminal is genuine: chips and stripes are right. A message about an authorization repeats its merchant, its
    /// currency and, unless the order says otherwise, its amount.
    ///
    /// - Throws: a refusal that names every wrong field, or says why the phone cannot pay.
    public func play(_ order: PaymentOrder, with id: CardID) async throws(PhoneFailure) -> PlayedMessage {
        let (message, card, phone) = try await translating(PhoneFailure.failed) { () async throws(IssuingFailure) in
            try await prepare(order, with: id)
        }
        var payment: TokenPayment?
        if let phone, let reference = order.token, let request = try? message.fields.read() {
            payment = try await makePayment(
                with: reference, on: phone, of: request.amount, isInStore: request.entryMode == .contactless)
        }
        return try await translating(PhoneFailure.failed) { [payment] () async throws(IssuingFailure) in
            try await send(message, for: card, by: payment)
        }
    }

    private func send(
        _ message: NetworkMessage, for card: Card, by payment: TokenPayment?
    ) async throws(IssuingFailure) -> PlayedMessage {
        var message = message
        let answered: AnsweredMessage
        if let payment {
            message.pan = payment.dpan
            (message.fields.expiryMonth, message.fields.expiryYear) = (payment.expiry.month, payment.expiry.year)
            answered = try await authorize(
                message, requestor: payment.wallet.requestorID, cryptogram: payment.cryptogram.bytes)
        } else {
            answered = try await ask(message)
        }
        var authorization: Authorization?
        if let id = answered.authorization {
            authorization = try await reading(AuthorizationStatements.find(id, of: AccountHolder(card.customer))).first
        }
        return PlayedMessage(
            reference: message.fields.reference?.text ?? "", answered: answered, authorization: authorization)
    }

    /// The message, its card, and the phone that pays.
    func prepare(
        _ order: PaymentOrder, with id: CardID
    ) async throws(IssuingFailure) -> (NetworkMessage, Card, PhoneID?) {
        let plastic = try await plastic(of: id)
        let (original, unknown) = try await original(of: order, on: plastic.card)
        var fields = Self.fields(of: order, for: plastic.card, original)
        fields.reference = fields.reference ?? "SANDBOX-\(entropy.uuid().spelled)"
        let (pinBlock, wrongPIN) = try pinBlock(of: order, plastic.pan)
        let (phone, wrongToken) = try await phone(of: order, for: plastic.card)
        let wrongFields = Self.errors(in: fields).filter { error in !unknown.contains { $0.field == error.field } }
        let errors = unknown + wrongPIN + wrongToken + wrongFields
        guard errors.isEmpty else { throw .refused(.invalidFields(errors)) }
        let message = NetworkMessage(
            fields: fields, pan: plastic.pan, securityCode: order.securityCode, pinBlock: pinBlock)
        return (message, plastic.card, phone)
    }

    private func phone(
        of order: PaymentOrder, for card: Card
    ) async throws(IssuingFailure) -> (PhoneID?, [FieldError]) {
        guard let reference = order.token else { return (nil, []) }
        let tokens = try await reading(PhoneTokenStatements.ofCard(.id(card.customer), .id(card.id)))
        let phone = tokens.first { $0.reference == reference }?.phone
        return (phone, phone == nil ? [FieldError("dpanRef", "must be a token of this card on a phone")] : [])
    }

    private func original(
        of order: PaymentOrder, on card: Card
    ) async throws(IssuingFailure) -> (Authorization?, [FieldError]) {
        guard let text = order.authorization else { return (nil, []) }
        var found: Authorization?
        if let id = AuthorizationID(text) {
            let query = AuthorizationStatements.find(id, of: AccountHolder(card.customer))
            found = try await reading(query).first { $0.card == card.id }
        }
        return (found, found == nil ? [FieldError("authorizationId", "must be an authorization of this card")] : [])
    }

    private static func fields(of order: PaymentOrder, for card: Card, _ original: Authorization?) -> MessageFields {
        var fields = order.fields
        let sent = Sent<MessageKind>(order.kind) ?? .value(.authorization)
        let kind = sent.value
        fields.kind = sent
        let payment = original?.payment
        fields.lifecycle = (payment?.reference).map(Sent.value)
        if kind?.repeatsType == true { fields.type = fields.type ?? (payment?.type).map(Sent.value) }
        fields.amount = fields.amount ?? (kind?.repeatsAmount == true ? original?.amount.minorUnits : nil)
        fields.currency = fields.currency ?? (original?.amount.currency).map(Sent.value) ?? Sent(card.currency)
        fields.category = fields.category ?? (payment?.merchant.category).map(Sent.value) ?? "5812"
        fields.country = fields.country ?? (payment?.merchant.country).map(Sent.value) ?? "DE"
        fields.merchantName = fields.merchantName ?? payment?.merchant.name ?? "Café"
        fields.city = fields.city ?? (payment == nil ? "Berlin" : payment?.merchant.city)
        let usual: EntryMode = order.token == nil ? .ecommerce : .contactless
        let mode = fields.entryMode ?? .value(payment?.entryMode ?? usual)
        fields.entryMode = mode
        let isRead = [.chip, .contactless, .magneticStripe].contains(mode.value)
        fields.cardPresence = fields.cardPresence
            ?? .value(payment?.cardPresence ?? (isRead ? .present : .notPresent))
        if isRead, order.token == nil { fields.verification.cryptogram = .valid }
        (fields.expiryMonth, fields.expiryYear) = (card.expiry.month, card.expiry.year)
        return fields
    }

    private func pinBlock(
        of order: PaymentOrder, _ pan: PAN
    ) throws(IssuingFailure) -> (block: [UInt8]?, errors: [FieldError]) {
        guard let text = order.pin else { return (nil, []) }
        guard let pin = PIN(text) else { return (nil, [FieldError("pin", "must be 4 to 12 digits")]) }
        let block = try IssuingFailure.guarding { () throws(VaultFailure) in
            try vault.zoneBlock(pin, of: pan)
        }
        return (block, [])
    }

    private static func errors(in fields: MessageFields) -> [FieldError] {
        do throws(MalformedRequest) {
            _ = try fields.read()
            return []
        } catch {
            // A tester names a payment by its authorization.
            return error.problems.map { problem in
                let isPayment = problem.field == .lifecycleId
                return FieldError(isPayment ? "authorizationId" : problem.field.rawValue, problem.message)
            }
        }
    }
}

extension MessageKind {
    /// Whether a message about an authorization has the authorization's amount by default.
    fileprivate var repeatsAmount: Bool {
        switch self {
        case .clearing, .refund, .refundReversal, .advice: true
        case .authorization, .incremental, .financial, .partialReversal, .reversal, .forcePost, .refundAuthorization,
            .balanceInquiry, .accountVerification: false
        }
    }

    /// Whether the message has the type of the payment, instead of one of its own.
    fileprivate var repeatsType: Bool {
        switch self {
        case .incremental, .advice, .partialReversal, .reversal, .clearing, .forcePost: true
        case .authorization, .financial, .refundAuthorization, .refund, .refundReversal, .balanceInquiry,
            .accountVerification: false
        }
    }
}
