import CardAPI
import Cards

/// What is to go wrong from now on: rules, or a plan by its name.
struct FaultPlanBody: CardAPI.RequestBody {
    var profile: String?
    var seed: Int?
    var rules: [FaultRuleBody]?

    static let members: [BodyMember<FaultPlanBody>] = [
        .enumeration(
            "profile", \.profile, of: FaultProfile.allCases.map(\.rawValue), example: "ADVERSARIAL",
            "A plan that does only what the contract allows; instead of rules."),
        .integer("seed", \.seed, example: "7", "The same seed strikes the same requests of a sequence; 0 if absent."),
        .objects("rules", \.rules, maximumCount: 100, "Each is asked in turn."),
    ]

    func plan(unreadable: [FieldViolation]) throws(Refusal) -> FaultPlan {
        var violations = unreadable
        if let seed, seed < 0 { violations.append(FieldViolation("seed", "must be 0 or more")) }
        let isTold = unreadable.contains { $0.field.hasPrefix("rules") || $0.field == "profile" }
        if !isTold, (profile == nil) == (rules == nil) {
            violations.append(FieldViolation("rules", "or profile is needed, and not both"))
        }
        let wanted = rules?.enumerated().map { $1.rule(at: "rules[\($0)].", &violations) } ?? []
        guard violations.isEmpty else { throw .invalidFields(Self.schema.sorted(violations, by: \.field)) }
        let profile = profile.flatMap(FaultProfile.init(rawValue:))
        return FaultPlan(
            profile?.rules ?? wanted.compactMap(\.self), profile: profile, seed: UInt64(seed ?? 0))
    }
}

struct FaultRuleBody: CardAPI.RequestBody {
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
        .enumeration(
            "operation", \.operation, of: Operations.all.map(\.name), example: "createCard",
            "Which it happens to; every one if absent."),
        .enumeration(
            "fault", \.fault, of: Fault.Kind.allCases.map(\.rawValue), isRequired: true, example: "LATENCY",
            "What happens."),
        .integer("milliseconds", \.milliseconds, example: "250", "Of LATENCY: for how long, 0 to 60000."),
        .integer(
            "jitterMilliseconds", \.jitterMilliseconds, example: "100",
            "Of LATENCY: up to how much longer; 60000 with the other at most."),
        .integer("status", \.status, example: "503", "Of STATUS: 429, 500 or 503."),
        .integer(
            "retryAfterSeconds", \.retryAfterSeconds, example: "1",
            "Of STATUS 429 and 503: what Retry-After says, 0 to 3600; 1 if absent."),
        .integer("seconds", \.seconds, example: "60", "Of WEBHOOK_LATE: how much later, 1 to 86400."),
        .integer("times", \.times, example: "1", "How often at most, 1 to 1000000; without end if absent."),
        .integer("percent", \.percent, example: "25", "Of those it could happen to, 1 to 100; 100 if absent."),
        .boolean(
            "onlyWithIdempotencyKey", \.onlyWithIdempotencyKey, example: "true",
            "Spares requests that cannot be repeated safely."),
    ]

    /// - Parameter violations: gets everything that is wrong with it; nil is returned where something is.
    fileprivate func rule(at path: String, _ violations: inout [FieldViolation]) -> FaultRule? {
        guard let kind = fault.flatMap(Fault.Kind.init(rawValue:)) else { return nil }
        let found = self.violations(of: kind, at: path)
        violations += found
        guard found.isEmpty else { return nil }
        return FaultRule(
            fault: fault(of: kind), operation: Operations.all.first { $0.name == operation }, times: times,
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
        case .webhookDuplicate: .webhookDuplicate
        case .webhookLate: .webhookLate(seconds: seconds ?? 0)
        }
    }

    /// A member that is a number, and whose it is; every fault's if nobody's.
    private struct Number {
        let name: String
        let value: Int?
        let owner: Fault.Kind?
        var isNeeded = false
        let error: (Int) -> String?
    }

    private var numbers: [Number] {
        [
            Number(
                name: "milliseconds", value: milliseconds, owner: .latency, isNeeded: true,
                error: Self.within(0...60_000)),
            Number(
                name: "jitterMilliseconds", value: jitterMilliseconds, owner: .latency,
                error: Self.within(0...max(0, 60_000 - min(milliseconds ?? 0, 60_000)))),
            Number(name: "status", value: status, owner: .status, isNeeded: true) {
                Fault.Outage(rawValue: $0) == nil ? "must be 429, 500 or 503" : nil
            },
            Number(name: "retryAfterSeconds", value: retryAfterSeconds, owner: .status, error: Self.within(0...3600)),
            Number(
                name: "seconds", value: seconds, owner: .webhookLate, isNeeded: true, error: Self.within(1...86_400)),
            Number(name: "times", value: times, owner: nil, error: Self.within(1...1_000_000)),
            Number(name: "percent", value: percent, owner: nil, error: Self.within(1...100)),
        ]
    }

    private static func within(_ range: ClosedRange<Int>) -> (Int) -> String? {
        { range.contains($0) ? nil : "must be \(range.lowerBound) to \(range.upperBound)" }
    }

    private func violations(of kind: Fault.Kind, at path: String) -> [FieldViolation] {
        var violations = numbers.compactMap { number -> FieldViolation? in
            let isForeign = number.owner != nil && number.owner != kind
            let error: String? =
                switch number.value {
                case .some where isForeign: "must be absent: only \(number.owner?.rawValue ?? "") has it"
                case let value?: number.error(value)
                case nil: number.isNeeded && !isForeign ? "is needed for \(kind.rawValue)" : nil
                }
            return error.map { FieldViolation(path + number.name, $0) }
        }
        let ofRequests = [("operation", operation != nil), ("onlyWithIdempotencyKey", onlyWithIdempotencyKey != nil)]
        for (name, isThere) in ofRequests where isThere && kind.isOfWebhooks {
            violations.append(FieldViolation(path + name, "must be absent: \(kind.rawValue) happens to no operation"))
        }
        return violations
    }
}

/// The plan as it is followed, and what has come of it.
struct FaultPlanAnswer: AnswerBody {
    let plan: FaultPlan

    static let members: [AnswerMember<FaultPlanAnswer>] = [
        .member("profile", \.plan.profile?.rawValue, example: "ADVERSARIAL", "There if the plan has a name."),
        .member("seed", { Int($0.plan.seed) }, example: "7", "Which requests of a sequence are struck."),
        .member("rules", { $0.plan.lines.map(Line.init) }, "As they were set, with `occasions` and `strikes`."),
    ]

    /// A rule as it was set, and what has come of it.
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
        case .connectionReset, .answerLost, .authenticationAgain, .webhookDuplicate:
            break
        }
    }
}
