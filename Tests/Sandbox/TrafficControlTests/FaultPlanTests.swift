import HTTPContract
import HTTPTypes
import Testing

@testable import TrafficControl

/// Tests the plan without a server.
@Suite("Rules and seeds of faults")
struct FaultPlanTests {
    private static let create = operation("create", .post, isRepeatable: false)
    private static let update = operation("update", .patch)
    private static let list = operation("list", .get)
    private static let get = operation("get", .get)

    private static func operation(
        _ name: String, _ method: HTTPRequest.Method, isRepeatable: Bool = true
    ) -> Operation {
        Operation(
            name: name, summary: name, description: "", noun: .init("Things", ""), method: method, path: "/\(name)",
            audience: Audience("anyone", "", by: nil), successStatus: .ok, acceptsIdempotencyKey: !isRepeatable,
            headers: [], errorCodes: [])
    }

    private static func request(
        _ operation: Operation = Self.create, hasKey: Bool = false, hasProof: Bool = false
    ) -> FaultPlan.Occasion {
        let headers: HTTPFields = hasKey ? [.idempotencyKey: "k"] : [:]
        return .request(FaultRequest(operation: operation, headers: headers, hasProof: hasProof))
    }

    @Test("A rule applies to its operation as often as it says")
    func ruleTimes() {
        var plan = FaultPlan([FaultRule(fault: .answerLost, operation: Self.create, times: 2)], seed: 1)
        #expect(plan.strikes(Self.request(Self.get)).isEmpty)
        let struck = (1...4).map { _ in plan.strikes(Self.request()).map(\.fault) }
        #expect(struck == [[.answerLost], [.answerLost], [], []])
        #expect(plan.lines[0].occasions == 4 && plan.lines[0].strikes == 2)
    }

    @Test("The same seed gives the same faults, whichever other requests are sent")
    func seededFaults() {
        let rules = [
            FaultRule(fault: .latency(milliseconds: 5, jitterMilliseconds: 50), operation: Self.create),
            FaultRule(fault: .answerLost, operation: Self.create, percent: 30),
        ]
        func run(seed: UInt64, askingBetween: Bool) -> [[FaultPlan.Strike]] {
            var plan = FaultPlan(rules, seed: seed)
            return (1...200).map { _ in
                if askingBetween { _ = plan.strikes(Self.request(Self.list)) }
                return plan.strikes(Self.request())
            }
        }
        let first = run(seed: 7, askingBetween: false)
        #expect(first == run(seed: 7, askingBetween: true))
        #expect(first != run(seed: 8, askingBetween: false))
        let lost = first.count { $0.contains { $0.fault == .answerLost } }
        #expect((30...90).contains(lost), "\(lost) of 200 at 30 percent")
        let waits = first.compactMap(\.first?.milliseconds)
        #expect(waits.allSatisfy { (5...55).contains($0) } && Set(waits).count > 20)
    }

    @Test("A request gets every delay, but only the first fault that ends it")
    func firstEnding() {
        let rules: [Fault] = [
            .latency(milliseconds: 1, jitterMilliseconds: 0), .status(.serviceUnavailable, retryAfterSeconds: 1),
            .connectionReset, .answerLost,
        ]
        var plan = FaultPlan(rules.map { FaultRule(fault: $0) }, seed: 0)
        #expect(plan.strikes(Self.request()).map(\.fault) == Array(rules.prefix(2)))
        #expect(plan.lines.map(\.occasions) == [1, 1, 0, 0])
    }

    @Test("Rules about proof or an idempotency key apply only to requests that have one")
    func ruleConditions() {
        let again = FaultRule(fault: .authenticationAgain)
        let lost = FaultRule(fault: .answerLost, isOnlyWithIdempotencyKey: true)
        var plan = FaultPlan([again, lost], seed: 0)
        #expect(plan.strikes(Self.request()).isEmpty)
        #expect(plan.strikes(Self.request(Self.update, hasKey: true)).isEmpty)
        let proven = plan.strikes(Self.request(Self.update, hasProof: true))
        #expect(proven.map(\.fault) == [.authenticationAgain])
        #expect(plan.strikes(Self.request(hasKey: true)).map(\.fault) == [.answerLost])
    }

