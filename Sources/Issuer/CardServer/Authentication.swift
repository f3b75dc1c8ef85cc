import CardAPI
import HTTPContract
import HTTPService
import HTTPTypes

/// Reads the token of a request, if it has one. Each operation decides what the token allows.
struct Authentication: Layer {
    let mint: TokenMint

    func handle(
        _ request: Request, context: ServiceContext,
        next: @Sendable (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.credentials("bearer") else {
            return try await next(request, context)
        }
        var context = context
        context.authentication = if let known = mint.verifiedIdentity(bearing: token) {
            .success(known)
        } else {
            await verify(token, context)
        }
        if let record = context.base.record, case .success(let identity) = context.authentication {
            record.identify(client: identity.client, brand: identity.brand)
        }
        return try await next(request, context)
    }

    private func verify(_ token: String, _ context: ServiceContext) async -> Result<Identity, Problem> {
        do {
            return .success(try await mint.identity(bearing: token))
        } catch {
            context.logRefusal(of: .accessToken, client: mint.statedClient(in: token))
            return .failure(error)
        }
    }
}
