import CardAPI
import HTTPContract
import HTTPService
import Hummingbird

/// Reads the token of a request, if it has one. Each operation decides what the token allows.
struct Authentication: RouterMiddleware {
    let mint: TokenMint

    func handle(
        _ request: Request, context: ServiceContext, next: (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard let header = request.headers[.authorization] else { return try await next(request, context) }
        var context = context
        context.authentication = await authentication(header)
        return try await next(request, context)
    }

    private func authentication(_ header: String) async -> Result<Identity, Problem>? {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        do {
            return .success(try await mint.identity(bearing: String(parts[1])))
        } catch {
            return .failure(error)
        }
    }
}
