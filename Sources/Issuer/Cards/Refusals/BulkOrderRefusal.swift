/// Why a request about bulk orders is refused.
public enum BulkOrderRefusal: Equatable, Sendable {
    case notFound
    case tooMany

    public var message: String {
        switch self {
        case .notFound:
            "There is no such bulk order."
        case .tooMany:
            "This brand has \(BulkOrder.maximumUnfinished) bulk orders that are not finished yet; "
                + "send more once some are."
        }
    }
}

extension BulkOrderRefusal {
    /// One for each reason, for the page of errors.
    package static let examples: [BulkOrderRefusal] = [
        .notFound, .tooMany,
    ]
}
