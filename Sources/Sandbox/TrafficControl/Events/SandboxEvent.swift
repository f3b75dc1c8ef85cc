import HTTPContract

/// An event in a service with a sandbox, for the stream of events. It holds no secret: a reader who needs more asks for
/// the object that it names.
package struct SandboxEvent: Sendable {
    /// What it is about: the text of `event` in the stream.
    package struct Kind: RawRepresentable, Sendable, Hashable {
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// A request was recorded.
        package static let request = Kind(rawValue: "request")
    }

    let kind: Kind
    private let members: [(String, JSONValue)]

    /// - Parameter members: those without a value are left out.
    package init(_ kind: Kind, _ members: [(String, JSONValue?)] = []) {
        self.kind = kind
        self.members = members.compactMap { name, value in value.map { (name, $0) } }
    }

    /// One line of JSON.
    var line: [UInt8] { JSONValue.object(JSONObject(members)).jsonBytes }
}

extension SandboxEvent {
    /// A request was recorded.
    init(_ exchange: Exchange, number: Int, codes: [String]) {
        let outline = exchange.outline
        self.init(
            .request,
            [
                ("number", .number(String(number))), ("requestId", .string(outline.requestID)),
                ("gateway", outline.gateway.map { .string($0) }), ("operation", outline.operation.map { .string($0) }),
                ("method", .string(outline.method)), ("path", .string(String(outline.path.prefix(Self.pathLimit)))),
                ("status", exchange.status.map { .number(String($0)) }), ("code", codes.first.map { .string($0) }),
                (RecordedRequest.subjectName, outline.subject.map { .string($0) }),
                ("tool", outline.tool.map { .string($0.rawValue) }),
                ("time", .string(Timestamp(outline.time).description)),
                ("milliseconds", .number(String((outline.milliseconds * 100).rounded() / 100))),
                ("fault", outline.faults.map { .string($0) }),
            ])
    }

    /// A request may have changed something of this kind. What it changed is in the service's own words.
    init(_ kind: Kind, of exchange: Exchange) {
        let outline = exchange.outline
        self.init(
            kind,
            [
                ("gateway", outline.gateway.map { .string($0) }), ("operation", outline.operation.map { .string($0) }),
                ("status", exchange.status.map { .number(String($0)) }),
                ("requestId", .string(outline.requestID)),
            ])
    }

    private static let pathLimit = 300
}
