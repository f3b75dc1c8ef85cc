import CoreFoundation
import Foundation
import Testing

/// The test that calls this, for the report of `Tests/run` about where time goes.
public enum RunningTest {
    /// Notes that the test no longer waits for its turn. Swift Testing reports this only for tests with arguments. So
    /// the first steps of costly tests call this: databases, programs and browsers.
    public static func hasBegun() {
        guard let file, let test = Test.current else { return }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let line = "\(Double(now.tv_sec) + Double(now.tv_nsec) / 1e9) \(test.id)\n"
        // One write to a file that is open for appending is never mixed with another one.
        line.withCString { _ = write(file, $0, strlen($0)) }
    }

    /// `Tests/run` names the file.
    private static let file: Int32? = ProcessInfo.processInfo.environment["TESTS_BEGUN"].map {
        open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    }
}
