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
    /// The id in the response's `X-Request-Id` and in every log line about the request.
    package var requestID = ""
    /// The identity from the request's token; a problem if the token is not valid, nil if there is no token.
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

/// The problem of a request without credentials. Unlike the problem of an invalid token, it has no error code in its
/// challenge: RFC 6750, section 3.1, wants none for a caller who may not know that credentials are needed.
struct MissingToken: Error {
    static let problem = Problem(.unauthorized, "This operation needs a token: Authorization: Bearer ….")
    static let challenge = #"Bearer realm="digitalwallets""#
}

/// A request whose caller is in the audience of an operation. The `init` checks that, so no handler can run without the
/// check.
protocol AuthenticatedContext: ChildRequestContext where ParentContext == ServiceContext {
    static var audience: Audience { get }
}

/// A request with a customer's token. It has access only to that customer's resources.
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

/// A request of a customer whose token has the scope for card secrets.
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

/// A request of a program manager's backend. It has access only to its brand.
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
