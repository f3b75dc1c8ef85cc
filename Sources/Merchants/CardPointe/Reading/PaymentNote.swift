import HTTPContract
import Ledger
import Payments

/// The gateway's own data about a payment. It is stored as JSON with the payment.
struct PaymentNote: Sendable {
    var token: String
    var expiry: String?
    var name: String?
    var entryMode: String
    var processor: Processor
    /// The code in place of the processor's: that of an approval by telephone, or of a test value.
    var ownCode: GatewayResponseCode?
    var addressAnswer: String?
    /// The answer in place of the issuer's about the security code.
    var securityCodeAnswer: String?
    var sendsSecurityCode = false
    var onFile: String?
    var userFields: JSONValue?

    var json: String {
        let members: JSONValue = [
            "token": .string(token), "expiry": .text(expiry), "name": .text(name), "entryMode": .string(entryMode),
            "processor": .string(processor.rawValue), "codeProcessor": .text(ownCode?.processor.rawValue),
            "code": .text(ownCode?.code), "address": .text(addressAnswer), "securityCode": .text(securityCodeAnswer),
            "sendsSecurityCode": .boolean(sendsSecurityCode),
            "onFile": .text(onFile), "userFields": userFields,
        ]
        return members.jsonText
    }

    init(token: String, entryMode: String, processor: Processor) {
        (self.token, self.entryMode, self.processor) = (token, entryMode, processor)
    }

    /// - Returns: nil if the text is not what ``json`` writes.
    init?(_ text: String?) {
        guard let text, case .object(let object)? = try? JSONValue(parsing: Array(text.utf8)),
            let token = object.text("token"), let entryMode = object.text("entryMode"),
            let processor = object.text("processor").flatMap({ Processor(rawValue: $0) })
        else { return nil }
        self.init(token: token, entryMode: entryMode, processor: processor)
        (expiry, name, onFile) = (object.text("expiry"), object.text("name"), object.text("onFile"))
        (addressAnswer, securityCodeAnswer) = (object.text("address"), object.text("securityCode"))
        sendsSecurityCode = object["sendsSecurityCode"] == .boolean(true)
        userFields = object["userFields"]
        if let code = object.text("code"), let owner = object.text("codeProcessor") {
            ownCode = Processor(rawValue: owner).flatMap { GatewayResponseCode.find(code, of: $0) }
        }
    }

    /// The code that a payment's state has for the merchant.
    func code(of payment: Payment) -> GatewayResponseCode {
        if payment.status == .declined || payment.status == .created {
            if let ownCode, ownCode.status != .approved { return ownCode }
            return GatewayResponseCode.decline(payment.declineReason ?? .malfunction, of: processor)
        }
        if let ownCode, ownCode.status == .approved { return ownCode }
        return payment.authorized.minorUnits < payment.amount.minorUnits
            ? GatewayResponseCode.partialApproval(of: processor) : GatewayResponseCode.approval(of: processor)
    }
}
