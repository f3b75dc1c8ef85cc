import Foundation
import Logging
import NIOCore
import NIOPosix

/// The sockets of a listener, which have their addresses although nothing is accepted yet. Until then, clients that
/// connect wait in the operating system.
package struct ListeningSockets: Sendable {
    private let channels: [any Channel]
    package let port: Int

    /// - Parameters:
    ///   - purpose: that of the listener, such as `public`.
    ///   - setUp: prepares an accepted connection.
    package init(
        for purpose: String, at address: ListenerAddress, backlog: Int = 256, logger: Logger,
        setUp: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws(ListenerFailure) {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: CInt(backlog))
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelOption(.autoRead, value: false)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer(setUp)
        do {
            let channel = try await bootstrap.bind(host: address.host, port: address.port).get()
            AcceptPause.add(to: channel, logger: logger)
            port = channel.localAddress?.port ?? address.port
            channels = [channel]
            logger.info("Server started and listening on \(address.host):\(port)")
        } catch {
            throw ListenerFailure(purpose, at: address, error)
        }
    }

    package func accept() {
        for channel in channels { channel.setOption(.autoRead, value: true).whenFailure { _ in } }
    }

    /// - Returns: when nothing is accepted any more.
    @discardableResult
    package func close() -> EventLoopFuture<Void> {
        for channel in channels { channel.close(promise: nil) }
        return .andAllComplete(channels.map(\.closeFuture), on: MultiThreadedEventLoopGroup.singleton.any())
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
