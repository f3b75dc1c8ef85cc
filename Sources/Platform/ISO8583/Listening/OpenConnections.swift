import NIOCore
import Synchronization

/// The open connections of a listener.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isShuttingDown = false

        var isOver: Bool { isShuttingDown && channels.isEmpty }
    }

    /// Runs when the listener shuts down and no connection is open.
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    /// Adds a new connection. False if the listener takes no more.
    func admit(_ channel: any Channel) -> Bool {
        state.withLock { state in
            guard !state.isShuttingDown else { return false }
            state.channels[ObjectIdentifier(channel)] = channel
            return true
        }
    }

    func leave(_ channel: any Channel) {
        let isOver = state.withLock { state in
            state.channels.removeValue(forKey: ObjectIdentifier(channel)) != nil && state.isOver
        }
        if isOver { onEnd() }
    }

    /// Each connection ends after the answers to its open messages.
    func shutDown() {
        let (channels, isOver) = state.withLock { state in
            state.isShuttingDown = true
            return (state.channels.values, state.isOver)
        }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        if isOver { onEnd() }
    }

    /// Each connection ends at once.
    func close() {
        for channel in state.withLock({ $0.channels.values }) { channel.close(promise: nil) }
    }
}
