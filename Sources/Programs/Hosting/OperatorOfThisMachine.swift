import Audit
import Foundation

extension AuditCaller {
    /// Whoever runs this command: behind `sudo`, the person who called it.
    package static var operatorOfThisMachine: AuditCaller {
        AuditCaller(operatorName: ProcessInfo.processInfo.environment["SUDO_USER"] ?? NSUserName())
    }
}
