extension Int128 {
    /// Rounds to the nearest whole number, and a half away from zero. The divisor is greater than 0.
    func divided(by divisor: Int128) -> Int128 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        let isHalfOrMore = remainder.magnitude >= divisor.magnitude - remainder.magnitude
        return isHalfOrMore ? quotient + remainder.signum() : quotient
    }
}
