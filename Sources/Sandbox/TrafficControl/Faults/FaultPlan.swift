/// Decides which requests and webhooks a fault strikes. Each rule has its own dice and counts.
///
/// The dice of a rule are thrown once for each request or event that the rule is about. So the same seed strikes the
/// same requests of a sequence, even with other operations between them.
package struct FaultPlan: Sendable {
    /// A request, a message or an event that a fault could strike.
    package enum Occasion: Sendable {
        case request(FaultRequest)
        /// A message of a gateway's payment is on its way to the issuer, about these. They are left out if no rule asks
        /// for them.
        case message(about: Set<TrafficSubject>)
        /// An event is about to be sent.
        case due
        /// An event was delivered.
        case delivered
    }

    /// A rule, with its effects so far.
    package struct Line: Sendable {
        package let rule: FaultRule
        /// How often the rule could have struck.
        package fileprivate(set) var occasions = 0
        package fileprivate(set) var strikes = 0
        fileprivate var dice: Dice
    }

    package let profile: FaultProfile?
    package let seed: UInt64
    /// Whether the plan strikes requests of the console and of commands, too.
    package let strikesTools: Bool
    package private(set) var lines: [Line]

    package static let none = FaultPlan([], seed: 0)

    package init(_ rules: [FaultRule], profile: FaultProfile? = nil, seed: UInt64, strikesTools: Bool = false) {
        self.profile = profile
        self.seed = seed
        self.strikesTools = strikesTools
        lines = rules.enumerated().map { index, rule in
            // The seeds are far enough apart that two rules do not throw the same numbers.
            Line(rule: rule, dice: Dice(seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03))
        }
    }

    /// Whether a rule asks what a message is about.
    var needsSubjects: Bool { lines.contains { !$0.rule.subjects.isEmpty } }

    /// The faults that strike now, in the order of the rules. If several faults end a request, only the first strikes.
    mutating func strikes(_ occasion: Occasion) -> [Strike] {
        var struck: [Strike] = []
        for index in lines.indices where lines[index].rule.isAbout(occasion) {
            let fault = lines[index].rule.fault
            guard !fault.endsRequest || !struck.contains(where: \.fault.endsRequest) else { continue }
            if let strike = lines[index].strike() { struck.append(strike) }
        }
        return struck
    }

    /// A fault that strikes, with its random part.
    package struct Strike: Sendable, Equatable {
        let fault: Fault
        /// The duration of a latency.
        let milliseconds: Int
    }
}

extension FaultPlan.Line {
    fileprivate mutating func strike() -> FaultPlan.Strike? {
        occasions += 1
        let isMeant = dice.throwing(sides: 100) < rule.percent
        var milliseconds = 0
        if case .latency(let least, let jitter) = rule.fault {
            milliseconds = least + dice.throwing(sides: jitter + 1)
        }
        guard isMeant, rule.nth.map({ occasions == $0 }) ?? true, rule.times.map({ strikes < $0 }) ?? true else {
            return nil
        }
        strikes += 1
        return FaultPlan.Strike(fault: rule.fault, milliseconds: milliseconds)
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014), with eight bytes of state. No secret depends on it.
private struct Dice: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func throwing(sides: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
    }
}

/// Predefined plans.
package enum FaultProfile: String, CaseIterable, Sendable {
    /// Causes only faults that the contract allows, so a client that fails under it would fail in production.
    ///
    /// Responses are late. The service may be unavailable and says so before it does anything. A response may be lost
    /// if an `Idempotency-Key` makes it safe to repeat the request. Strong customer authentication may be required
    /// again. Webhooks may arrive late and more than once.
    case adversarial = "ADVERSARIAL"

    package var rules: [FaultRule] {
        switch self {
        case .adversarial:
            [
                FaultRule(fault: .latency(milliseconds: 1, jitterMilliseconds: 79), percent: 50),
                FaultRule(fault: .status(.serviceUnavailable, retryAfterSeconds: 1), percent: 5),
                FaultRule(fault: .answerLost, percent: 5, isOnlyWithIdempotencyKey: true),
                FaultRule(fault: .authenticationAgain, percent: 10),
                FaultRule(fault: .webhookDuplicate, percent: 20),
                FaultRule(fault: .webhookLate(seconds: 30), percent: 20),
            ]
        }
    }
}
