import CardAPI
import HTTPContract

/// Which requests and webhooks a fault strikes: rules, and for each of them dice of its own and what it has done.
///
/// The dice of a rule are thrown once for everything it is about. So the same seed strikes the same requests of a
/// sequence, whatever other operations come in between.
struct FaultPlan: Sendable {
    /// What a fault could happen to.
    enum Occasion: Sendable {
        /// - Parameters:
        ///   - hasKey: whether an `Idempotency-Key` came along.
        ///   - hasProof: whether an event or a device of strong customer authentication came along.
        case request(HTTPContract.Operation, hasKey: Bool, hasProof: Bool)
        /// An event is about to be sent.
        case due
        /// An event was delivered.
        case delivered
    }

    struct Line: Sendable {
        let rule: FaultRule
        /// How often it could have happened.
        fileprivate(set) var occasions = 0
        fileprivate(set) var strikes = 0
        fileprivate var dice: Dice
    }

    let profile: FaultProfile?
    let seed: UInt64
    private(set) var lines: [Line]

    static let none = FaultPlan([], seed: 0)

    init(_ rules: [FaultRule], profile: FaultProfile? = nil, seed: UInt64) {
        self.profile = profile
        self.seed = seed
        lines = rules.enumerated().map { index, rule in
            // Far enough apart that two rules do not throw the same.
            Line(rule: rule, dice: Dice(seed: seed &+ UInt64(index) &* 0xD1B5_4A32_D192_ED03))
        }
    }

    /// What strikes now, in the order of the rules. Of faults that end a request only the first strikes.
    mutating func strikes(_ occasion: Occasion) -> [Strike] {
        var struck: [Strike] = []
        for index in lines.indices where lines[index].rule.isAbout(occasion) {
            let fault = lines[index].rule.fault
            guard !fault.endsRequest || !struck.contains(where: \.fault.endsRequest) else { continue }
            if let strike = lines[index].strike() { struck.append(strike) }
        }
        return struck
    }

    /// A fault that happens, with what chance had to say about it.
    struct Strike: Sendable, Equatable {
        let fault: Fault
        /// Of a latency: for how long.
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
        guard isMeant, rule.times.map({ strikes < $0 }) ?? true else { return nil }
        strikes += 1
        return FaultPlan.Strike(fault: rule.fault, milliseconds: milliseconds)
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): eight bytes of state, and no secret rests on it.
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

/// Plans that have a name.
enum FaultProfile: String, CaseIterable, Sendable {
    /// Does what the contract allows and no more: whatever breaks under it would break in production.
    ///
    /// Answers come late. A service may be unavailable, which it says before it has done anything. An answer may be
    /// lost where an `Idempotency-Key` makes repeating safe. Strong customer authentication may be asked for again.
    /// Webhooks come at least once, and not at once.
    case adversarial = "ADVERSARIAL"

    var rules: [FaultRule] {
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
