import Synchronization
import Webhooks

/// The addresses of the receivers. Webhooks may go to them although they are on this machine.
final class ReceiverAddresses: Sendable {
    private let port = Mutex<Int?>(nil)

    /// The sandbox's listener accepts connections at a port.
    func listenerRuns(on port: Int) { self.port.withLock { $0 = port } }

    func contains(_ url: WebhookURL) -> Bool {
        let pattern = #/https?://[^/?#]+(/tenants/[a-z0-9-]{1,30})?/sandbox/receivers/[a-z0-9-]{1,40}(\?status=\d{3})?/#
        return ["127.0.0.1", "localhost", "::1"].contains(url.host) && url.port == port.withLock { $0 }
            && url.text.wholeMatch(of: pattern) != nil
    }
}