    @Test("A rule without an operation does not strike requests that it must name")
    func namedOnly() {
        let request = FaultRequest(operation: Self.get, needsName: true)
        #expect(!FaultRule(fault: .malformed).isAbout(.request(request)))
        #expect(FaultRule(fault: .malformed, operation: Self.get).isAbout(.request(request)))
        #expect(!FaultRule(fault: .malformed, operation: Self.list).isAbout(.request(request)))
    }

    @Test("A rule with nth strikes only the nth of the requests that it applies to")
    func nth() {
        var plan = FaultPlan(
            [FaultRule(fault: .answerLost, operation: Self.create, nth: 3)], seed: 0)
        let struck = (1...5).map { _ in
            _ = plan.strikes(Self.request(Self.list))
            return plan.strikes(Self.request()).count
        }
        #expect(struck == [0, 0, 1, 0, 0])
        #expect(plan.lines[0].occasions == 5 && plan.lines[0].strikes == 1)
    }

    @Test("A rule with subjects or a header applies only to these")
    func selectors() throws {
        let card = TrafficSubject(TrafficSubject.Kind(rawValue: "card"), "1")
        let customer = TrafficSubject(TrafficSubject.Kind(rawValue: "customer"), "1")
        var request = FaultRequest(operation: Self.get)
        let rules = [
            FaultRule(fault: .malformed, about: [card]), FaultRule(fault: .malformed, about: [card, customer]),
            FaultRule(fault: .malformed, header: FaultHeaderCondition("X-Suite")),
            FaultRule(fault: .malformed, header: FaultHeaderCondition("x-suite: two")),
        ]
        func about() -> [Bool] { rules.map { $0.isAbout(.request(request)) } }
        #expect(about() == [false, false, false, false])
        request.headers[HTTPField.Name("X-Suite")!] = "one"
        #expect(about() == [false, false, true, false])
        request.headers[HTTPField.Name("X-Suite")!] = "two"
        request.subjects = [card]
        #expect(about() == [true, false, true, true])
        request.subjects = [card, customer]
        #expect(about() == [true, true, true, true])
        let down = FaultRule(fault: .issuerDown, about: [customer])
        #expect(down.isAbout(.message(about: [card, customer])) && !down.isAbout(.message(about: [])))
        #expect(!down.isAbout(.request(request)))
        #expect(FaultHeaderCondition("") == nil && FaultHeaderCondition("a b: c") == nil)
    }

    @Test("Faults of webhooks do not affect requests, and faults of requests do not affect webhooks")
    func webhookFaults() {
        var plan = FaultPlan(
            [
                FaultRule(fault: .webhookLate(seconds: 9)), FaultRule(fault: .webhookDuplicate),
                FaultRule(fault: .connectionReset),
            ], seed: 0)
        #expect(plan.strikes(.due).map(\.fault) == [.webhookLate(seconds: 9)])
        #expect(plan.strikes(.message(about: [])).isEmpty)
        #expect(plan.strikes(.delivered).map(\.fault) == [.webhookDuplicate])
        #expect(plan.strikes(Self.request()).map(\.fault) == [.connectionReset])
    }

    @Test("The adversarial profile has only faults that the contract allows")
    func adversarialProfile() {
        for rule in FaultProfile.adversarial.rules {
            switch rule.fault {
            case .latency, .authenticationAgain, .webhookDuplicate, .webhookLate: break
            case .status(let outage, let seconds): #expect(outage == .serviceUnavailable && seconds > 0)
            case .answerLost: #expect(rule.isOnlyWithIdempotencyKey)
            case .connectionReset: Issue.record("Nothing says that connections break.")
            case .truncated, .malformed: Issue.record("Nothing says that a response is not whole.")
            case .issuerDown: Issue.record("An issuer that is down is no matter of the contract.")
            }
        }
    }
}
