import CardAPI
import Cards
import CardServer
import HTTPContract
import HTTPTypes
import Identifiers
import TrafficControl
import Validation

/// A fault plan: rules, or a predefined plan by its name.
struct FaultPlanBody: RequestBody {
    var profile: String?
    var seed: Int?
    var alsoTools: Bool?
    var rules: [FaultRuleBody]?

    static let members: [BodyMember<FaultPlanBody>] = [
        .enumeration(
            "profile", \.profile, of: FaultProfile.allCases.map(\.rawValue), example: "ADVERSARIAL",
            "A predefined plan, instead of rules; ADVERSARIAL does only what the contract allows."),
        .integer(
            "seed", \.seed, in: exactIntegers, example: "7",
            "The seed for `percent`; the same seed strikes the same requests of a sequence; 0 if absent."),
        .boolean(
            "alsoTools", \.alsoTools, example: "true",
            "Whether the plan strikes the console and the commands of tessera, too; false if absent."),
        .objects("rules", \.rules, maximumCount: 100, "The rules, applied in this order."),
    ]

}

extension FaultPlan {
    static func read(_ draft: Draft<FaultPlanBody>, among operations: ControlledOperations) -> Draft<FaultPlan?> {
        let body = draft.value
        var violations = draft.errors
        let wrong = WrongFields(violations)
        if !wrong.contain("profile"), !wrong.contain(below: "rules"), (body.profile == nil) == (body.rules == nil) {
            violations.append(FieldError("rules", "or profile is required, but not both"))
        }
        let wanted = body.rules?.enumerated().map { $1.rule(at: "rules[\($0)].", among: operations, &violations) } ?? []
        let profile = body.profile.flatMap(FaultProfile.init(rawValue:))
        let plan = FaultPlan(
            profile?.rules ?? wanted.compactMap(\.self), profile: profile, seed: UInt64(clamping: body.seed ?? 0),
            strikesTools: body.alsoTools ?? false)
        return Draft(plan, errors: FaultPlanBody.schema.sorted(violations, by: \.field))
    }
}

struct FaultRuleBody: RequestBody {
    var operation: String?
    var cardId: String?
    var customerId: String?
    var header: String?
    var nth: Int?
    var fault: String?
    var milliseconds: Int?
    var jitterMilliseconds: Int?
    var status: Int?
    var retryAfterSeconds: Int?
    var seconds: Int?
    var times: Int?
    var percent: Int?
    var onlyWithIdempotencyKey: Bool?

    static let members: [BodyMember<FaultRuleBody>] = [
        .string(
            "operation", \.operation, example: "createCard",
            "The operation of the Card service, of the network's door or of a gateway that the fault strikes; every "
                + "operation of the Card service and of the gateways if absent."),
        .string(
            "cardId", \.cardId, example: "f16ba382-eb42-481a-b08f-c57bdc9aae24",
            "Strikes only requests with this card in their path; for ISSUER_DOWN, only payments with this card."),
        .string(
            "customerId", \.customerId, example: "10000001",
            "Strikes only requests of or about this customer; for ISSUER_DOWN, only payments with this customer's "
                + "cards."),
        .string(
            "header", \.header, maximumLength: 1000, example: "X-Suite: checkout",
            "Strikes only requests with this header: its name, or its name and its value."),
        .integer(
            "nth", \.nth, in: 1...1_000_000, example: "3",
            "Strikes only this one of the matching requests, counted from 1."),
        .enumeration(
            "fault", \.fault, of: Fault.Kind.allCases.map(\.rawValue), isRequired: true, example: "LATENCY",
            "The fault."),
        .integer(
            "milliseconds", \.milliseconds, in: 0...longestLatency, example: "250", "For LATENCY: the delay."),
        .integer(
            "jitterMilliseconds", \.jitterMilliseconds, in: 0...longestLatency, example: "100",
            "For LATENCY: a random extra delay of up to this; \(longestLatency) together with `milliseconds` at most."),
        .integer("status", \.status, in: 100...599, example: "503", "For STATUS: \(Fault.Outage.list)."),
        .integer(
            "retryAfterSeconds", \.retryAfterSeconds, in: 0...3600, example: "1",
            "For STATUS 429 and 503: the value of Retry-After; 1 if absent."),
        .integer("seconds", \.seconds, in: 1...86_400, example: "60", "For WEBHOOK_LATE: the delay."),
        .integer(
            "times", \.times, in: 1...1_000_000, example: "1", "The maximum number of strikes; no limit if absent."),
        .integer(
            "percent", \.percent, in: 1...100, example: "25",
            "The share of matching requests that it strikes; 100 if absent."),
        .boolean(
            "onlyWithIdempotencyKey", \.onlyWithIdempotencyKey, example: "true",
            "Strikes only requests that can be repeated safely."),
    ]

