import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Identifiers

/// What the rules of a fault plan ask about a request.
struct FaultRequest: Sendable {
    let operation: HTTPContract.Operation
    var headers: HTTPFields = [:]
    /// The card in the path.
    var card: CardID?
    /// The customer of the token, or the one in the path.
    var customer: CustomerID?

    /// Whether it has an `Idempotency-Key` that its operation accepts.
    var canBeRepeated: Bool { operation.acceptsIdempotencyKey && headers.contains(.idempotencyKey) }

    /// Whether it has an event or a device of strong customer authentication.
    var hasProof: Bool { Self.proofs.contains(where: headers.contains) }

    static let proofs: [HTTPField.Name] = [.scaAuthorization, .scaDevice]
}

extension FaultRequest {
    /// A request of a gateway names no card and no customer of the issuer.
    init(_ request: Request, for operation: HTTPContract.Operation, in context: some ServiceRequestContext) {
        self.init(operation: operation, headers: request.headers)
        guard let context = context as? ServiceContext else { return }
        let parameters = operation.parameters(in: request.target.path)
        card = parameters.first { $0.name == "cardId" }.flatMap { CardID($0.value) }
        if case .customer(let id)? = try? context.authentication?.get().subject {
            customer = id
        } else {
            customer = parameters.first { $0.name == "customerId" }.flatMap { CustomerID($0.value) }
        }
    }
}

/// A header field that a request must have, with any value or with this one.
struct FaultHeaderCondition: Sendable, Hashable, CustomStringConvertible {
    private let name: HTTPField.Name
    /// Nil for any value.
    private let value: String?

    static let expectation = "must be the name of a header, or its name and its value, such as X-Suite: checkout"

    /// Nil if it is not `Name` or `Name: value`.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count > 0, let name = HTTPField.Name(String(parts[0])) else { return nil }
        self.name = name
        value = parts.count == 1 ? nil : String(parts[1].drop { $0 == " " })
        guard value.map({ HTTPField.isValidValue($0) }) ?? true else { return nil }
    }

    /// Whether its value is a secret, which no plan should hold.
    var isAboutSecret: Bool { Self.secrets.contains(name) }

    /// Those of the card service, of the sandbox and of the gateways.
    private static let secrets: [HTTPField.Name] =
        [.authorization, .proxyAuthorization, .cookie, .sandboxToken, .apiKey] + FaultRequest.proofs

    func isMet(by headers: HTTPFields) -> Bool {
        guard let value else { return headers.contains(name) }
        return headers[values: name].contains(value)
    }

    /// As it was set.
    var description: String { name.rawName + (value.map { ": \($0)" } ?? "") }
}
