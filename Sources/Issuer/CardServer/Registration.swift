import Audit
import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Validation

/// Operations for one audience.
struct RouterGroup<Context: AuthenticatedContext> {
    private let router: Router<ServiceContext>
    private let issuing: Issuing

    /// - Parameter issuing: counts the calls.
    init(_ router: Router<ServiceContext>, countedBy issuing: Issuing) {
        (self.router, self.issuing) = (router, issuing)
    }

    /// Registers a handler for an operation, in all its versions. The operation's audience must be the one that this
    /// context admits.
    func on(
        _ operation: Operation, _ handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) {
        add(operation) { request, context, _ in try await handler(request, context) }
    }

    /// The same for an operation of which the audit trail tells. Its handler also gets the caller.
    func on(
        _ operation: Operation,
        _ handler: @escaping @Sendable (Request, Context, AuditCaller) async throws -> Response
    ) {
        add(operation) { request, context, service in try await handler(request, context, service.caller()) }
    }

    private func add(
        _ operation: Operation,
        _ handler: @escaping @Sendable (Request, Context, ServiceContext) async throws -> Response
    ) {
        precondition(
            operation.audience == Context.audience,
            "\(operation.name) is for \(operation.audience.name), and its handler admits \(Context.audience.name)")
        let (takesNoQuery, issuing) = (operation.query.isEmpty, self.issuing)
        for version in operation.versions {
            router.on(version) { request, service in
                let context = try Context(service)
                try issuing.admit(service.identity(), to: operation)
                if takesNoQuery { _ = try EmptyQuery.read(request.target.query) }
                do {
                    return try await handler(request, context, service)
                } catch let failure as IssuingFailure {
                    throw operation.sorting(failure)
                }
            }
        }
    }
}

extension Operation {
    /// The failure of a handler, with invalid fields in the order in which the body declares them.
    package func sorting(_ failure: IssuingFailure) -> IssuingFailure {
        guard case .refused(.invalidFields(let violations)) = failure, case .json(let schema) = payload else {
            return failure
        }
        return .refused(.invalidFields(schema.sorted(violations, by: \.field)))
    }
}

/// The key of a POST, and the digest that defines the same request. They make it safe to repeat.
struct Idempotency: Sendable {
    private let key: String?
    private let isOfBrand: Bool
    /// Nil without a key.
    private let digests: VersionedHashes?

    init(of request: Request, body: [UInt8], to operation: Operation, by issuing: Issuing) throws(RequestError) {
        key = try IdempotencyKey.read(from: request.headers)
        isOfBrand = operation.audience == .business
        let target = "\(operation.name) \(request.target.path)"
        digests = key == nil ? nil : RequestDigest.of(target, body: body, by: issuing)
    }

    func request<Value>(
        answering answer: @escaping @Sendable (Value) -> StoredAnswer
    ) -> IdempotentRequest<Value> {
        IdempotentRequest(
            key: key, isOfBrand: isOfBrand, digest: digests?.current.bytes ?? [],
            otherDigests: digests?.others.map(\.bytes) ?? [], answer: answer)
    }
}

extension StoredAnswer {
    init(_ status: HTTPResponse.Status, _ body: some JSONWritable) {
        self.init(status: status.code, body: body.jsonBytes)
    }
}

extension Response {
    init<Value>(_ answered: Answered<Value>) {
        switch answered {
        case .now(_, let answer):
            self.init(status: .init(code: answer.status), jsonBytes: answer.body)
        case .before(let answer):
            self.init(
                status: .init(code: answer.status), jsonBytes: answer.body, headers: [.idempotentReplayed: "true"])
        }
    }
}
