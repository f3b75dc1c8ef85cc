import Cards
import Testing
import Validation

@Suite struct BusinessUpdateTests {
    @Test(arguments: Example.table(
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
    func example(_ example: Example) throws {
        let status = example["status"].flatMap(CardStatus.init(rawValue:))
        #expect(found(example, status: status) == example.expected)
    }

    @Test func whatCouldNotBeReadIsToldOnce() {
        let unreadable = [FieldError("status", "must be one of ACTIVE, CANCELLED"), FieldError("pin", "is odd")]
        #expect(throws: Refusal.invalidFields(unreadable)) {
            let _: BusinessUpdate = try Draft((), errors: unreadable).then {
                BusinessUpdate.read(status: nil, reason: "Fraud", hasPIN: true, userAgent: nil)
            }.accepted()
        }
    }

    @Test func theMatrixLeadsABusinessToBothOfItsStatuses() {
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