    private static let longestLatency = 60_000

    /// - Parameter violations: collects all errors. If there are any, the result is nil.
    fileprivate func rule(
        at path: String, among operations: ControlledOperations, _ violations: inout [FieldError]
    ) -> FaultRule? {
        let meant = operations.named(operation, at: path + "operation", &violations)
        guard let kind = fault.flatMap(Fault.Kind.init(rawValue:)) else { return nil }
        let found = numberViolations(of: kind, at: path) + conditionViolations(of: kind, meant, at: path)
        violations = violations.adding(found)
        guard found.isEmpty else { return nil }
        return FaultRule(
            fault: fault(of: kind), operation: meant, about: subjects,
            header: header.flatMap { FaultHeaderCondition($0) }, nth: nth, times: times,
            percent: percent ?? 100, isOnlyWithIdempotencyKey: onlyWithIdempotencyKey ?? false)
    }

    private var subjects: Set<TrafficSubject> {
        TrafficSubject.subjects(cardId.flatMap { CardID($0) }, customerId.flatMap { CustomerID($0) })
    }

    private func fault(of kind: Fault.Kind) -> Fault {
        switch kind {
        case .latency: .latency(milliseconds: milliseconds ?? 0, jitterMilliseconds: jitterMilliseconds ?? 0)
        case .status:
            .status(
                status.flatMap(Fault.Outage.init(rawValue:)) ?? .serviceUnavailable,
                retryAfterSeconds: retryAfterSeconds ?? 1)
        case .connectionReset: .connectionReset
        case .answerLost: .answerLost
        case .truncated: .truncated
        case .malformed: .malformed
        case .authenticationAgain: .authenticationAgain
        case .issuerDown: .issuerDown
        case .webhookDuplicate: .webhookDuplicate
        case .webhookLate: .webhookLate(seconds: seconds ?? 0)
        }
    }

    /// A numeric member that only one kind of fault has.
    private struct Number {
        let name: String
        let value: Int?
        let owner: Fault.Kind
        var isNeeded = false
        var error: (Int) -> String? = { _ in nil }
    }

    private var numbers: [Number] {
        let longestJitter = Self.longestLatency - (milliseconds ?? 0)
        return [
            Number(name: "milliseconds", value: milliseconds, owner: .latency, isNeeded: true),
            Number(name: "jitterMilliseconds", value: jitterMilliseconds, owner: .latency) {
                $0 > longestJitter ? "must be 0 to \(longestJitter)" : nil
            },
            Number(name: "status", value: status, owner: .status, isNeeded: true) {
                Fault.Outage(rawValue: $0) == nil ? "must be \(Fault.Outage.list)" : nil
            },
            Number(name: "retryAfterSeconds", value: retryAfterSeconds, owner: .status),
            Number(name: "seconds", value: seconds, owner: .webhookLate, isNeeded: true),
        ]
    }

    private func numberViolations(of kind: Fault.Kind, at path: String) -> [FieldError] {
        numbers.compactMap { number -> FieldError? in
            let isForeign = number.owner != kind
            let error: String? =
                switch number.value {
                case .some where isForeign: "must be absent: only \(number.owner.rawValue) has it"
                case let value?: number.error(value)
                case nil: number.isNeeded && !isForeign ? "is needed for \(kind.rawValue)" : nil
                }
            return error.map { FieldError(path + number.name, $0) }
        }
    }

