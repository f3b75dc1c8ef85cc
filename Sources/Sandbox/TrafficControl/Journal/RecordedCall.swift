import HTTPContract

/// The operation and the sender of a request.
package struct RecordedCall: Sendable {
    /// Nil if the request is for no operation.
    let operation: Operation?
    let requestID: String
    let service: ControlledService
    /// Whose the bearer token is, in the words of the journal; nil if it says nothing.
    let bearer: String?
    /// The subject of the token.
    let subject: String?

    /// - Parameters:
    ///   - operation: nil if the request is for no operation.
    ///   - bearer: whose the bearer token is, in the words of the journal; nil if it says nothing.
    ///   - subject: the subject of the token.
    package init(
        operation: Operation?, requestID: String, to service: ControlledService, bearer: String? = nil,
        subject: String? = nil
    ) {
        (self.operation, self.requestID, self.service) = (operation, requestID, service)
        (self.bearer, self.subject) = (bearer, subject)
    }

    func masked(path: String) -> String { operation?.masked(path: path) ?? Masking.path(path) }

    func masked(body: [UInt8]) -> JSONValue? { operation.flatMap { service.maskedRequest($0, body) } }

    func masked(answer: [UInt8]) -> JSONValue? { operation.flatMap { service.maskedAnswer($0, answer) } }
}
