import CardAPI
import Cards
import CardServer
import HTTPContract
import Validation

/// A fault plan: rules, or a predefined plan by its name.
struct FaultPlanBody: HTTPContract.RequestBody {
    var profile: String?
    var seed: Int?
    var rules: [FaultRuleBody]?

    static let members: [BodyMember<FaultPlanBody>] = [
        .enumeration(
            "profile", \.profile, of: FaultProfile.allCases.map(\.rawValue), example: "ADVERSARIAL",
            "A predefined plan, instead of rules; ADVERSARIAL does only what the contract allows."),
        .integer(
            "seed", \.seed, in: exactIntegers, example: "7",
            "The seed for `percent`; the same seed strikes the same requests of a sequence; 0 if absent."),
        .objects("rules", \.rules, maximumCount: 100, "The rules, applied in this order."),
    ]

}

extension FaultPlan {
    static func read(_ draft: Draft<FaultPlanBody>, among operations: ControlledOperations) -> Draft<FaultPlan?> {
        let body = draft.value
        var violations = draft.errors
        let isTold = violations.contains { $0.field.hasPrefix("rules") || $0.field == "profile" }
        if !isTold, (body.profile == nil) == (body.rules == nil) {
            violations.append(FieldError("rules", "or profile is required, but not both"))
        }
        let wanted = body.rules?.enumerated().map { $1.rule(at: "rules[\($0)].", among: operations, &violations) } ?? []
        let profile = body.profile.flatMap(FaultProfile.init(rawValue:))
        let plan = FaultPlan(
            profile?.rules ?? wanted.compactMap(\.self), profile: profile, seed: UInt64(clamping: body.seed ?? 0))
        return Draft(plan, errors: FaultPlanBody.schema.sorted(violations, by: \.field))
    }
}

struct FaultRuleBody: HTTPContract.RequestBody {
    var operation: String?
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
            "The operation of the Card service or of a gateway that the fault strikes; every operation if absent."),
        .enumeration(
            "fault", \.fault, of: Fault.Kind.allCases.map(\.rawValue), isRequired: true, example: "LATENCY",
            "The fault."),
        .integer(
            "milliseconds", \.milliseconds, in: 0...longestLatency, example: "250", "For LATENCY: the delay."),
        .integer(
            "jitterMilliseconds", \.jitterMilliseconds, in: 0...longestLatency, example: "100",
            "For LATENCY: a random extra delay of up to this; \(longestLatency) together with `milliseconds` at most."),
        .integer("status", \.status, in: 100...599, example: "503", "For STATUS: 429, 500 or 503."),
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
        let found = self.violations(of: kind, at: path)
        violations = violations.adding(found)
        guard found.isEmpty else { return nil }
        return FaultRule(
            fault: fault(of: kind), operation: meant, times: times,
            percent: percent ?? 100, isOnlyWithIdempotencyKey: onlyWithIdempotencyKey ?? false)
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
                Fault.Outage(rawValue: $0) == nil ? "must be 429, 500 or 503" : nil
            },
            Number(name: "retryAfterSeconds", value: retryAfterSeconds, owner: .status),
            Number(name: "seconds", value: seconds, owner: .webhookLate, isNeeded: true),
        ]
    }

    private func violations(of kind: Fault.Kind, at path: String) -> [FieldError] {
        var violations = numbers.compactMap { number -> FieldError? in
            let isForeign = number.owner != kind
            let error: String? =
                switch number.value {
                case .some where isForeign: "must be absent: only \(number.owner.rawValue) has it"
                case let value?: number.error(value)
                case nil: number.isNeeded && !isForeign ? "is needed for \(kind.rawValue)" : nil
                }
            return error.map { FieldError(path + number.name, $0) }
        }
        let ofRequests = [("operation", operation != nil), ("onlyWithIdempotencyKey", onlyWithIdempotencyKey != nil)]
        for (name, isThere) in ofRequests where isThere && !kind.isOfRequests {
            violations.append(FieldError(path + name, "must be absent: \(kind.rawValue) does not strike an operation"))
        }
        return violations
    }
}

/// The present plan, with its effects so far.
struct FaultPlanAnswer: AnswerBody {
    let plan: FaultPlan

    static let members: [AnswerMember<FaultPlanAnswer>] = [
        .member("profile", \.plan.profile?.rawValue, example: "ADVERSARIAL", "The predefined plan, if it is one."),
        .member("seed", { Int($0.plan.seed) }, example: "7", "The seed for `percent`."),
        .member("rules", { $0.plan.lines.map(Line.init) }, "The rules, each with `occasions` and `strikes`."),
    ]

    /// A rule as it was set, with its effects so far.
    private struct Line: JSONWritable, AnswerValue {
        static var kind: ObjectSchema.Kind { .anything }
        let line: FaultPlan.Line

        func write(to json: inout JSONWriter) {
            var body = FaultRuleBody(line.rule.fault)
            body.operation = line.rule.operation?.name
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
            retryAfterSeconds = outage == .internalServerError ? nil : seconds
        case .webhookLate(let seconds):
            self.seconds = seconds
        case .connectionReset, .answerLost, .authenticationAgain, .issuerDown, .webhookDuplicate:
            break
        }
    }
}
