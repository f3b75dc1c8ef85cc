/// Looks for card data in a stream of bytes, a piece at a time.
///
/// The time does not grow with the number of cards: the search goes through the bytes once, and asks for a hash only
/// where sixteen digits begin as the issuer's cards do and pass the Luhn check, or where a PIN block can be. It looks
/// into hexadecimal digits and Base64 in any alignment, and into one of them inside the other.
public struct SecretSearch {
    /// The length of the longest value that is found across two pieces: 61 bytes of a number with separators, twice in
    /// hexadecimal.
    static let overlap = 256

    private let secrets: SearchedSecrets
    /// The end of the stream until now.
    private var kept: [UInt8] = []
    /// The place of the kept bytes in the stream.
    private var start = 0

    public init(for secrets: SearchedSecrets) {
        self.secrets = secrets
    }

    /// - Parameter isLast: whether nothing follows.
    /// - Returns: the values that are whole now, each once, with their places in the stream.
    public mutating func take(_ piece: [UInt8], isLast: Bool) -> [ClearSecret] {
        let (known, start) = (kept.count, start)
        let bytes = known == 0 ? piece : kept + piece
        let found = Self.scan(bytes, for: secrets, isLast: isLast)
        kept = Array(bytes.suffix(Self.overlap))
        self.start += bytes.count - kept.count
        return found.compactMap { secret in
            guard secret.range.upperBound > known || (isLast && Self.endsOpen(secret, in: bytes)) else { return nil }
            var secret = secret
            secret.range = secret.range.lowerBound + start..<secret.range.upperBound + start
            return secret
        }
    }

    /// Whether only the end of the stream shows that a value with a name is whole, so that it was not told before.
    private static func endsOpen(_ secret: ClearSecret, in bytes: [UInt8]) -> Bool {
        secret.card == nil && secret.range.upperBound == bytes.count && bytes.last.map(isASCIIDigit) == true
    }

    /// The values in bytes that are all there.
    public static func find(_ secrets: SearchedSecrets, in bytes: [UInt8]) -> [ClearSecret] {
        scan(bytes, for: secrets, isLast: true)
    }

    private static func scan(_ bytes: [UInt8], for secrets: SearchedSecrets, isLast: Bool) -> [ClearSecret] {
        bytes.withUnsafeBufferPointer { buffer in
            var scan = SecretScan(buffer, for: secrets, isLast: isLast)
            scan.run()
            return scan.found
        }
    }
}
