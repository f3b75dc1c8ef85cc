import CardClient
import HTTPTypes
import TrafficControl

/// The mark of each request that a command sends, so that a test which runs meanwhile does not count it.
enum ToolMark {
    static let name = HTTPField.Name.tool.rawName
    static let value = "command"
}

/// Marks requests to the card service.
struct MarkingTransport<Base: Transport>: Transport {
    private let base: Base

    init(_ base: Base) { self.base = base }

    func send(_ request: TransportRequest) async throws -> TransportAnswer {
        var headers = request.headers
        headers[.tool] = ToolMark.value
        return try await base.send(
            TransportRequest(method: request.method, url: request.url, headers: headers, body: request.body))
    }
}
