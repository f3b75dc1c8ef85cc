import ArgumentParser
import AsyncHTTPClient
import Foundation
import Hosting
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOTransport
import Synchronization

/// The sandbox of a running service.
struct SandboxAddress: ParsableArguments {
    @Option(help: "Address of the service's sandbox. (default: http://127.0.0.1:8081)")
    var sandboxURL: String?

    @Option(help: "The sandbox's token, if it has one; better given as TESSERA_SANDBOX_TOKEN.")
    var sandboxToken: String?

    @Option(
        help: ArgumentHelp(
            "PEM file with a further root certificate to trust, such as the command ca prints.", valueName: "file"))
    var tlsRoot: String?

    /// - Throws: if an option cannot be used.
    func sandbox() throws -> RunningSandbox {
        RunningSandbox(
            url: try Setting.address(sandboxURL, "SANDBOX_URL", default: "http://127.0.0.1:8081"),
            token: Setting.text(sandboxToken, "SANDBOX_TOKEN"),
            http: try Setting.text(tlsRoot, "TLS_ROOT").map(TrustingClient.trusting) ?? .walletDefault)
    }
}

/// A running sandbox, with its address, its token and the client that reaches it.
struct RunningSandbox: Sendable {
    /// With the sandbox's own path at its end, as a tenant's `sandboxUrl`, or without it.
    var url: String
    let token: String?
    let http: HTTPClient

    /// The body of a request.
    struct Content: Sendable {
        let text, mediaType: String

        static func json(_ text: String) -> Content { Content(text: text, mediaType: "application/json") }
        static func yaml(_ text: String) -> Content { Content(text: text, mediaType: "application/yaml") }
    }

    /// The address of a page of the console, such as `/customers/10000001`.
    func page(_ path: String) -> String {
        let parts = url.wholeMatch(of: /(.*?)(?:\/tenants\/([a-z0-9-]+))?(?:\/sandbox)?/)
        let tenant = parts?.2.map { "?tenant=\($0)" } ?? ""
        return "\(parts?.1 ?? "")/\(tenant)#\(path)"
    }

    /// Asks for an answer with this form.
    func ask<Body: Decodable>(_ method: String, _ path: String, _ content: Content? = nil) async throws -> Body {
        try await answer(method, path, content).decoded()
    }

    /// Asks for something that has no answer.
    func tell(_ method: String, _ path: String, _ content: Content? = nil) async throws {
        try await answer(method, path, content).requireSuccess()
    }

    /// The response, whatever its status is.
    func answer(_ method: String, _ path: String, _ content: Content? = nil) async throws -> SandboxAnswer {
        let url = (url.hasSuffix("/sandbox") ? url : url + "/sandbox") + path
        var request = HTTPClientRequest(url: url)
        request.method = HTTPMethod(rawValue: method)
        request.headers.add(name: ToolMark.name, value: ToolMark.value)
        if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
        if let content {
            request.headers.add(name: "Content-Type", value: content.mediaType)
            request.body = .bytes(ByteBuffer(string: content.text))
        }
        do {
            let response = try await http.execute(request, timeout: Self.patience)
            let body = try await response.body.collect(upTo: Self.answerLimitBytes)
            return SandboxAnswer(url: url, status: Int(response.status.code), body: Data(body.readableBytesView))
        } catch let error as CancellationError {
            throw error
        } catch let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout {
            throw RunningService.Failure(description: "\(url) did not answer within a minute.")
        } catch is NIOTooManyBytesError {
            throw RunningService.Failure(
                description: "\(url) answered more than \(Self.answerLimitBytes) bytes. Request less at a time.")
        } catch {
            throw RunningService.Failure.nothingAnswers(at: url)
        }
    }

    private static let patience = TimeAmount.seconds(60)
    private static let answerLimitBytes = 1 << 20
}

/// A response of a sandbox.
struct SandboxAnswer: Sendable {
    let url: String
    let status: Int
    let body: Data

    var isSuccess: Bool { 200...299 ~= status }

    func decoded<Body: Decodable>(as type: Body.Type = Body.self) throws -> Body {
        try requireSuccess()
        guard let body = try? JSONDecoder().decode(type, from: body) else {
            // A response to a success may have card numbers.
            throw RunningService.Failure(description: "\(url) answered \(status) with an unreadable body\(advice)")
        }
        return body
    }

    func requireSuccess() throws {
        guard !isSuccess else { return }
        let text = refusal?.reasons ?? String(decoding: body.prefix(500), as: UTF8.self)
        throw RunningService.Failure(description: "\(url) answered \(status): \(text)\(advice)")
    }

    /// Why the sandbox has refused the request; nil if the answer does not say it.
    var refusal: SandboxProblemDetails? {
        isSuccess ? nil : try? JSONDecoder().decode(SandboxProblemDetails.self, from: body)
    }

    /// The advice for the status; empty if the response contains it.
    private var advice: String {
        switch status {
        case 404 where refusal.map { !$0.isOfNoOperation } == true: ""
        case 200...299, 404:
            "\nCheck --sandbox-url: a sandbox is at the port that `tessera serve --demo` prints, 8081 by default."
        case 401: "\nSet --sandbox-token, or TESSERA_SANDBOX_TOKEN, to the value that the service has."
        case 500...: "\nThe service's log has the cause; it may still be starting."
        default: ""
        }
    }
}

/// Why a sandbox has refused a request (RFC 9457).
struct SandboxProblemDetails: Decodable {
    private struct Field: Decodable {
        let field, error: String
    }

    private let code, detail: String
    private let errors: [Field]?

    /// One line for each reason.
    var reasons: String {
        guard let errors, !errors.isEmpty else { return detail }
        return errors.map { "\($0.field) \($0.error)" }.joined(separator: "\n")
    }

    /// Whether the sandbox has no operation at the address.
    var isOfNoOperation: Bool { code == "DW-NO-SUCH-OPERATION" }
}

/// Clients that trust a further root. They are kept until the program ends, as ``HTTPClient/walletDefault`` is.
private enum TrustingClient {
    private static let kept = Mutex<[HTTPClient]>([])

    static func trusting(_ file: String) throws -> HTTPClient {
        // A bundle of all public roots has about 200 KiB.
        let pem = try Setting.pem(file, option: "--tls-root", limit: 1 << 20)
        guard let roots = try? NIOSSLCertificate.fromPEMBytes(pem), !roots.isEmpty else {
            throw ValidationError(
                "--tls-root \(file) does not contain certificates in PEM; write it with: tessera ca > \(file)")
        }
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.additionalTrustRoots = [.certificates(roots)]
        configuration.tlsConfiguration = tls
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        kept.withLock { $0.append(client) }
        return client
    }
}
