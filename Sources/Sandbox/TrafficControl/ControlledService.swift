import HTTPContract
import HTTPTypes

/// A service whose requests are recorded, counted and struck by faults: what must be known of it for that. It is an
/// object, because each recorded request leads to it.
package final class ControlledService: Sendable {
    /// Hides everything in a body that could be secret. Nil if the body cannot be read.
    package typealias Mask = @Sendable (Operation, _ body: [UInt8]) -> JSONValue?

    /// The gateway's name; nil for the service that the gateways stand beside.
    package let gateway: String?
    package let operations: [Operation]
    /// Every code that its answers can have, in the order of its documentation.
    package let codes: [String]
    /// The codes in the body of an answer.
    let codesIn: @Sendable (JSONValue) -> [String]
    /// Whether only answers of errors have codes.
    let hasCodesOnlyInErrors: Bool
    let maskedRequest: Mask
    let maskedAnswer: Mask
    /// The header fields that the journal shows, in their order.
    let shownHeaders: [HTTPField.Name]
    /// The header fields that prove who sends a request. The journal says only that they are there.
    let proofs: [HTTPField.Name]
    /// The kind of the event that says that a request may have changed something; nil for none.
    let changeEvent: SandboxEvent.Kind?
    /// The names of the secrets in the requests of the operations whose exchanges may be kept as they were sent.
    let secretMembers: [String: [[UInt8]]]
    private let knownCodes: Set<String>

    /// - Parameters:
    ///   - maskedRequest: hides the secrets of requests. By default, what an operation declares as secret and what it
    ///     does not declare.
    ///   - maskedAnswer: hides the secrets of answers. By default, what an operation declares as secret.
    ///   - headers: the header fields that the journal shows beside those of every service.
    ///   - keepsAsSent: whether an exchange without a secret may be kept as it was sent until somebody reads it. That
    ///     of a form, or of an operation that answers a secret, never is.
    package init(
        gateway: String? = nil, operations: [Operation] = [], codes: [String] = [],
        codesIn: @escaping @Sendable (JSONValue) -> [String] = { _ in [] }, hasCodesOnlyInErrors: Bool = false,
        maskedRequest: @escaping Mask = { $0.masked(body: $1) },
        maskedAnswer: @escaping Mask = { $0.masked(answer: $1) },
        headers: [HTTPField.Name] = [], proofs: [HTTPField.Name] = [], changeEvent: SandboxEvent.Kind? = nil,
        keepsAsSent: Bool = false
    ) {
        (self.gateway, self.operations) = (gateway, operations)
        (self.codes, self.codesIn, self.hasCodesOnlyInErrors) = (codes, codesIn, hasCodesOnlyInErrors)
        (self.maskedRequest, self.maskedAnswer) = (maskedRequest, maskedAnswer)
        (self.proofs, self.changeEvent) = (proofs, changeEvent)
        knownCodes = Set(codes)
        shownHeaders =
            [.accept, .contentType, .userAgent, .idempotencyKey] + headers + proofs + [.authorization]
        let kept = keepsAsSent ? operations.filter { !$0.isForm && !$0.answersSecret } : []
        secretMembers = Dictionary(
            uniqueKeysWithValues: kept.map { operation in
                guard case .json(let schema) = operation.payload else { return (operation.name, []) }
                return (operation.name, schema.secretMembers.map { Array($0.utf8) })
            })
    }

    /// Whether a code is one of the documented ones.
    func knows(_ code: String) -> Bool { knownCodes.contains(code) }
}
