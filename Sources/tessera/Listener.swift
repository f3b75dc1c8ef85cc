import Foundation
import NIOCore
import ServiceLifecycle

/// A listener that says in a sentence why it cannot listen; the operating system's own words name neither the address
/// nor the way out.
struct Listener: Service {
    let purpose: String
    let host: String
    let port: Int
    /// The options that decide the two.
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

/// Listeners that end at the same time, so that each has the whole time for the requests that it is at work on.
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
