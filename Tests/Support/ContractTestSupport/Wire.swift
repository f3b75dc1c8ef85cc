import CardAPI
import Foundation
import HTTPContract

/// A request that is sent byte for byte, without corrections by a client.
package struct RawRequest: Sendable {
    package var method: String
    package var target: String
    package var headers: [(name: String, value: String)] = []
    package var body: [UInt8] = []

    package init(method: String, target: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    /// The request with `Host`, and with `Content-Length` if it has a body, like every well-formed request.
    package var bytes: [UInt8] { Array((head + "\r\n").utf8) + body }

    package var head: String {
        var fields = [(name: "Host", value: "tessera.localhost")] + headers
        let names = Set(headers.map { $0.name.lowercased() })
        if !body.isEmpty, names.isDisjoint(with: ["content-length", "transfer-encoding"]) {
            fields.append(("Content-Length", "\(body.count)"))
        }
        return "\(method) \(target) HTTP/1.1\r\n" + fields.map { "\($0.name): \($0.value)\r\n" }.joined()
    }
}

/// An answer as it was received.
package struct RawAnswer: Sendable, Equatable {
    package let status: Int
    /// Status line and header fields, without the empty line.
    package let head: String
    package let body: [UInt8]

    package init(status: Int, head: String, body: [UInt8]) {
        self.status = status
        self.head = head
        self.body = body
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a header field, in order.
    package func values(of name: String) -> [String] {
        head.split(separator: "\r\n").dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                return nil
            }
            return line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
    }

    package subscript(name: String) -> String? { values(of: name).first }

    package func decoded<Body: Decodable>(as type: Body.Type = Body.self) throws -> Body {
        try JSONDecoder().decode(type, from: Data(body))
    }

    /// The body of an answer with the expected status. If the status is another one, the error contains the answer.
    package func decoded<Body: Decodable>(as type: Body.Type = Body.self, expecting status: Int) throws -> Body {
        guard self.status == status else { throw NoAnswer(received: head + "\r\n\r\n" + text) }
        return try decoded()
    }

    package var problem: Problem? { try? decoded() }

    /// The answer; nil if it is not complete.
    package static func parse(_ bytes: [UInt8], to method: String) -> RawAnswer? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let rest = bytes[end.upperBound...]
        let headOnly = RawAnswer(status: status, head: head, body: [])
        let length = method == "HEAD" ? 0 : headOnly["Content-Length"].flatMap { Int($0) } ?? 0
        return rest.count < length ? nil : RawAnswer(status: status, head: head, body: Array(rest.prefix(length)))
    }
}

/// The connection ended before an answer was complete.
package struct NoAnswer: Error {
    package let received: String

    package init(received: String) {
        self.received = received
    }
}

extension RawAnswer {
    /// Sends bytes to a port of this machine on a new connection, and reads one answer.
    package static func to(_ bytes: [UInt8], method: String, at port: Int) async throws -> RawAnswer {
        let connection = try RawConnection(to: port)
        defer { connection.close() }
        return try await connection.exchange(bytes, method: method)
    }
}

extension LiveService {
    package enum Listener: Sendable { case open, sandbox, network, merchants }

    /// Sends bytes on a new connection and reads one answer.
    package func send(_ bytes: [UInt8], method: String, to listener: Listener = .open) async throws -> RawAnswer {
        let port: Int? =
            switch listener {
            case .open: publicPort
            case .sandbox: sandboxPort
            case .network: networkPort
            case .merchants: merchantsPort
            }
        guard let port else { throw NoAnswer(received: "No listener for merchants runs.") }
        return try await RawAnswer.to(bytes, method: method, at: port)
    }

    package func send(_ request: RawRequest, to listener: Listener = .open) async throws -> RawAnswer {
        try await send(request.bytes, method: request.method, to: listener)
    }

    /// Sends a request, with a JSON body if it has one.
    package func ask(
        _ method: String, _ target: String, token: String? = nil, _ body: String = "",
        headers: [(name: String, value: String)] = [], on listener: Listener = .open
    ) async throws -> RawAnswer {
        try await send(.asking(method, base + target, token: token, body, headers: headers), to: listener)
    }

    package func sandbox(_ method: String, _ target: String, _ body: String = "") async throws -> RawAnswer {
        try await ask(method, "/sandbox" + target, body, on: .sandbox)
    }

    /// Sends a message to the network's listener.
    package func network(_ message: String) async throws -> RawAnswer {
        try await ask("POST", "/network/messages", message, on: .network)
    }

    /// The recorded requests; only a sandbox around the service records them.
    package func journal(_ query: String = "") async throws -> RawAnswer {
        try await sandbox("GET", "/requests" + query)
    }
}

extension RawRequest {
    package static func asking(
        _ method: String, _ target: String, token: String? = nil, _ body: String = "",
        headers: [(name: String, value: String)] = []
    ) -> RawRequest {
        var fields: [(name: String, value: String)] = []
        if let token { fields.append(("Authorization", "Bearer \(token)")) }
        if !body.isEmpty, !headers.contains(where: { $0.name == "Content-Type" }) {
            fields.append(("Content-Type", "application/json"))
        }
        return RawRequest(method: method, target: target, headers: fields + headers, body: Array(body.utf8))
    }
}

/// The path of the cards in the Card service.
package let cardsPath = "/digitalwallets/v1/profile/prepaid/cards"

/// The path of a customer's cards for a program manager.
package func customerCardsPath(_ customer: LiveService.Person) -> String {
    "/digitalwallets/v1/customers/\(customer.rawValue)/prepaid/cards"
}
