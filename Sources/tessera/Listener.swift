import Foundation
import NIOCore
import ServiceLifecycle

/// A listener that explains why it cannot listen. The operating system's message names neither the address nor a
/// remedy.
struct Listener: Service {
    let purpose: String
    let host: String
    let port: Int
    /// The options for host and port.
    let options: String
    let application: any Service

    func run() async throws {
        do {
            try await application.run()
        } catch where !(error is CancellationError) {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw Failure(
                description: "The \(purpose) listener cannot listen at \(host):\(port): \(reason). "
                    + "Choose another address with \(options), or stop what listens there.")
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

/// Listeners that end at the same time, so that each has the whole time to finish its requests.
struct ListenerGroup: Service {
    let listeners: [Listener]

    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for listener in listeners {
                group.addTask { try await listener.run() }
            }
            try await group.waitForAll()
        }
    }
}
