import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore

/// Operations that change payments: PUT and POST do the same.
struct TransactionRoutes {
    let gateway: CardPointe

    private typealias UseCase = @Sendable (RequestFields, CardPointeAccount) async throws -> AnswerFields

    func register(on router: Router<RequestContext>) {
        for operation in [CardPointeOperations.authorize, CardPointeOperations.authorize.with(.post)] {
            router.on(operation) { request, context in
                let (fields, merchant) = try await gateway.fields(request, context)
                let call = try await gateway.call(
                    request, context, merchant: merchant, reading: gateway.storedName(in: fields))
                return gateway.response(try await gateway.authorize(fields, call))
            }
        }
        on(CardPointeOperations.capture, router, gateway.capture)
        on(CardPointeOperations.void, router, gateway.void)
        on(CardPointeOperations.voidByOrder, router, gateway.voidByOrder)
        on(CardPointeOperations.refund, router, gateway.refund)
        on(CardPointeOperations.captureSignature, router, gateway.captureSignature)
        for operation in [CardPointeOperations.root, CardPointeOperations.root.with(.post)] {
            router.on(operation) { request, context in
                _ = try await gateway.read(request, context)
                return Self.page
            }
        }
        router.on(CardPointeOperations.readRoot) { request, context in
            _ = try await gateway.login(request, context, merchant: nil)
            return Self.page
        }
    }

    private func on(
        _ operation: Operation, _ router: Router<RequestContext>, _ useCase: @escaping UseCase
    ) {
        for operation in [operation, operation.with(.post)] {
            router.on(operation) { request, context in
                let (fields, account) = try await gateway.read(request, context)
                return gateway.response(try await useCase(fields, account))
            }
        }
    }

    private static var page: Response {
        Response(
            status: .ok, headers: [.contentType: "text/html"],
            body: ByteBuffer(string: "<h1>CardConnect REST Servlet</h1>"))
    }
}

extension CardPointe {
    /// The members of a request's body, and the account of the merchant that they name.
    func read(
        _ request: Request, _ context: RequestContext
    ) async throws -> (RequestFields, CardPointeAccount) {
        let (fields, merchant) = try await fields(request, context)
        return (fields, try await caller(request, context, merchant: merchant))
    }

    /// The members of a request's body, and the merchant that they name.
    ///
    /// If they cannot be read, the caller is checked first, so that only a caller with a login learns the fault of a
    /// body.
    fileprivate func fields(
        _ request: Request, _ context: RequestContext
    ) async throws -> (RequestFields, merchant: String?) {
        let fields: RequestFields
        do {
            fields = try await request.gatewayFields()
        } catch {
            _ = try await account(request, context, merchant: nil)
            throw error
        }
        return (fields, (try? fields.text(.merchant)) ?? nil)
    }
}
