import ArgumentParser
import AsyncHTTPClient
import NIOCore
import NIOHTTP1

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

    package init() {}

    package func run() async throws {
        let host = Setting.reachable(Setting.text(host, "HOST", default: "127.0.0.1"))
        let port = try Setting.port(port, "PORT", default: 8080)
        let url = "http://\(host):\(port)/readyz"
        do {
            let response = try await HTTPClient.shared.execute(HTTPClientRequest(url: url), timeout: .seconds(5))
            let body = String(buffer: try await response.body.collect(upTo: 4096))
            print(body)
            guard response.status.code == 200 else { throw ExitCode.failure }
        } catch let code as ExitCode {
            throw code
        } catch {
            print("Nothing answers at \(url): \(error)")
            throw ExitCode.failure
        }
    }
}
