import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import Payments

extension GatewayMessages {
    static let moneyHash = GatewayMessages(
        codes: MoneyHashMessages.codes, codesIn: MoneyHashMessages.codes(in:),
        outage: { MoneyHashError($0, GatewayMessages.sentence(for: $0)).response },
        maskedRequest: MoneyHashMessages.maskedRequest)
}

/// The facts about MoneyHash's messages that others need to count their codes.
enum MoneyHashMessages {
    private static let refusals = [400, 401, 404, 405, 409, 413, 415, 429, 500, 503]

    static let codes = refusals.map(String.init) + OperationCode.allCases.map(\.rawValue)
        + DeclineReason.allCases.map(\.providerCode) + [FailureWords.refused.code]

    /// The status of a refusal; or the code of the newest operation, and the issuer's word for a decline.
    static func codes(in answer: JSONValue) -> [String] {
        guard case .object(let object) = answer else { return [] }
        if case .number(let status)? = object.object("status")?["code"], status != "200" { return [status] }
        guard let data = object.object("data") else { return [] }
        let transaction = data.object("transaction") ?? data.object("active_transaction")
        guard case .array(let operations)? = transaction?["operations"], case .object(let last)? = operations.last,
            let status = last.object("latest_status")
        else { return [] }
        return [status.text("code"), status.text("provider_error_code")].compactMap(\.self)
    }

    /// An amount may be a number or a text, which no declaration says, so it is shown here.
    static func maskedRequest(_ operation: Operation, _ body: [UInt8]) -> JSONValue? {
        let masked = operation.masked(body: body)
        guard case .object(let hidden)? = masked, case .object(let sent)? = try? JSONValue(parsing: body),
            let amount = sent["amount"], amount.isShortNumber
        else { return masked }
        return .object(hidden.map { name, value in (name, name == "amount" ? amount : value) })
    }
}

extension JSONValue {
    fileprivate var isShortNumber: Bool {
        switch self {
        case .number(let text), .string(let text):
            text.utf8.count <= 12 && text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) != nil
        default: false
        }
    }
}