    /// - Parameter meant: the operation, if it is known.
    private func conditionViolations(
        of kind: Fault.Kind, _ meant: Operation?, at path: String
    ) -> [FieldError] {
        var violations: [FieldError] = []
        if kind == .authenticationAgain, let meant, !Operations.all.contains(meant) {
            violations.append(
                FieldError(
                    path + "operation",
                    "must be of the Card service: no gateway asks for authentication, and no network"))
        }
        let ofRequests = [
            ("operation", operation != nil), ("header", header != nil),
            ("onlyWithIdempotencyKey", onlyWithIdempotencyKey != nil),
        ]
        for (name, isThere) in ofRequests where isThere && !kind.isOfRequests {
            violations.append(FieldError(path + name, "must be absent: \(kind.rawValue) does not strike an operation"))
        }
        for (name, isThere) in [("cardId", cardId != nil), ("customerId", customerId != nil)] where isThere {
            if !kind.isOfRequests, kind != .issuerDown {
                violations.append(FieldError(path + name, "must be absent: \(kind.rawValue) strikes every webhook"))
            } else if let meant, !Operations.all.contains(meant) {
                violations.append(
                    FieldError(path + name, "must be absent: only the issuer knows the card that a message is about"))
            }
        }
        if let cardId, CardID(cardId) == nil { violations.append(FieldError(path + "cardId", "must be a card's id")) }
        if let customerId, CustomerID(customerId) == nil {
            violations.append(FieldError(path + "customerId", "must be a customer's number"))
        }
        if let header { violations += headerViolations(header, at: path) }
        for (name, isThere) in [("times", times != nil), ("percent", percent != nil)] where isThere && nth != nil {
            violations.append(FieldError(path + name, "cannot be sent together with nth"))
        }
        return violations
    }

    private func headerViolations(_ text: String, at path: String) -> [FieldError] {
        guard let condition = FaultHeaderCondition(text) else {
            return [FieldError(path + "header", FaultHeaderCondition.expectation)]
        }
        return condition.isAboutSecret
            ? [FieldError(path + "header", "must not be \(text.prefix { $0 != ":" }), whose value is a secret")] : []
    }
}

/// The present plan, with its effects so far.
struct FaultPlanAnswer: AnswerBody {
    let plan: FaultPlan

    static let members: [AnswerMember<FaultPlanAnswer>] = [
        .member("profile", \.plan.profile?.rawValue, example: "ADVERSARIAL", "The predefined plan, if it is one."),
        .member("seed", { Int($0.plan.seed) }, example: "7", "The seed for `percent`."),
        .member(
            "alsoTools", { $0.plan.strikesTools ? true : nil }, example: "true",
            "Whether the plan strikes the console and the commands of tessera, too."),
        .member("rules", { $0.plan.lines.map(Line.init) }, "The rules, each with `occasions` and `strikes`."),
    ]

    /// A rule as it was set, with its effects so far.
    private struct Line: JSONWritable, AnswerValue {
        static var kind: ObjectSchema.Kind { .anything }
        let line: FaultPlan.Line

        func write(to json: inout JSONWriter) {
            var body = FaultRuleBody(line.rule.fault)
            body.operation = line.rule.operation?.name
            body.cardId = line.rule.subjects.first { $0.kind == .card }?.text
            body.customerId = line.rule.subjects.first { $0.kind == .customer }?.text
            body.header = line.rule.header?.description
            body.nth = line.rule.nth
            body.times = line.rule.times
            body.percent = line.rule.percent == 100 ? nil : line.rule.percent
            body.onlyWithIdempotencyKey = line.rule.isOnlyWithIdempotencyKey ? true : nil
            json.object { json in
                body.writeMembers(to: &json)
                json.member("occasions", line.occasions)
                json.member("strikes", line.strikes)
            }
        }
    }
}

extension FaultHeaderCondition {
    /// Whether the header's value is a secret, which no plan should hold.
    fileprivate var isAboutSecret: Bool { Self.secrets.contains(name) }

    /// Those of the card service, of the sandbox and of the gateways.
    private static let secrets: [HTTPField.Name] =
        [.authorization, .proxyAuthorization, .cookie, .sandboxToken, .apiKey] + ControlledService.cardProofs
}

extension FaultRuleBody {
    fileprivate init(_ fault: Fault) {
        self.init()
        self.fault = fault.kind.rawValue
        switch fault {
        case .latency(let milliseconds, let jitter):
            self.milliseconds = milliseconds
            jitterMilliseconds = jitter
        case .status(let outage, let seconds):
            status = outage.rawValue
            retryAfterSeconds = outage.hasRetryAfter ? seconds : nil
        case .webhookLate(let seconds):
            self.seconds = seconds
        case .connectionReset, .answerLost, .truncated, .malformed, .authenticationAgain, .issuerDown,
            .webhookDuplicate:
            break
        }
    }
}
