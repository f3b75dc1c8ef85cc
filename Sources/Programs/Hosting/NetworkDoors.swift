import HTTPService
import NetworkServer

/// The addresses at which a card network sends its messages. A door without an address is closed.
package struct NetworkDoors: Sendable {
    package let json: ListenerAddress?
    package let iso8583: ListenerAddress?

    /// Adds the network's listeners to the parts that the service starts and stops together.
    package func add(_ network: NetworkServer, to parts: inout ServiceParts) {
        if let json { parts.listeners.append(network.listener(at: json)) }
        if let iso8583 { parts.otherListeners.append(network.iso8583Listener(at: iso8583)) }
    }
}
