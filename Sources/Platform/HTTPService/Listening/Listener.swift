import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Accepts connections at an address and answers their requests. If it cannot listen, it explains why: the operating
/// system's message names neither the address nor a remedy.
public struct Listener: Service {
    /// Answers one request, and renders its own errors.
    package typealias Answer = @Sendable (Request, any Channel) async throws -> Response

    /// The listener's purpose, such as `public`.
    public let purpose: String
    public let address: ListenerAddress
    package var answer: Answer
    private let logger: Logger

    package init<Context: ServiceRequestContext>(
        _ purpose: String, at address: ListenerAddress, _ door: Door<Context>, logger: Logger
    ) {
        self.purpose = purpose
        self.address = address
        self.logger = logger
        answer = { request, channel in
            try await door.respond(to: request, context: Context(RequestContext(channel: channel, logger: logger)))
        }
    }

    public func run() async throws {
        let connections = HTTPConnections(address.limits, ConnectionSlots(address.limits), security: address.security) {
            [answer, logger] request, channel in
            await Self.response(to: request, on: channel, by: answer, logger)
        }
        let server = Server(
            childChannelSetup: connections,
            configuration: ServerConfiguration(address: .hostname(address.host, port: address.port)),
            onServerRunning: { [address, logger] channel in
                AcceptPause.add(to: channel, logger: logger)
                await address.onRunning(channel.localAddress?.port ?? address.port)
            },
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
        do {
            try await server.run()
        } catch where !(error is CancellationError) {
            throw ListenerFailure(purpose, at: address, error)
        }
    }

    /// An error that gets here is a mistake in the program, because the answer renders its own.
    private static func response(
        to request: Request, on channel: any Channel, by answer: Answer, _ logger: Logger
    ) async -> Response {
        do {
            return try await answer(request, channel)
        } catch {
            logger.error("request failed", metadata: ["failure": "\(error)"])
            return Response(status: .internalServerError)
        }
    }
}

/// Why a listener cannot listen, and what to do about it.
package struct ListenerFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ purpose: String, at address: ListenerAddress, _ error: any Error) {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        description =
            "The \(purpose) listener cannot listen at \(address.host):\(address.port): \(reason). "
            + "Choose another address with \(address.options), or stop what listens there."
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
