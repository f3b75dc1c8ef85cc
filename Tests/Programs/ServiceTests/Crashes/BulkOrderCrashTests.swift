import CardAPI
import CardClient
import Foundation
import HTTPContract
import Subprocess
import Testing
import TestSupport

@Suite("An accepted bulk order survives a crash of the server", .timeLimit(.minutes(20)))
struct BulkOrderCrashTests {
    @Test("After kill -9 while cards are issued, the next server issues each card exactly once")
    func killed() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            let sandbox = Sandbox()
            let arguments = ["--demo", "--data-dir", directory.path, "--database-url", scratch.url]
            let (accepted, ending) = try await Program.serve(arguments, sandbox) { service in
                var body = OrderCardsBody()
                body.cards = []
                for _ in 1...4 { body.cards? += Self.entries(5, for: try await sandbox.newCustomer()) }
                let cardNumbers = try await TableLock.take("issuing.issued_pan", in: scratch)
                let business = try await service.business()
                let order = try await business.order(body, idempotencyKey: "bulk")
                #expect(order.status == "ACCEPTED" && order.numberOfCards == 20)
                try await cardNumbers.isWaitedForInTime()
                #expect(try await business.bulkOrder(order.orderId).status == "PROCESSING")
                service.signal(SIGKILL)
                try await service.log.end()
                cardNumbers.release()
                return (body: body, order: order)
            }
            #expect(ending.status == .signaled(SIGKILL))
            #expect(!ending.errors.contains("bulk order completed"))
            _ = try await Program.serve(arguments, sandbox) { service in
                let entry = try await service.log.entry("bulk order completed")
                #expect(entry?["orderId"] == accepted.order.orderId && entry?["cards"] == "20")
                let business = try await service.business()
                #expect(try await business.order(accepted.body, idempotencyKey: "bulk") == accepted.order)
                let issued = try await business.bulkOrder(accepted.order.orderId)
                #expect(issued.status == "COMPLETED" && issued.numberOfIssued == 20)
                let customers = accepted.body.cards?.compactMap(\.customerId) ?? []
                #expect(issued.cards?.map(\.customerId) == customers)
                for customer in Set(customers) {
                    let theirs = issued.cards?.filter { $0.customerId == customer }.map(\.cardId) ?? []
                    let found = try await service.cards(of: customer).getAll().cards.map(\.cardId)
                    #expect(found.count == 5 && Set(found) == Set(theirs))
                }
            }
        }
    }

    private static func entries(_ count: Int, for customer: String) -> [OrderCardsBody.Entry] {
        var entry = OrderCardsBody.Entry()
        (entry.customerId, entry.application) = (customer, .virtual())
        return Array(repeating: entry, count: count)
    }
}
