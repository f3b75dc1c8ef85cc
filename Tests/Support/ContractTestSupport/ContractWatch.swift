import CardAPI
import Gateways
import HTTPContract
import HTTPService
import HTTPTypes
import NIOCore
import Testing
import TrafficControl

/// Compares every answer that a test gets from a listener with the declaration of the operation. If a status, code,
/// header or member is not declared, the test that received it records an issue.
package func watch(
    _ listener: Listener, against declared: [Operation], _ errors: OpenAPIDocument.ErrorShape
) -> Listener {
    var watched = listener
    watched.answer = { [answer = listener.answer] request, channel in
        let response = try await answer(request, channel)
        return compared(response, to: request, declared, errors)
    }
    return watched
}

/// Records an issue if a gateway refuses a request because of a limit, and the operation does not declare that. The
/// tests of each gateway compare its other answers.
package func watchLimits(_ listener: Listener, of gateways: [GatewayService]) -> Listener {
    var watched = listener
    watched.answer = { [answer = listener.answer] request, channel in
        let response = try await answer(request, channel)
        guard response.status == .tooManyRequests, response.headers[.fault] == nil else { return response }
        var segments = request.target.path.split(separator: "/")
        if segments.first == "tenants" { segments = Array(segments.dropFirst(2)) }
        let gateway = gateways.first { $0.name == segments.first.map { String($0) } }
        let path = Array(segments.dropFirst())
        // An operation that can be sent with several methods has one of them.
        let asked = gateway?.operations.filter { $0.matches(path) } ?? []
        let exact = asked.filter { $0.method == request.method }
        for operation in exact.isEmpty ? asked : exact {
            let declared = operation.answers.first { $0.status == .tooManyRequests }?.headers
            if declared == nil { Issue.record("\(operation.name) does not declare that it can answer 429.") }
            for header in [Operation.Header.retryAfter, .rateLimit, .rateLimitPolicy] {
                let isThere = HTTPField.Name(header.rawValue).map { response.headers[$0] != nil } ?? false
                guard isThere, declared?.contains(header) == false else { continue }
                Issue.record("\(operation.name) does not declare \(header.rawValue) of its 429.")
            }
        }
        return response
    }
    return watched
}

private func compared(
    _ response: Response, to request: Request, _ declared: [Operation],
    _ errors: OpenAPIDocument.ErrorShape
) -> Response {
    // Operations do not declare the changes that a simulated fault makes to an answer.
    guard response.headers[.fault] == nil else { return response }
    var segments = request.target.path.split(separator: "/")
    // A path with an empty segment does not match any operation.
    guard request.target.path == "/" + segments.joined(separator: "/") else { return response }
    let isTenants = segments.first == "tenants"
    if isTenants { segments = Array(segments.dropFirst(2)) }
    guard let operation = declared.first(where: { $0.method == request.method && $0.matches(segments) })
    else { return response }
    guard let declaredAnswer = operation.answers.first(where: { $0.status == response.status }) else {
        // No operation declares the answer for an unknown tenant.
        if !isTenants || response.status != .notFound {
            Issue.record("\(operation.name) does not declare that it can answer \(response.status).")
        }
        return response
    }
    for fault in declaredAnswer.faults(in: response.headers) { Issue.record("\(operation.name) \(fault).") }
    guard response.body.readableBytes > 0 else { return response }
    if let text = declaredAnswer.text {
        let isDeclared = response.headers[.contentType] == text.mediaType
        if !isDeclared { Issue.record("\(operation.name) answers another media type than \(text.mediaType).") }
        return response
    }
    for fault in declaredAnswer.faults(in: Array(response.body.readableBytesView), errors) {
        Issue.record("\(operation.name) answers \(declaredAnswer.status) and \(fault).")
    }
    return response
}

extension Operation.Answer {
    /// The differences from the declaration, each worded to follow the operation's name.
    fileprivate func faults(in fields: HTTPFields) -> [String] {
        Operation.Header.allCases.compactMap { header in
            let isThere = HTTPField.Name(header.rawValue).map { fields[$0] != nil } ?? false
            if isThere, !headers.contains(header) { return "does not declare \(header.rawValue) of its \(status)" }
            let isMissing = !isThere && headers.contains(header) && header.isRequired
            return isMissing ? "lacks \(header.rawValue), which its \(status) declares" : nil
        }
    }

    fileprivate func faults(in bytes: [UInt8], _ errors: OpenAPIDocument.ErrorShape) -> [String] {
        guard let value = try? JSONValue(parsing: bytes) else { return ["its body is no JSON"] }
        if let body, isArray {
            guard case .array(let elements) = value else { return ["its body is no array"] }
            return elements.enumerated().flatMap { body.faults(in: $1, at: "[\($0)].") }
        }
        if let body { return body.faults(in: value, at: "") }
        guard isError else { return ["it declares no body"] }
        let found = errors.codePath.reduce(value as JSONValue?) { value, name in
            if case .object(let object)? = value { object[name] } else { nil }
        }
        guard case .string(let code)? = found else { return ["its body is no problem"] }
        let isDeclared = codes.map(\.rawValue).contains(code)
        return errors.schema.faults(in: value, at: "") + (isDeclared ? [] : ["it does not declare the code \(code)"])
    }
}

extension ObjectSchema {
    /// The differences from the declaration, each worded to follow "and".
    package func faults(in value: JSONValue, at path: String) -> [String] {
        guard case .object(let object) = value else { return ["\(path) is no object"] }
        let unknown = object.names.filter { name in !members.contains { $0.name == name } }
        return unknown.map { "\(path)\($0) is not declared" }
            + members.flatMap { member -> [String] in
                guard let found = object[member.name] else {
                    return member.isRequired ? ["\(path)\(member.name) is missing"] : []
                }
                return member.kind.faults(in: found, at: path + member.name)
            }
    }
}

extension ObjectSchema.Kind {
    fileprivate func faults(in value: JSONValue, at path: String) -> [String] {
        let isGood =
            switch (self, value) {
            case (.string, .string), (.boolean, .boolean), (.anything, _): true
            case (.integer, .number(let digits)): Int(digits) != nil
            case (.identifier, .string(let text)):
                text.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil
            case (.time, .string(let text)): Timestamp(text)?.description == text
            case (.enumeration(let words), .string(let word)): words.contains(word)
            case (.strings, .array(let elements)):
                elements.allSatisfy { if case .string = $0 { true } else { false } }
            case (.object, .object), (.objects, .array): true
            default: false
            }
        guard isGood else { return ["\(path) is not of the kind declared"] }
        switch (self, value) {
        case (.object(let nested), _): return nested.faults(in: value, at: path + ".")
        case (.objects(let nested, _), .array(let elements)):
            return elements.enumerated().flatMap { nested.faults(in: $1, at: "\(path)[\($0)].") }
        default: return []
        }
    }
}
