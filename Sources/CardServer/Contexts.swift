import CardAPI
import Cards
import Hummingbird

/// A request before anyone knows whose it is.
public struct ServiceContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// In the answer's `X-Request-Id` and in every log line about the request.
    var requestID = ""
    /// What its token says; a problem where the token says nothing good, nil where there is none.
    var authentication: Result<Identity, Problem>?

    public init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }

    func identity() throws(Problem) -> Identity {
        guard let authentication else {
            throw Problem(.unauthorized, "This operation needs a token: Authorization: Bearer ….")
        }
        return try authentication.get()
    }
}

/// A request of whoever an operation is for. Its `init` is the check, so that no handler can be reached without it.
protocol AuthenticatedContext: ChildRequestContext where ParentContext == ServiceContext {
    static var audience: Operation.Audience { get }
}

/// A request with a customer's token: it can reach that customer's resources and no others.
struct CustomerContext: AuthenticatedContext {
    static let audience = Operation.Audience.customer

    var coreContext: CoreRequestContextStorage
    let customer: CustomerID

    init(context: ServiceContext) throws {
        let identity = try context.identity()
        guard case .customer(let customer) = identity.subject else {
            throw Problem(
                .customerNotAllowed,
                "This operation needs a customer's token; this one is \(identity.subject.noun). "
                    + "A customer's is issued by token exchange.")
        }
        self.customer = customer
        coreContext = context.coreContext
    }
}
