import Cards
import Testing
import Validation

@Suite("Update of a card by a business")
struct BusinessUpdateTests {
    @Test("Each invalid field of a business's update is reported", arguments: Example.table(
        over: ["status": "CANCELLED", "reason": "Fraud", "pin": nil, "userAgent": nil],
        """
        status: CANCELLED; reason: Fraud → ok
        status: ACTIVE; reason: 200×x → ok
        reason: 201×x → statusReason
        reason: empty → statusReason
        pin: 1234 → pin
        pin: empty → pin
        userAgent: 1000×x → ok
        userAgent: 1001×x → userAgent
        reason: empty; pin: 1234; userAgent: 1001×x → statusReason pin userAgent
        """))
    func invalidFields(_ example: Example) throws {
        let status = example["status"].flatMap(CardStatus.init(rawValue:))
        #expect(found(example, status: status) == example.expected)
    }

    @Test("An unreadable field is reported once")
    func unreadableFields() {
        let unreadable = [FieldError("status", "must be one of ACTIVE, CANCELLED"), FieldError("pin", "is odd")]
        #expect(throws: Refusal.invalidFields(unreadable)) {
            let _: BusinessUpdate = try Draft((), errors: unreadable).then {
                BusinessUpdate.read(status: nil, reason: "Fraud", hasPIN: true, userAgent: nil)
            }.accepted()
        }
    }

    @Test("The transition matrix allows a business each status that it may request")
    func requestableStatuses() {
        for status in BusinessUpdate.statuses {
            #expect(!TransitionMatrix.sources(by: .business, on: .update, to: status).isEmpty)
        }
    }

    private func found(_ example: Example, status: CardStatus?) -> [String] {
        do throws(Refusal) {
            let update: BusinessUpdate = try BusinessUpdate.read(
                status: status, reason: example["reason"], hasPIN: example["pin"] != nil,
                userAgent: example["userAgent"]
            ).accepted()
            #expect(update.status == status && update.reason == example["reason"])
            return []
        } catch {
            guard case .invalidFields(let violations) = error else { return ["another refusal"] }
            return violations.fields
        }
    }
}
