import Hummingbird
import Issuing

extension CardServer {
    /// The control plane of the sandbox. It asks for no token, so it belongs on the loopback interface.
    public func sandboxListener(
        host: String, port: Int, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) -> some ApplicationProtocol {
        let routes = SandboxRoutes(issuing: issuing, webhooks: webhooks)
        let router = Router(context: ServiceContext.self)
        router.add(middleware: RequestObservation(entropy: issuing.entropy, metrics: metrics))
        router.add(middleware: SandboxProblemRendering(allowed: routes.allowedMethods))
        router.add(middleware: NoWebPages())
        routes.register(on: router)
        return listener(router, host: host, port: port, onRunning: onRunning)
    }
}
