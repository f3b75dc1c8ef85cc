import ArgumentParser
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

package struct Healthcheck: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        abstract: "Check whether a running service is ready. Exits with 0 if it is, otherwise with 1.",
        discussion: """
            For health checks of containers, which then need neither curl nor a shell.

            For example: tessera healthcheck --port 9090
            """)

    @Option(help: "Host of the public listener. (default: 127.0.0.1)")
    package var host: String?

    @Option(help: "Port of the public listener. (default: 8080)")
    package var port: Int?

    @Flag(help: "The service speaks TLS. Its certificate is not verified: nothing secret is sent.")
    package var tls = false

    package init() {}

    package func run() async throws {
        let host = Setting.reachable(Setting.text(host, "HOST", default: "127.0.0.1"))
        let port = try Setting.port(port, "PORT", default: 8080)
        let isTLS = try Setting.flag(tls, "TLS") || Setting.text(nil, "TLS_CERTIFICATE") != nil
        let url = "\(isTLS ? "https" : "http")://\(host):\(port)/readyz"
        do {
            let (status, body) = try await Self.answer(of: url)
            switch status {
            case 200:
                print(body)
            case 503:
                print("\(body)\nThe service at \(url) runs, but is not ready for the reason above.")
                throw ExitCode.failure
            default:
                print("\(url) answered \(status), so it is not this service. Check --host and --port.")
                throw ExitCode.failure
            }
        } catch let code as ExitCode {
            throw code
        } catch {
            print("Nothing answers at \(url): \(Self.reason(error)).")
            print("Check that the service runs, and --host and --port.")
            throw ExitCode.failure
        }
    }

    private static func reason(_ error: any Error) -> String {
        (error as? IOError).map { String(cString: strerror($0.errnoCode)).lowercased() } ?? "\(error)"
    }

    /// The certificate is for the names that clients use, and rarely for the address that this check uses.
    private static func answer(of url: String) async throws -> (status: UInt, body: String) {
        let configuration = HTTPClient.Configuration(certificateVerification: .none)
        return try await HTTPClient.withHTTPClient(configuration: configuration) { client in
            let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
            return (response.status.code, String(buffer: try await response.body.collect(upTo: 4096)))
        }
    }
}
