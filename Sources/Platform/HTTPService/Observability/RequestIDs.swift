import Foundation
import Synchronization
import Validation

/// Gives each request of a service its id: a UUID of version 8 (RFC 9562, section 5.8) of random bytes that stay the
/// same and a number that counts.
///
/// So an id needs no randomness of its own, which a system call would have to fetch for every request.
package final class RequestIDs: Sendable {
    private let first: UUID
    private let count = Atomic<UInt64>(0)

    /// - Parameter first: a random id, which tells two processes apart. Two ids of one process show how many requests
    ///   came between them.
    package init(after first: UUID) { self.first = first }

    @Sendable package func next() -> String {
        let number = count.add(1, ordering: .relaxed).newValue
        var id = first.uuid
        withUnsafeMutableBytes(of: &id) { bytes in
            let start = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            bytes.storeBytes(of: (UInt64(bigEndian: start) &+ number).bigEndian, toByteOffset: 8, as: UInt64.self)
            bytes[6] = bytes[6] & 0x0F | 0x80
            bytes[8] = bytes[8] & 0x3F | 0x80
        }
        return UUID(uuid: id).spelled
    }
}
