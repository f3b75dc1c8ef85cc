import Cards
import Testing

@Suite("Card statuses")
struct CardStatusTests {
    @Test("The names are the ones that the API uses")
    func rawValues() {
        let names = """
            ACTIVE PENDING APPLIED REJECTED ISSUED DIGITAL LOCKED SUSPENDED EXPIRED CANCELLED DAMAGED LOST
            """
        #expect(CardStatus.allCases.map(\.rawValue).joined(separator: " ") == names)
    }

    @Test("REJECTED, EXPIRED, CANCELLED and LOST are final")
    func finalStatuses() {
        #expect(Set(CardStatus.allCases.filter(\.isFinal)) == [.rejected, .expired, .cancelled, .lost])
    }

    @Test("A locked or suspended card remembers the status that it returns to", arguments: [
        (Standing(.active), CardStatus.locked, Standing(.locked, returnsTo: .active)),
        (Standing(.digital), .locked, Standing(.locked, returnsTo: .digital)),
        (Standing(.locked, returnsTo: .digital), .digital, Standing(.digital)),
        (Standing(.locked, returnsTo: .active), .cancelled, Standing(.cancelled)),
        (Standing(.issued), .suspended, Standing(.suspended, returnsTo: .issued)),
        (Standing(.locked, returnsTo: .active), .suspended, Standing(.suspended, returnsTo: .active)),
        (Standing(.locked, returnsTo: .digital), .suspended, Standing(.suspended, returnsTo: .digital)),
        (Standing(.suspended, returnsTo: .issued), .issued, Standing(.issued)),
        (Standing(.suspended, returnsTo: .active), .expired, Standing(.expired)),
    ])
    func returnStatus(from: Standing, to next: CardStatus, standsAt expected: Standing) {
        #expect(from.moved(to: next) == expected)
    }
}
