/// One thing that `doctor` has looked at.
package struct DoctorFinding: Sendable, Equatable {
    package enum Level: String, Sendable {
        case ok = "OK"
        /// The service works, but not as it should in production.
        case warning = "WARNING"
        /// The service does not start, or does not work.
        case failed = "FAILED"
    }

    package let level: Level
    /// What was looked at, such as `disk`.
    package let subject: String
    /// What was found. Unless all is well, also what to do.
    package let text: String

    package static func ok(_ subject: String, _ text: String) -> DoctorFinding {
        DoctorFinding(level: .ok, subject: subject, text: text)
    }

    package static func warning(_ subject: String, _ text: String) -> DoctorFinding {
        DoctorFinding(level: .warning, subject: subject, text: text)
    }

    package static func failed(_ subject: String, _ text: String) -> DoctorFinding {
        DoctorFinding(level: .failed, subject: subject, text: text)
    }

    static func oneDecimal(_ number: Double) -> String {
        let tenths = Int((min(number, 1e15) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension DoctorFinding: CustomStringConvertible {
    package var description: String {
        func column(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return column(level.rawValue, 9) + column(subject + ":", 16) + text
    }
}
