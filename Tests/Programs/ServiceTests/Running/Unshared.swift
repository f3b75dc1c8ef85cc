import Foundation
import Synchronization

/// Hosts and ports that no two tests on this machine share at once. Tests do not choose them, so they cannot choose the
/// same. A host comes again after ``hosts`` others, and a port after ten thousand.
enum Unshared {
    /// The last bytes of addresses: 1 to 254.
    static let hosts = 254
    private static let hostsTaken = Atomic(0)
    private static let portsTaken = Atomic(0)

    /// An address of this machine.
    static func host() -> String {
        host(hostsTaken.add(1, ordering: .relaxed).oldValue, of: getpid())
    }

    /// The address with a number, from 0, that a process takes. All of 127.0.0.0/8 is this machine.
    static func host(_ number: Int, of process: pid_t) -> String {
        "127.\(1 + process >> 8 & 127).\(process & 255).\(1 + number % hosts)"
    }

    /// A port below the range from which the system assigns ports.
    static func port() -> Int {
        20_000 + (Int(getpid()) * 512 + portsTaken.add(1, ordering: .relaxed).oldValue) % 10_000
    }
}
