import Foundation
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The parts that a service adds to a program: its listeners and its workers. A program runs the parts of all its
/// services, and tests run the same parts.
public struct ServiceParts: Sendable {
    /// Anything that runs until the program ends, under the name that logs use.
    public typealias Worker = (name: String, service: any Service)

    /// In the order in which they start; they end in the reverse order.
    public var workers: [Worker]
    public var listeners: [Listener]

    public init(workers: [Worker], listeners: [Listener]) {
        self.workers = workers
        self.listeners = listeners
    }
}

/// Where a listener listens, and its limits.
public struct ListenerAddress: Sendable {
    public var host: String
    /// 0 for any free port.
    public var port: Int
    public var limits: ListenerLimits
    /// The options that set host and port, for an error message.
    public var options: String
    /// Receives the port once connections are accepted.
    public var onRunning: @Sendable (Int) async -> Void

    public init(
        host: String, port: Int, limits: ListenerLimits = .init(), options: String = "its address",
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.host = host
        self.port = port
        self.limits = limits
        self.options = options
        self.onRunning = onRunning
    }
}

/// A listener that explains why it cannot listen. The operating system's message does not name the address or a remedy.
public struct Listener: Service {
    /// The listener's purpose, such as `public`.
    public let purpose: String
    public let address: ListenerAddress
    public let application: any ApplicationProtocol

    public init(_ purpose: String, at address: ListenerAddress, _ application: any ApplicationProtocol) {
        self.purpose = purpose
        self.address = address
        self.application = application
    }

    public func run() async throws {
        do {
            try await application.run()
        } catch where !(error is CancellationError) {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw Failure(
                description: "The \(purpose) listener cannot listen at \(address.host):\(address.port): \(reason). "
                    + "Choose another address with \(address.options), or stop what listens there.")
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}

/// Listeners that shut down at the same time, so that each has the whole shutdown time for its requests.
public struct ListenerGroup: Service {
    private let listeners: [Listener]

    public init(_ listeners: [Listener]) { self.listeners = listeners }

    public func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for listener in listeners {
                group.addTask { try await listener.run() }
            }
            try await group.waitForAll()
        }
    }
}
