import CardAPI
import Cards
import CardSecrets
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging

/// Opens secure views for every caller with the address, because a web view has no token to send.
struct SecureViewPages {
    let issuing: Issuing

    private static let path = "/secure-views"

    static func address(of token: [UInt8]) -> String { "\(path)/\(Base64url.encode(token))" }

    func register(on anyone: Router<ServiceContext>) {
        anyone.get("\(Self.path)/{token}", use: open, head: look)
    }

    @Sendable private func open(_ request: Request, _ context: ServiceContext) async throws -> Response {
        await page(context) { token throws(IssuingFailure) in
            guard let opened = try await issuing.called(by: context.caller()).openSecureView(token) else { return nil }
            return page(opened.view, opened.frameAncestors, showing: opened.details.map { DetailsBody($0) })
        }.response
    }

    /// A HEAD request, for example from a program that fetches previews. Its response has the headers of the page, and
    /// the page can still be opened afterwards. The page is made without the details, because it is not shown.
    @Sendable private func look(_ request: Request, _ context: ServiceContext) async throws -> Response {
        await page(context) { token throws(IssuingFailure) in
            guard let waiting = try await issuing.findSecureView(token) else { return nil }
            return page(waiting.view, waiting.frameAncestors, showing: waiting.isAvailable ? DetailsBody() : nil)
        }.responseToHead
    }

    /// - Parameter find: nil if there is no such view.
    private func page(
        _ context: ServiceContext, _ find: ([UInt8]) async throws(IssuingFailure) -> SecureViewPage?
    ) async -> SecureViewPage {
        let token = context.parameters.get("token").flatMap { Base64url.decode($0) } ?? []
        do {
            return try await find(token) ?? .missing(nonce: nonce())
        } catch {
            // People read this response, so they get a page, and not the problem that a program would get.
            context.logger.error("request failed", metadata: ["failure": "\(error)"])
            return .missing(Problem(error).status, nonce: nonce())
        }
    }

    /// - Parameter details: nil if the card may not show them.
    private func page(
        _ view: SecureView, _ frameAncestors: [String], showing details: DetailsBody?
    ) -> SecureViewPage {
        guard let details else { return SecureViewPage(refusing: view, frameAncestors: frameAncestors, nonce: nonce()) }
        return SecureViewPage(showing: details, as: view, frameAncestors: frameAncestors, nonce: nonce())
    }

    private func nonce() -> String { Base64url.encode(issuing.entropy.bytes(16)) }
}
