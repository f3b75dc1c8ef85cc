import CardAPI
import Cards
import HTTPContract
import HTTPService

/// A request whose caller is not known yet.
package struct ServiceContext: ServiceRequestContext {
    package var base: RequestContext
    /// The identity from the request's token; a problem if the token is not valid, nil if there is no token.
    package internal(set) var authentication: Result<Identity, Problem>?

    package init(_ base: RequestContext) { self.base = base }

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
protocol AuthenticatedContext: Sendable {
    static var audience: Audience { get }
    /// The values of the path's parameters.
    var parameters: PathParameters { get }

    init(_ context: ServiceContext) throws
}

/// A request with a customer's token. It has access only to that customer's resources.
struct CustomerContext: AuthenticatedContext {
    static let audience = Audience.customer

    let parameters: PathParameters
    let brand: String
    let customer: CustomerID

    init(_ context: ServiceContext) throws {
        let identity = try context.identity()
        customer = try identity.customer()
        brand = identity.brand
        parameters = context.parameters
    }
}

/// A request of a customer whose token has the scope for card secrets.
struct CardDataContext: AuthenticatedContext {
    static let audience = Audience.cardData

    let parameters: PathParameters
    let brand: String
    let customer: CustomerID

    init(_ context: ServiceContext) throws {
        let identity = try context.identity()
        customer = try identity.customer()
        guard identity.scopes.contains(Audience.cardDataScope) else {
            throw Problem(
                .scopeRequired,
                "This operation needs a customer's token with the scope \(Audience.cardDataScope); "
                    + "ask for it at token exchange.")
        }
        brand = identity.brand
        parameters = context.parameters
    }
}

/// A request that answers a challenge.
struct AuthenticatingContext: AuthenticatedContext {
    static let audience = Audience.authenticating

    let parameters: PathParameters
    let brand: String
    /// Nil if the client answers with its own token. Then the event, of the token call, says whose it is.
    let customer: CustomerID?

    init(_ context: ServiceContext) throws {
        let identity = try context.identity()
        customer = identity.subject == .configuration ? nil : try identity.customer()
        brand = identity.brand
        parameters = context.parameters
    }
}

/// A request of a program manager's backend. It has access only to its brand.
struct BusinessContext: AuthenticatedContext {
    static let audience = Audience.business

    let parameters: PathParameters
    let brand: String

    init(_ context: ServiceContext) throws {
        let identity = try context.identity()
        guard identity.subject == .business else {
            throw Problem(
                .customerNotAllowed,
                "This operation needs a business token; this one is \(identity.subject.noun). "
                    + "A business client gets one by client_credentials.")
        }
        brand = identity.brand
        parameters = context.parameters
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
