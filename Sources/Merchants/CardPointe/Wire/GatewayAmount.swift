import Ledger

/// An amount as the gateway reads and writes it.
enum GatewayAmount {
    /// The longest text: twelve digits, a sign and a point.
    private static let lengthLimit = 14

    /// Reads `12.34`, or `1234` in minor units. A minus sign is read, too.
    ///
    /// - Returns: nil if the text is neither, or has too many decimals for the currency.
    static func read(_ text: String, in currency: Currency) -> Money? {
        guard !text.isEmpty, text.utf8.count <= lengthLimit else { return nil }
        if text.contains(".") {
            let isShort = text.hasPrefix(".") || text.hasPrefix("-.")
            return Money(isShort ? text.replacing(".", with: "0.", maxReplacements: 1) : text, currency: currency)
        }
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(text)
        else { return nil }
        return Money(minorUnits: number, currency: currency)
    }
}
