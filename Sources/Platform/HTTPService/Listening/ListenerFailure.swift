import Foundation
import NIOCore

/// Why a listener cannot listen, and what to do about it.
package struct ListenerFailure: Error, CustomStringConvertible {
    package let description: String

    init(_ purpose: String, at name: String, _ address: ListenerAddress, _ error: any Error) {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        description =
            "The \(purpose) listener cannot listen at \(name): \(reason). "
            + "Choose another address with \(address.options), or stop what listens there."
    }
}
