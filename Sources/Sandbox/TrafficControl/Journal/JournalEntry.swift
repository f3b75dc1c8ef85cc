import Synchronization

/// A request in the journal. A request without a secret is kept as it was sent, until the journal is read.
final class JournalEntry: Sendable {
    private enum Content {
        case sent(Exchange)
        case recorded(RecordedRequest)
    }

    /// The approximate size in memory.
    let sizeBytes: Int
    private let content: Mutex<Content>

    init(_ exchange: Exchange) {
        sizeBytes = exchange.sizeBytes
        content = Mutex(.sent(exchange))
    }

    init(_ request: RecordedRequest) {
        sizeBytes = request.sizeBytes
        content = Mutex(.recorded(request))
    }

    var request: RecordedRequest {
        content.withLock { content in
            switch content {
            case .recorded(let request): return request
            case .sent(let exchange):
                let request = exchange.recorded
                content = .recorded(request)
                return request
            }
        }
    }
}
