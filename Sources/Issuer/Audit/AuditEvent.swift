import Foundation

/// The caller of an act, and the way the call came: what all events of one request have in common.
public struct AuditCaller: Sendable, Equatable {
    /// The name of a person, for an act of an operator.
    public var operatorName: String?
    public var client: String?
    public var brand: String?
    /// The customer of the caller's token.
    public var customer: String?
    /// The `jti` of the caller's token (RFC 7519, section 4.1.7).
    public var tokenID: String?
    public var requestID: String?
    public var address: String?
    /// The operation of the API, or the command.
    public var operation: String?

    /// A caller of which nothing is known: the service itself.
    public static let service = AuditCaller()

    public init(
        operatorName: String? = nil, client: String? = nil, brand: String? = nil, customer: String? = nil,
        tokenID: String? = nil, requestID: String? = nil, address: String? = nil, operation: String? = nil
    ) {
        (self.operatorName, self.client, self.brand, self.customer) = (operatorName, client, brand, customer)
        (self.tokenID, self.requestID, self.address, self.operation) = (tokenID, requestID, address, operation)
    }
}

/// An act that the audit trail tells.
public struct AuditEvent: Sendable, Equatable {
    public enum Outcome: String, Sendable, Codable, CaseIterable {
        case done = "DONE"
        case refused = "REFUSED"
    }

    public let time: Date
    /// The kind of the act, such as `CARD_DATA_SHOWN`.
    public let act: String
    public let outcome: Outcome
    /// The object of the act, such as a card's id. It is never a secret.
    public let subject: String?
    /// More about the act, such as the reason of a refusal. It is never a secret.
    public let detail: String?
    public let caller: AuditCaller

    public init(
        _ act: String, _ outcome: Outcome = .done, about subject: String? = nil, detail: String? = nil,
        by caller: AuditCaller, at time: Date
    ) {
        (self.time, self.act, self.outcome) = (time, act, outcome)
        (self.subject, self.detail, self.caller) = (subject, detail, caller)
    }
}
