/// The whole numbers from 0 that every JSON parser reads exactly (RFC 8259, section 6).
let exactIntegers = 0...9_007_199_254_740_991
