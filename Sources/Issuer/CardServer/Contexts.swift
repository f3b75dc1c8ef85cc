import CardAPI
import Cards
import HTTPContract
import HTTPService
import Hummingbird
import NIOCore

/// A request whose caller is not known yet.
public struct ServiceContext: ServiceRequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    package let channel: any Channel
    /// In the response's `X-Request-Id`, and in every log line about the request.
    package var requestID = ""
    /// The identity in its token; a problem if the token is not valid, nil if there is none.
    package internal(set) var authentication: Result<Identity, Problem>?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    func identity() throws -> Identity {
        guard let authentication else { throw MissingToken() }
        return try authentication.get()
    }
}

/// The problem of a request without credentials. It differs from that of an invalid token: RFC 6750, section 3.1, wants
/// no error code for a caller who did not know that credentials are needed.
struct MissingToken: Error {
    static let problem = Problem(.unauthorized, "This operation needs a token: Authorization: Bearer ….")
    static let challenge = #"Bearer realm="digitalwallets""#
}

/// A request of a caller that an operation is for. Its `init` is the check, so no handler can run without it.
protocol AuthenticatedContext: ChildRequestContext where ParentContext == ServiceContext {
    static var audience: Audience { get }
}

/// A request with a customer's token: it reaches only that customer's resources.
struct CustomerContext: AuthenticatedContext {
    static let audience = Audience.customer

    var coreContext: CoreRequestContextStorage
    let brand: String
    let customer: CustomerID

    init(context: ServiceContext) throws {
        let identity = try context.identity()
        customer = try identity.customer()
        brand = identity.brand
        coreContext = context.coreContext
    }
}

/// A request of a customer who may see card secrets: its token has the scope for them.
struct CardDataContext: AuthenticatedContext {
    static let audience = Audience.cardData

    var coreContext: CoreRequestContextStorage
    let brand: String
    let customer: CustomerID

    init(context: ServiceContext) throws {
        let identity = try context.identity()
        customer = try identity.customer()
        guard identity.scopes.contains(Audience.cardDataScope) else {
            throw Problem(
                .scopeRequired,
                "This operation needs a customer's token with the scope \(Audience.cardDataScope); "
                    + "ask for it at token exchange.")
        }
        brand = identity.brand
        coreContext = context.coreContext
    }
}

/// A request of a program manager's backend: it reaches what belongs to its brand.
struct BusinessContext: AuthenticatedContext {
    static let audience = Audience.business

    var coreContext: CoreRequestContextStorage
    let brand: String

    init(context: ServiceContext) throws {
        let identity = try context.identity()
        guard identity.subject == .business else {
            throw Problem(
                .customerNotAllowed,
                "This operation needs a business token; this one is \(identity.subject.noun). "
                    + "A business client gets one by client_credentials.")
        }
        brand = identity.brand
        coreContext = context.coreContext
    }
}

extension Identity {
    fileprivate func customer() throws(Problem) -> CustomerID {
        guard case .customer(let customer) = subject else {
            throw Problem(
                .customerNotAllowed,
                "This operation needs a customer's token; this one is \(subject.noun). "
                    + "A customer's is issued by token exchange.")
        }
        return customer
    }
}
