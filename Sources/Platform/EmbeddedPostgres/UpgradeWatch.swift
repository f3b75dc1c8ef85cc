import SystemPackage

/// Notices that a program was replaced, as an upgrade of its package does it. A server that goes on running cannot load
/// the libraries of the new package (SQLSTATE 58P01).
struct UpgradeWatch: Sendable {
    /// Two files of one name differ in this.
    private struct Identity: Equatable {
        let deviceID: DeviceID
        let inode: Inode
    }

    private let program: FilePath
    private let interval: Duration
    private let running: Identity?

    /// Remembers the program as it is now.
    init(of program: FilePath, every interval: Duration) {
        self.program = program
        self.interval = interval
        running = Self.identity(program)
    }

    /// Returns true when the program is another one, and has been the same one for an interval, so that the rest of its
    /// package is there, too. Returns false when the task is cancelled.
    func notices() async -> Bool {
        var previous = running
        while (try? await Task.sleep(for: interval)) != nil {
            let present = Self.identity(program)
            if let present, present != running, present == previous { return true }
            previous = present
        }
        return false
    }

    private static func identity(_ program: FilePath) -> Identity? {
        (try? program.statusIfPresent(followingLink: true)).map { Identity(deviceID: $0.deviceID, inode: $0.inode) }
    }
}
