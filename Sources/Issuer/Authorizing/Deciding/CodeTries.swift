import Foundation

/// The wrong security codes and expiry dates of one card, whichever channel they came through.
///
/// A security code has three digits, so a thief who may try all of them finds it. After a few wrong values in a row the
/// card's tries pause: a message with such a value is declined, right or wrong, and its answer does not tell which.
/// Each further wrong value doubles the pause. Payments that need no such value go on: chip, phone, and a merchant's
/// agreement.
///
/// A merchant that sends many wrong values in a row, for any cards, is paused in the same way. A value for a number
/// that no card has does not count, because merchants test their shops with such numbers.
public struct CodeTries: Hashable, Sendable {
    /// Since the last right code.
    public var wrongInARow: Int
    public var wrongOnDay: Int
    /// In days since 1 January 1970.
    public var day: Int
    public var pausedUntil: Date?

    public init(wrongInARow: Int = 0, wrongOnDay: Int = 0, day: Int = 0, pausedUntil: Date? = nil) {
        (self.wrongInARow, self.wrongOnDay) = (wrongInARow, wrongOnDay)
        (self.day, self.pausedUntil) = (day, pausedUntil)
    }

    /// The number of wrong values that a program allows before tries pause.
    public struct Allowance: Hashable, Sendable {
        public static let standard = Allowance(inARow: 5, onDay: 20)
        /// For a merchant. A large merchant sends many wrong values on a day, but right ones between them.
        public static let ofMerchant = Allowance(inARow: 20, onDay: .max)

        public var inARow: Int
        /// The wrong values that are allowed on one day. A right value does not reset their count, so a customer's own
        /// payments give a thief no new tries.
        public var onDay: Int

        public init(inARow: Int, onDay: Int) {
            (self.inARow, self.onDay) = (inARow, onDay)
        }
    }

    public static let firstPauseSeconds = 300.0
    public static let longestPauseSeconds = 86_400.0

    public func isPaused(at now: Date) -> Bool {
        pausedUntil.map { now < $0 } ?? false
    }

    /// The tries after one more wrong value.
    public func afterWrong(at now: Date, _ allowed: Allowance) -> CodeTries {
        var tries = self
        let today = Window.day(ofSecond: Int64(now.timeIntervalSince1970))
        tries.wrongInARow += 1
        tries.wrongOnDay = day == today ? wrongOnDay + 1 : 1
        tries.day = today
        tries.pausedUntil = tries.pauseSeconds(allowed).map { now + $0 } ?? pausedUntil
        return tries
    }

    private func pauseSeconds(_ allowed: Allowance) -> Double? {
        if wrongOnDay >= allowed.onDay { return Self.longestPauseSeconds }
        guard wrongInARow >= allowed.inARow else { return nil }
        let doublings = min(wrongInARow - allowed.inARow, 16)
        return min(Self.firstPauseSeconds * Double(1 << doublings), Self.longestPauseSeconds)
    }
}
