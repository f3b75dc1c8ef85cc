import CardSecrets
import Foundation
import HTTPContract
import Identifiers
import Ledger
import Payments

/// A payment as the gateway shows it.
struct PaymentAnswer: Sendable {
    let payment: Payment
    let note: PaymentNote

    init(_ payment: Payment, _ note: PaymentNote) {
        (self.payment, self.note) = (payment, note)
    }

    /// - Throws: if the payment's note is not one of this gateway.
    init(_ payment: Payment) throws {
        guard let note = PaymentNote(payment.metadata) else { throw DamagedNote() }
        self.init(payment, note)
    }

    var code: GatewayResponseCode { note.code(of: payment) }

    /// The merchant's part of the payment: the approved amount, less voids.
    var amount: Money {
        Money(
            minorUnits: payment.authorized.minorUnits - payment.voided.minorUnits, currency: payment.amount.currency)
    }

    /// `setlstat`.
    var settlement: String {
        switch payment.status {
        case .created, .pendingAuthentication, .declined: "Declined"
        case .authorized: payment.amount.isZero ? "Zero Amount" : "Authorized"
        case .captured: payment.settledAt == nil ? "Queued for Capture" : "Accepted"
        case .voided: "Voided"
        case .refunded: "Refunded"
        case .expired: "Expired"
        }
    }

    /// The number of the batch in which the payment is settled; nil before a capture.
    var batch: String? { payment.capturedAt.map(Batch.id) }

    // MARK: Answers

    func authorization(
        _ request: AuthorizationRequest, _ instrument: PaymentInstrument, _ merchant: Merchant
    ) -> AnswerFields {
        let account = request.showsMaskedAccount ? Self.masked(instrument) : note.token
        var answer = AnswerFields(code)
        answer = answer + AnswerFields([
            "retref": .string(payment.reference), "account": .string(account), "token": .string(note.token),
            "expiry": .text(note.expiry), "amount": .string(amount.majorUnits),
            "merchid": .string(payment.merchant.rawValue), "authcode": .text(payment.approvalCode),
            "avsresp": .string(note.addressAnswer ?? ""), "cvvresp": .string(securityCodeAnswer), "commcard": "N",
            "entrymode": .string(note.entryMode), "cof": .text(note.onFile),
            "batchid": .text(batch),
        ])
        if request.addsBIN { answer = answer + AnswerFields(["binInfo": CardBIN(instrument.pan).json]) }
        return answer + decline + receipt(request, merchant)
    }

    /// An issuer declines a wrong code, so an approval says that the code is right. Any other decline says nothing
    /// about it: the issuer may not have looked at the code.
    private var securityCodeAnswer: String {
        if payment.declineReason == .wrongCVV2 { return "N" }
        if let fixed = note.securityCodeAnswer { return fixed }
        guard note.sendsSecurityCode else { return "" }
        let isApprovedByIssuer = ![.declined, .created].contains(payment.status) && note.ownCode == nil
        return isApprovedByIssuer ? "M" : "P"
    }

    /// Visa wants it said whether a declined payment may be tried later.
    private var decline: AnswerFields {
        guard payment.scheme == .visa, let reason = payment.declineReason, note.ownCode == nil else {
            return AnswerFields()
        }
        let category = DeclineCategory(reason)
        return AnswerFields([
            "declineCategory": .string(category.rawValue), "declineCategoryText": .string(category.text),
        ])
    }

    private func receipt(_ request: AuthorizationRequest, _ merchant: Merchant) -> AnswerFields {
        let receipt: JSONValue = [
            "dateTime": .string(GatewayDate.stamp(payment.createdAt)), "dba": .string(merchant.name),
            "address1": .string(merchant.city), "address2": .string(merchant.country), "nameOnCard": .text(note.name),
            "phone": "", "header": "", "footer": "", "orderNote": "", "items": "",
        ]
        return switch request.receipt {
        case .none: AnswerFields()
        case .list: AnswerFields(["receipt": receipt, "orderId": .string(payment.externalReference ?? "")])
        case .object: AnswerFields(["receiptObj": receipt])
        }
    }

    /// After a capture.
    var capture: AnswerFields {
        AnswerFields(code) + AnswerFields([
            "retref": .string(payment.reference), "merchid": .string(payment.merchant.rawValue),
            "account": .string(note.token), "token": .string(note.token),
            "orderid": .text(payment.externalReference), "amount": .string(payment.captured.majorUnits),
            "authcode": .text(payment.approvalCode), "batchid": .text(batch), "commcard": "N",
            "setlstat": .string(settlement),
        ])
    }

    /// After a void.
    var void: AnswerFields {
        AnswerFields(.approval(of: note.processor)) + AnswerFields([
            "retref": .string(payment.reference), "merchid": .string(payment.merchant.rawValue),
            "orderId": .string(payment.externalReference ?? ""), "amount": .string(amount.majorUnits),
            "currency": .string(payment.amount.currency.code), "authcode": "REVERS",
        ])
    }

    /// All that is known.
    var inquiry: AnswerFields {
        AnswerFields(code) + AnswerFields([
            "retref": .string(payment.reference), "merchid": .string(payment.merchant.rawValue),
            "orderId": .text(payment.externalReference), "account": .string(note.token),
            "token": .string(note.token), "expiry": .text(note.expiry), "name": .text(note.name),
            "lastfour": .string(payment.lastFour), "amount": .string(amount.majorUnits),
            "currency": .string(payment.amount.currency.code), "authcode": .text(payment.approvalCode),
            "authdate": .string(GatewayDate.day(payment.createdAt)), "batchid": .text(batch),
            "capturedate": payment.capturedAt.map { .string(GatewayDate.stamp($0)) },
            "settledate": payment.settledAt.map { .string(GatewayDate.stamp($0)) },
            "setlstat": .string(settlement), "entrymode": .string(note.entryMode), "bintype": "",
            "voidable": .string(isVoidable ? "Y" : "N"), "userfields": note.userFields,
        ]) + decline
    }

    private var isVoidable: Bool {
        switch payment.status {
        case .authorized: true
        case .captured: payment.settledAt == nil && payment.refunded.isZero
        default: false
        }
    }

    /// All digits but the first two and the last four are hidden.
    private static func masked(_ instrument: PaymentInstrument) -> String {
        let length = instrument.pan.reveal { $0.utf8.count }
        return instrument.shownPrefix + String(repeating: "X", count: length - 6) + instrument.pan.lastFour
    }
}

/// A payment of this gateway has no note of it.
struct DamagedNote: Error, CustomStringConvertible {
    var description: String { "a payment of cardpointe has metadata that is not the gateway's" }
}
