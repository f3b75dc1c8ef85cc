import CardAPI
import Cards
import ContractTestSupport
import HTTPContract
import Testing
import TestSupport

@Suite("Requests that hash while the service hashes as much as it can")
struct BusyHashingTests {
    @Test("Each request is refused with 429 and Retry-After, and succeeds later")
    func refused() async throws {
        let thread = await BusyThread(limit: 0)
        try await withSandboxService(asking: [.updateCard], hashingOn: thread.slowWork) { service in
            let app = try await App(at: service)
            let (_, event) = try await app.begin()
            let verification = #"{"method":"PASSWORD"}"#
            _ = try await app.challenge(event, verification)
            let business = try await service.businessToken()
            let requests: [() async throws -> RawAnswer] = [
                { try await app.attempting(event, #""password":"demo-password""#, verification) },
                {
                    try await service.ask(
                        "PUT", "/digitalwallets/v1/customers/10000001/sca/pin", token: business, #"{"pin":"407152"}"#)
                },
                {
                    try await service.sandbox(
                        "PUT", "/customers/10000001/authentication", #"{"password":"demo-password"}"#)
                },
                { try await service.sandbox("POST", "/reset") },
            ]
            for request in requests {
                let answer = try await request()
                #expect(answer.status == 429 && answer["Retry-After"] == "1", "\(answer)")
                #expect(answer.text.contains("DW-TOO-MANY-REQUESTS"))
            }
            try await thread.free()
            for request in requests { #expect([200, 204].contains(try await request().status)) }
        }
    }
}
