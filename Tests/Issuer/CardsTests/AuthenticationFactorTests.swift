import Cards
import Foundation
import Testing

@Suite("Limits of an authentication factor")
struct AuthenticationFactorTests {
    private static let now = Sample.now

    private static func wrong(
        _ times: Int, at now: Date = Self.now, from factor: AuthenticationFactor = AuthenticationFactor(.password)
    ) -> AuthenticationFactor {
        (0..<times).reduce(factor) { factor, _ in factor.afterWrongAttempt(at: now, lockedAfter: 10) }
    }

    @Test(
        "Every tenth wrong attempt in a row blocks for longer, at most 24 hours",
        arguments: [(10, 900.0), (20, 3600), (30, 14_400), (40, 86_400), (50, 86_400), (90, 86_400)])
    func blockDuration(attempts: Int, seconds: TimeInterval) throws {
        let factor = Self.wrong(attempts)
        #expect(throws: Refusal.authentication(.isBlocked(.password, secondsLeft: Int(seconds)))) {
            try factor.checkIsOpen(at: Self.now)
        }
        #expect(throws: Refusal.authentication(.isBlocked(.password, secondsLeft: 1))) {
            try factor.checkIsOpen(at: Self.now + seconds - 1)
        }
        try factor.checkIsOpen(at: Self.now + seconds)
        try Self.wrong(attempts - 1).checkIsOpen(at: Self.now + 86_400)
    }

    @Test("A right attempt resets the wrong attempts in a row, but not the total")
    func rightAttempt() throws {
        let factor = Self.wrong(9).afterRightAttempt()
        #expect((factor.wrongInARow, factor.wrongAttempts) == (0, 9))
        try Self.wrong(9, from: factor).checkIsOpen(at: Self.now)
    }

    @Test("100 wrong attempts close a factor, even with right attempts in between")
    func hundredWrongAttempts() throws {
        let almost = (0..<99).reduce(AuthenticationFactor(.smsCode)) { factor, _ in
            factor.afterWrongAttempt(at: Self.now, lockedAfter: 10).afterRightAttempt()
        }
        try almost.checkIsOpen(at: Self.now)
        let closed = almost.afterWrongAttempt(at: Self.now, lockedAfter: 10)
        #expect(throws: Refusal.authentication(.isClosed(.smsCode))) { try closed.checkIsOpen(at: .distantFuture) }
    }

    @Test("Challenges are limited per hour, and a right attempt does not reset the count")
    func challengesPerHour() throws {
        var factor = AuthenticationFactor(.smsCode)
        for minute in 0..<20 {
            factor = try factor.afterChallenge(at: Self.now + TimeInterval(60 * minute), limit: 20)
        }
        let full = factor
        #expect(throws: Refusal.authentication(.tooManyChallenges(.smsCode, secondsLeft: 1200))) {
            try full.afterChallenge(at: Self.now + 2400, limit: 20)
        }
        #expect(try full.afterChallenge(at: Self.now + 3600, limit: 20).challenges == 1)
        #expect(full.afterRightAttempt().challenges == 20, "a right answer sends no message back")
    }
}
