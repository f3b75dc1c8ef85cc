import Cards
import Testing
import Validation

@Suite("Update of a card by a customer")
struct CardUpdateTests {
    @Test(
        "Each invalid field of an update is reported",
        arguments: Example.table(
            over: ["status": nil, "reason": nil, "pin": nil, "userAgent": nil],
            """
            status: LOCKED; reason: mislaid                         → ok
            status: LOST; reason: never by an update                → status
            status: LOCKED; reason: 200×r                           → ok
            status: LOCKED; reason: 201×r                           → statusReason
            status: LOCKED; reason: empty                           → statusReason
            status: LOCKED                                          → statusReason
            status: locked; reason: mislaid                         → status
            status: FROZEN; reason: mislaid                         → status
            status: empty; reason: mislaid                          → status
            pin: 1234                                               → ok
            pin: 0000                                               → ok
            pin: 123                                                → pin
            pin: 12345                                              → pin
            pin: empty                                              → pin
            pin: 12a4                                               → pin
            pin: 1234; status: LOCKED; reason: mislaid              → pin
            pin: 1234; reason: forgotten                            → statusReason
            userAgent: phone                                        → status
            reason: mislaid                                         → status statusReason
            status: ACTIVE; reason: r; pin: 12                      → pin
            pin: 1234; reason: empty                                → statusReason
            reason: empty                                           → status statusReason
            pin: 1234; userAgent: 1000×u                            → ok
            pin: 1234; userAgent: 1001×u                            → userAgent
            status: FROZEN; pin: 1234; userAgent: 1001×u            → status statusReason pin userAgent
            status: FROZEN; reason: 201×r; userAgent: 1001×u        → status statusReason userAgent
            """))
    func invalidFields(_ example: Example) {
        let violations = draft(
            status: example["status"], reason: example["reason"], pin: example["pin"],
            userAgent: example["userAgent"]
        ).errors
        #expect(violations.fields == example.expected)
    }

    @Test("An update can request only the statuses that the matrix has for it", arguments: CardStatus.allCases)
    func requestedStatus(status: CardStatus) {
        let draft = draft(status: status.rawValue, reason: "asked")
        let isTarget = [.active, .digital, .locked, .cancelled].contains(status)
        #expect(draft.value == (isTarget ? .status(status, reason: "asked") : nil))
        #expect(draft.errors.fields == (isTarget ? [] : ["status"]))
    }

    @Test("A PIN alone is an update")
    func pinUpdate() throws {
        #expect(draft(pin: "1234").value == .pin("1234"))
    }

    @Test("An invalid draft is refused with all its field errors")
    func invalidDraft() {
        let draft = draft(status: "FROZEN", userAgent: String(repeating: "u", count: 1001))
        #expect(draft.errors.count == 3)
        #expect(throws: Refusal.invalidFields(draft.errors)) { let _: CardUpdate<String> = try draft.accepted() }
    }

    @Test("An unreadable field is reported once", arguments: [
        ("status", "LOCKED" as String?), ("statusReason", "LOCKED"), ("pin", nil), ("status", nil),
    ])
    func unreadableField(field: String, status: String?) {
        let unreadable = [FieldError(field, "must be a string")]
        let draft = draft(
            status: field == "status" ? nil : status, reason: field == "status" ? status : nil,
            unreadable: unreadable)
        #expect(draft.errors == unreadable)
    }

    @Test("The error for an unknown status lists the statuses that a customer may request")
    func unknownStatus() throws {
        let violation = try #require(draft(status: "FROZEN", reason: "cold").errors.first)
        for status in ["ACTIVE", "CANCELLED", "LOCKED", "DIGITAL"] {
            #expect(violation.error.contains(status))
        }
    }

    private func draft(
        status: String? = nil, reason: String? = nil, pin: String? = nil, userAgent: String? = nil,
        unreadable: [FieldError] = []
    ) -> Draft<CardUpdate<String>?> {
        Draft((), errors: unreadable).then {
            CardUpdate.read(
                status: status, reason: reason, pin: pin.map(Sample.pin), userAgent: userAgent,
                besides: WrongFields(unreadable))
        }
    }
}
