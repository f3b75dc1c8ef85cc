import Authorizing
import CardSecrets
import Identifiers
import Issuing
import Ledger
import Logging
import NetworkServer
import Payments

/// Reaches the issuer as an acquirer does: with messages of the card network, in this process.
///
/// It decides nothing and stores nothing. A message keeps its reference when it is sent again, so the issuer answers it
/// once. A failure is no answer: it is then unknown whether the issuer has acted on the message.
package struct MerchantsIssuer: PaymentIssuer, ClearingHouse {
    private let desk: any NetworkDesk
    private let logger: Logger

    /// - Parameter desk: the network, or the issuer itself.
    package init(_ desk: any NetworkDesk, logger: Logger) {
        self.desk = desk
        self.logger = logger
    }

    package func authorize(_ request: IssuerRequest) async -> IssuerAnswer {
        var message = IncomingMessage(request.instrument, from: request.merchant, request.amount, request.reference)
        message.fields.kind = .value(request.amount.isZero ? .accountVerification : .authorization)
        message.fields.canApproveInPart = request.canApproveInPart
        if request.isAuthenticated { message.fields.verification.authentication = .authenticated }
        guard let answer = await answer(to: message) else { return .unreachable }
        return Self.meaning(of: answer, for: request)
    }

    package func reverse(_ request: IssuerRequest) async -> IssuerAnswer {
        var message = IncomingMessage(
            request.instrument.withoutSensitiveData, from: request.merchant, request.amount, request.reference)
        message.fields.kind = .value(request.isComplete ? .reversal : .partialReversal)
        message.fields.lifecycle = request.originalReference.flatMap(IncomingMessage.networkReference)
        guard let answer = await answer(to: message), isTaken(answer, request.reference) else { return .unreachable }
        return Self.meaning(of: answer, for: request)
    }

    package func present(_ record: ClearingRecord) async -> Bool {
        var message = IncomingMessage(
            record.instrument.withoutSensitiveData, from: record.merchant, record.amount, record.reference)
        message.fields.kind = .value(record.kind == .capture ? .clearing : .refund)
        message.fields.lifecycle = IncomingMessage.networkReference(record.originalReference)
        message.fields.isLast = record.isFinal
        guard let answer = await answer(to: message) else { return false }
        return isTaken(answer, record.reference)
    }

    /// Whether the report of a past event need not be sent again. That is so if the issuer booked it. It is also so for
    /// a card that no longer exists, because no later message would find the card, and for a duplicate: its first
    /// message was booked, and the card behind its token may have been replaced since then. Any other report is sent
    /// again.
    private func isTaken(_ answer: NetworkAnswer, _ reference: String) -> Bool {
        guard answer.code.meaningForMerchants != .approval else { return true }
        logger.error(
            "a merchant's record is not booked",
            metadata: ["reference": .string(reference), "code": .string(answer.code.rawValue)])
        return [.noSuchCard, .duplicate].contains(answer.code)
    }

    private static func meaning(of answer: NetworkAnswer, for request: IssuerRequest) -> IssuerAnswer {
        switch answer.code.meaningForMerchants {
        case .approval:
            return .approved(amount: answer.approved ?? request.amount, code: answer.approvalCode ?? "")
        case .decline(let reason): return .declined(reason)
        case .noDecision: return .unreachable
        }
    }

    /// Nil if nothing was decided.
    private func answer(to message: IncomingMessage) async -> NetworkAnswer? {
        do throws(IssuingFailure) {
            return try await desk.answer(message).answer
        } catch {
            logger.error(
                "a merchant's message failed",
                metadata: [
                    "reference": .string(message.message.fields.reference?.text ?? ""), "failure": "\(error)",
                ])
            return nil
        }
    }
}

extension IncomingMessage {
    /// Field 43 and its neighbours have less room than a merchant's record.
    private static let placeLimit = 40

    /// Other acquirers have references of 12 digits, too.
    fileprivate static func networkReference(_ reference: String) -> Sent<NetworkReference>? {
        Sent(NetworkReference.gatewayPrefix + reference)
    }

    fileprivate var fields: MessageFields {
        get { message.fields }
        set { message.fields = newValue }
    }

    /// A message of a merchant on the internet, without its kind.
    fileprivate init(
        _ instrument: PaymentInstrument, from merchant: Merchant, _ amount: Money, _ reference: String
    ) {
        var fields = MessageFields()
        fields.reference = Self.networkReference(reference)
        (fields.amount, fields.currency) = (amount.minorUnits, .value(amount.currency))
        fields.category = MerchantCategory(number: merchant.category).map(Sent.value)
        (fields.merchantName, fields.country) = (merchant.name, Sent(merchant.country))
        fields.city = String(merchant.city.unicodeScalars.prefix(Self.placeLimit))
        fields.merchantID = merchant.id.rawValue
        (fields.entryMode, fields.cardPresence) = (.value(.ecommerce), .value(.notPresent))
        (fields.expiryYear, fields.expiryMonth) = (instrument.expiry?.year, instrument.expiry?.month)
        var message = NetworkMessage(fields: fields, pan: instrument.pan)
        switch instrument.kind {
        case .card(let code):
            message.securityCode = code.map { $0.revealText { $0 } }
            self.init(message: message)
        case .token(_, let cryptogram, _):
            // The network knows who may use a token; the merchant does not say it.
            let bytes = cryptogram.map { $0.withBytes { Array($0) } }
            self.init(message: message, token: PresentedCryptogram(bytes: bytes))
        }
    }
}
