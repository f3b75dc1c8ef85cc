import Testing

@Suite("Customers without a pause", .timeLimit(.minutes(20)))
struct BusyCustomersTests {
    @Test("Nobody waits for the rounds of customers who do not play")
    func stopped() async {
        await #expect(throws: BusyCustomers.Stopped.self) { try await BusyCustomers().laterRounds() }
    }
}
