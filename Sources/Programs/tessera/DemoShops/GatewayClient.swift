import AsyncHTTPClient
import Foundation
import HTTPContract
import NIOCore
import NIOHTTP1

/// Sends a merchant's requests to one gateway.
struct GatewayClient: Sendable {
    /// The merchant's number.
    let merchant: String
    /// The credentials of the merchant, by the gateway's names.
    let credentials: [String: String]
    /// The base URL of the gateway's paths, without a slash at its end.
    let baseURL: String
    let http: HTTPClient

    /// A credential, which is empty if the gateway does not have it.
    subscript(name: String) -> String { credentials[name, default: ""] }

    func basic(_ name: String, _ password: String) -> String {
        "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
    }

    func post(_ path: String, _ headers: [(String, String)], json: JSONValue) async throws -> JSONValue {
        try await send("POST", path, headers + [("Content-Type", "application/json")], json.jsonText)
    }

    func post(_ path: String, form: [(name: String, value: String)]) async throws -> JSONValue {
        try await send(
            "POST", path, [("Content-Type", "application/x-www-form-urlencoded")], FormText.encode(form))
    }

    /// - Parameter path: the path, or a whole address that the gateway has answered.
    /// - Returns: the body, whatever the status is: gateways explain a refusal there.
    func send(
        _ method: String, _ path: String, _ headers: [(String, String)], _ body: String? = nil
    ) async throws -> JSONValue {
        let url = path.hasPrefix("/") ? baseURL + path : path
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(contentsOf: HTTPHeaders(headers))
        request.headers.add(name: ToolMark.name, value: ToolMark.value)
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        var repetition = RetrySchedule()
        var response = try await http.execute(request, timeout: .seconds(30))
        while RetrySchedule.isRefusal(Int(response.status.code)),
            let pause = repetition.next(response.headers.first(name: "Retry-After"))
        {
            try await Task.sleep(for: pause)
            response = try await http.execute(request, timeout: .seconds(30))
        }
        let text = try await response.body.collect(upTo: 1 << 20)
        do throws(JSONSyntaxError) {
            return try JSONValue(parsing: Array(text.readableBytesView))
        } catch {
            throw RunningService.Failure(
                description: "\(method) \(url) answered \(response.status.code) without JSON: \(error)")
        }
    }
}

extension JSONValue {
    subscript(name: String) -> JSONValue? { if case .object(let object) = self { object[name] } else { nil } }

    subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    /// A text or a number as it was sent; nil for everything else.
    var text: String? {
        switch self {
        case .string(let text), .number(let text): text
        case .null, .boolean, .array, .object: nil
        }
    }
}
