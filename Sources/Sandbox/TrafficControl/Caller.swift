import HTTPService
import HTTPTypes
import Postgres

/// The sender of a request: the client under test, or a tool or a preparation beside it. Only the client's requests
/// count as results of a test.
///
/// A mark of the present task names the caller, because changes of cards are reported from deep inside a use case, and
/// inside a transaction.
package enum Caller: Equatable {
    case client
    /// The preparation of a test, as opposed to the test itself.
    case setUp
    case tool(Tool)

    /// A tool of Tessera that shows or changes a service while clients are tested. Its requests are not a client's.
    package enum Tool: String, CaseIterable {
        case console
        /// A command of `tessera`, such as `demo`.
        case command
    }

    /// Who sends the present request.
    package static var current: Caller { CallerMark.current.map(Caller.init(mark:)) ?? .client }

    /// The tool that sends the present request, if it is one.
    static var currentTool: Tool? {
        if case .tool(let tool) = current { tool } else { nil }
    }

    /// Runs the work as this caller's.
    package func running<Result>(_ work: () async throws -> Result) async rethrows -> Result {
        guard let mark else { return try await work() }
        return try await CallerMark.$current.withValue(mark, operation: work)
    }

    private static let setUpMark = "set-up"

    private init(mark: String) {
        self = mark == Self.setUpMark ? .setUp : Tool(rawValue: mark).map(Caller.tool) ?? .client
    }

    private var mark: String? {
        switch self {
        case .client: nil
        case .setUp: Self.setUpMark
        case .tool(let tool): tool.rawValue
        }
    }
}

extension Request {
    /// The sender of the request, according to its headers.
    package var caller: Caller {
        if isOfOwnPage, let tool = headers[.tool].flatMap(Caller.Tool.init) {
            return .tool(tool)
        }
        return headers[.setUp] == "true" ? .setUp : .client
    }

    /// False for a request of a web page that came from elsewhere. A browser names the page's origin (RFC 6454,
    /// section 7) in each request that such a page could give a header of its own.
    private var isOfOwnPage: Bool {
        guard let origin = headers[.origin] else { return true }
        return origin == "\(head.scheme ?? "http")://\((head.authority ?? "").lowercased())"
    }
}
