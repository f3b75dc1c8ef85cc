import HTTPContract
import HTTPTypes
import Testing

@testable import AdministrationServer

@Suite("The tokens of operators")
struct OperatorTokenTests {
    private static let wrong = String(repeating: "A", count: OperatorToken.length)

    @Test("Without a right token, every path is refused with a challenge", arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer \(wrong)", "Basic \(wrong)", "Bearer short",
    ])
    func refused(authorization: String?) async throws {
        let bench = try await AdministrationBench()
        for path in ["/keys", "/brands/demo/clients", "/nothing", ""] {
            let answer = try await bench.send(.get, path, authorization: authorization)
            #expect(answer.status == 401 && answer.text.contains("DW-UNAUTHORIZED"), "\(path): \(answer.text)")
            #expect(answer.headers[.wwwAuthenticate] == #"Bearer realm="administration""#)
        }
    }

    @Test("After too many wrong tokens, a right one is refused, too")
    func lock() async throws {
        let bench = try await AdministrationBench(limitingTo: 3)
        #expect(try await bench.ask(.get, "/keys", as: .auditor).status == 200)
        for _ in 1...3 {
            #expect(try await bench.send(.get, "/keys", authorization: "Bearer \(Self.wrong)").status == 401)
        }
        let paused = try await bench.ask(.get, "/keys", as: .auditor)
        #expect(paused.status == 429 && paused.headers[.retryAfter] != nil, "\(paused.text)")
        for operation in AdministrationOperations.all {
            #expect(operation.answers.contains { $0.status == .tooManyRequests }, "\(operation.name)")
        }
    }

    @Test("A wrong token and each call are in the audit trail, the call with its operator")
    func trail() async throws {
        let bench = try await AdministrationBench()
        _ = try await bench.send(.get, "/keys", authorization: "Bearer \(Self.wrong)")
        _ = try await bench.ask(.get, "/keys", as: .auditor)
        _ = try await bench.ask(.post, "/brands/demo/clients/demo-app/disable", as: .viewer)
        _ = try await bench.ask(.post, "/brands/demo/clients/demo-app/disable", as: .operations)
        let path = "/administration/brands/demo/clients/demo-app/disable"
        #expect(
            try await bench.trail() == [
                "SECRET_REFUSED REFUSED listKeys",
                "OPERATOR_CALLED DONE auditor listKeys /administration/keys",
                "OPERATOR_CALLED REFUSED viewer disableClient \(path)",
                "OPERATOR_CALLED DONE operator disableClient \(path)",
                "CLIENT_DISABLED DONE operator disableClient demo/demo-app",
            ])
    }
}
