/// Why a request about trusted devices is refused.
public enum DeviceRefusal: Equatable, Sendable {
    case notFound
    case limitExceeded

    public var message: String {
        switch self {
        case .notFound:
            "There is no such trusted device."
        case .limitExceeded:
            "A customer trusts at most \(TrustedDevice.allowed) devices; delete one first."
        }
    }
}

extension DeviceRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [DeviceRefusal] = [
        .notFound, .limitExceeded,
    ]
}
