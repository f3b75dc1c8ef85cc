import Foundation
import Hummingbird

/// Answers every GET with the same JSON, which it reads from a file at its start: the least that a service on
/// Hummingbird can do. Arguments: the port and the file.
@main
enum ConstantAnswer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let port = Int(arguments[1]) else {
            print("usage: ConstantAnswer PORT FILE")
            exit(64)
        }
        let answer = ByteBuffer(bytes: try Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        let router = Router()
        router.get("**") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(byteBuffer: answer))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)))
        try await application.runService()
    }
}
