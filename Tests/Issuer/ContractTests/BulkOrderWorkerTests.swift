import CardAPI
import CardClient
import CardServer
import ContractTestSupport
import Foundation
import HTTPContract
import HTTPService
import Issuing
import Logging
import Testing
import TestSupport

@Suite("The worker logs how each bulk order ended", .timeLimit(.minutes(20)))
struct BulkOrderWorkerTests {
    @Test("A completed and a failed order have one line each, without customers and PINs")
    func lines() async throws {
        try await withLiveService { service in
            let business = try await service.business()
            let done = try await business.order(.of(
                ("10000001", .ordering("SKRILL-VIRTUAL-MC-EEA", pin: "8642")),
                ("20000001", .ordering("DEMO-VIRTUAL-VISA-US"))))
            let failing = try await business.order(.of(("10000002", .virtual)))
            let cards = try await service.cards(of: .jonas)
            for _ in 1...5 { _ = try await cards.create(.virtual) }

            let lines = try await Self.lines(2, loggedFor: service.fixture.issuing)
            let time = "2026-03-15T12:00:00.000Z"
            #expect(Set(lines) == [
                #"{"timestamp":"\#(time)","level":"info","label":"tessera","message":"bulk order completed","#
                    + #""cards":"2","orderId":"\#(done.orderId)"}"#,
                #"{"timestamp":"\#(time)","level":"notice","label":"tessera","message":"bulk order failed","#
                    + #""orderId":"\#(failing.orderId)","reason":"One field of the order has become invalid "#
                    + #"since it was accepted, so no card is issued."}"#,
            ])
            #expect(lines.count == 2)
            #expect(try await business.bulkOrder(done.orderId).status == "COMPLETED")
        }
    }

    /// The log of a worker that is cancelled after `count` lines.
    private static func lines(_ count: Int, loggedFor issuing: Issuing) async throws -> [String] {
        let (stream, log) = AsyncStream.makeStream(of: String.self)
        let logger = Logger(label: "tessera") { label in
            JSONLogHandler(label: label, now: { IssuingFixture.now }) { line in
                log.yield(String(decoding: line.dropLast(), as: UTF8.self))
            }
        }
        let running = Task { try await BulkOrderWorker(issuing, logger: logger).run() }
        var lines: [String] = []
        for await line in stream {
            lines.append(line)
            guard lines.count == count else { continue }
            running.cancel()
            try await running.value
            log.finish()
        }
        return lines
    }
}
