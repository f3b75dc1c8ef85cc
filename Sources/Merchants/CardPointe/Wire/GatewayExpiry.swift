import Payments

/// A card's expiry as the gateway reads and writes it.
enum GatewayExpiry {
    /// Reads MMYY, YYYYM, YYYYMM or YYYYMMDD; nil if the text has another form.
    static func read(_ text: String) -> PaymentInstrument.Expiry? {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        switch text.utf8.count {
        case 4: return expiry(year: "20" + text.suffix(2), month: text.prefix(2))
        case 5, 6: return expiry(year: String(text.prefix(4)), month: text.dropFirst(4))
        case 8: return expiry(year: String(text.prefix(4)), month: text.dropFirst(4).prefix(2))
        default: return nil
        }
    }

    private static func expiry(year: String, month: Substring) -> PaymentInstrument.Expiry? {
        guard let year = Int(year), let month = Int(month) else { return nil }
        return PaymentInstrument.Expiry(year: year, month: month)
    }

    /// MMYY.
    static func spelled(_ expiry: PaymentInstrument.Expiry) -> String {
        twoDigits(expiry.month) + twoDigits(expiry.year % 100)
    }

    private static func twoDigits(_ number: Int) -> String { String(String(number + 100).suffix(2)) }
}
