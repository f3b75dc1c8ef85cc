import HTTPService
import Synchronization

/// The address at which the console shows recorded requests, for the service and its tenants.
final class ConsoleAddress: Sendable {
    private let port = Mutex<Int?>(nil)

    /// Takes the port of the listener with the console's page, once it accepts connections. Links lead there.
    func listenerRuns(on port: Int) { self.port.withLock { $0 = port } }

    /// The header `Link` (RFC 8288) that leads to a recorded request. Nil without a console, and if its address cannot
    /// be known because there may be a proxy before this service.
    ///
    /// - Parameters:
    ///   - number: the request's number in the journal.
    ///   - prefix: the first part of the paths of its tenant; empty outside of one.
    func link(to number: Int, for request: Request, below prefix: String) -> String? {
        guard let port = port.withLock({ $0 }), let seen = try? PublicURL(of: request), seen.isWithinReach else {
            return nil
        }
        let tenant = prefix.split(separator: "/").last.map { "?tenant=\($0)" } ?? ""
        return "<\(seen.at(port: port).text)/\(tenant)#/requests/\(number)>; rel=\"describedby\""
    }
}
