import HTTPContract
import Sandbox

struct ClockBody: RequestBody {
    var now: String?
    var frozen: Bool?
    var advanceSeconds: Int?

    static let members: [BodyMember<ClockBody>] = [
        .string("now", \.now, example: "2029-12-01T00:00:00Z", "The new time; RFC 3339, UTC."),
        .boolean("frozen", \.frozen, example: "true", "Whether the clock is frozen."),
        .integer(
            "advanceSeconds", \.advanceSeconds, in: 0...315_360_000, example: "86400",
            "Moves the clock forward, by at most ten years and not past 2099."),
    ]
}

struct ClockAnswer: AnswerBody {
    let now: Timestamp
    let isFrozen: Bool

    static let members: [AnswerMember<ClockAnswer>] = [
        .member("now", \.now, example: "2029-12-01T00:00:00Z", "The time."),
        .member("frozen", \.isFrozen, example: "true", "Whether the clock is frozen."),
    ]

    init(_ clock: SandboxClock) {
        now = Timestamp(clock.now())
        isFrozen = if case .frozen = clock.setting { true } else { false }
    }
}
