import Foundation
import Logging
import NIOCore
import NIOPosix

/// The bound sockets of a listener. Until ``accept()`` is called, clients that connect wait in the operating system.
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
        let channels = try await Self.bind(bootstrap, for: purpose, at: address)
        for channel in channels {
            AcceptPause.add(to: channel, logger: logger)
            let host = channel.localAddress?.ipAddress ?? address.host
            logger.info("Server started and listening on \(Self.name(host, channel.localAddress?.port ?? 0))")
        }
        self.channels = channels
        port = channels.first?.localAddress?.port ?? address.port
    }

    /// One socket for each address that the host stands for, all with the same port. Two protocols have ports of their
    /// own, so any free port of the first may be taken at the second; then another one is tried.
    private static func bind(
        _ bootstrap: ServerBootstrap, for purpose: String, at address: ListenerAddress
    ) async throws(ListenerFailure) -> [any Channel] {
        var attempts = address.port == 0 ? 8 : 1
        while true {
            attempts -= 1
            var (channels, missing): ([any Channel], (host: String, error: any Error)?) = ([], nil)
            for host in address.hosts {
                do {
                    let port = channels.first?.localAddress?.port ?? address.port
                    channels.append(try await bootstrap.bind(host: host, port: port).get())
                } catch let error as IOError where absences.contains(error.errnoCode) {
                    missing = missing ?? (host, error)
                } catch where attempts > 0 {
                    for channel in channels { channel.close(promise: nil) }
                    (channels, missing) = ([], nil)
                    break
                } catch {
                    for channel in channels { channel.close(promise: nil) }
                    throw ListenerFailure(purpose, at: name(host, address.port), address, error)
                }
            }
            if !channels.isEmpty { return channels }
            if let missing {
                throw ListenerFailure(purpose, at: name(missing.host, address.port), address, missing.error)
            }
        }
    }

    /// The errors on a machine that lacks IPv4 or IPv6.
    private static let absences: Set<CInt> = [EADDRNOTAVAIL, EAFNOSUPPORT]

    private static func name(_ host: String, _ port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    package func accept() {
        for channel in channels { channel.setOption(.autoRead, value: true).whenFailure { _ in } }
    }

    /// - Returns: a future that succeeds when the sockets are closed.
    @discardableResult
    package func close() -> EventLoopFuture<Void> {
        for channel in channels { channel.close(promise: nil) }
        return .andAllComplete(channels.map(\.closeFuture), on: MultiThreadedEventLoopGroup.singleton.any())
    }
}
