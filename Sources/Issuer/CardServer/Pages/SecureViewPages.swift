import CardAPI
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging

/// Opens secure views for whoever has the address, because a web view has no token to send.
struct SecureViewPages {
    let issuing: Issuing

    private static let path = "/secure-views"

    static func address(of token: [UInt8]) -> String { "\(path)/\(Base64url.encode(token))" }

    func register(on anyone: Router<ServiceContext>) {
        anyone.get("\(Self.path)/{token}", use: open)
        anyone.head("\(Self.path)/{token}", use: look)
    }

    @Sendable private func open(_ request: Request, _ context: ServiceContext) async throws -> Response {
        await page(context) { token throws(IssuingFailure) in try await issuing.openSecureView(token) }
    }

    /// A HEAD request, for example from a program that fetches previews. It has the headers of the page, and uses up
    /// nothing.
    @Sendable private func look(_ request: Request, _ context: ServiceContext) async throws -> Response {
        await page(context) { token throws(IssuingFailure) in try await issuing.lookAtSecureView(token) }
    }

    private func page(
        _ context: ServiceContext, _ find: ([UInt8]) async throws(IssuingFailure) -> OpenedSecureView?
    ) async -> Response {
        let token = context.parameters.get("token").flatMap { Base64url.decode($0) } ?? []
        do {
            guard let opened = try await find(token) else {
                return SecureViewPage.missing(nonce: nonce()).response
            }
            let (view, ancestors) = (opened.view, opened.frameAncestors)
            let page = opened.details.map { details in
                SecureViewPage(
                    showing: DetailsBody(details), as: view, frameAncestors: ancestors, nonce: nonce())
            }
            return (page ?? SecureViewPage(refusing: view, frameAncestors: ancestors, nonce: nonce())).response
        } catch {
            // People read this response, so they get a page, and not the problem that a program would get.
            context.logger.error("request failed", metadata: ["failure": "\(error)"])
            return SecureViewPage.missing(Problem(error).status, nonce: nonce()).response
        }
    }

    private func nonce() -> String { Base64url.encode(issuing.entropy.bytes(16)) }
}
