import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A service has answered with another status than 200 to 299.
public struct Refused: Error, CustomStringConvertible {
    public let method, url: String
    public let status: Int
    public let body: String

    public var description: String { "\(method) \(url) answered \(status): \(body.prefix(2000))" }
}

/// There is nothing at the address of the service.
public struct Unreachable: Error, CustomStringConvertible {
    public let description: String
}

/// Sends a request with a JSON body, or without a body, and returns the JSON of the answer; null if it has none.
///
/// - Parameter token: an access token.
@discardableResult
public func call(_ method: String, _ url: String, _ body: JSON? = nil, token: String? = nil) async throws -> JSON {
    let authorization = token.map { ["Authorization": "Bearer \($0)"] } ?? [:]
    return try await call(method, url, body, headers: authorization)
}

func call(_ method: String, _ url: String, _ body: JSON? = nil, headers: [String: String]) async throws -> JSON {
    let content = body == nil ? [:] : ["Content-Type": "application/json"]
    return try await send(method, url, body.map { Data($0.json.utf8) }, headers: headers.merging(content) { $1 })
}

func send(_ method: String, _ url: String, _ body: Data?, headers: [String: String]) async throws -> JSON {
    guard let address = URL(string: url) else { throw Unreachable(description: "\(url) is no address.") }
    var request = URLRequest(url: address, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: 300)
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response): (Data, URLResponse)
    do {
        (data, response) = try await URLSession.shared.data(for: request)
    } catch {
        let reason = error.localizedDescription
        throw Unreachable(description: "Nothing answers at \(url) (\(reason)). Start: tessera serve --demo")
    }
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard 200...299 ~= status else {
        throw Refused(method: method, url: url, status: status, body: String(decoding: data, as: UTF8.self))
    }
    return data.isEmpty ? .null : try JSONDecoder().decode(JSON.self, from: data)
}
