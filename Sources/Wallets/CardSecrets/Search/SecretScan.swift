import Foundation

/// One walk through bytes. It stands at each byte once, and looks at what ends there.
struct SecretScan {
    private(set) var found: [ClearSecret] = []

    private let bytes: UnsafeBufferPointer<UInt8>
    private let secrets: SearchedSecrets
    private let isLast: Bool
    /// The encodings that were taken off before.
    private let around: [ClearSecret.Encoding]

    private var text = DigitWindow()
    private var packed = DigitWindow()
    private var hexadecimal = 0
    private var base64 = 0

    init(
        _ bytes: UnsafeBufferPointer<UInt8>, for secrets: SearchedSecrets, isLast: Bool,
        around: [ClearSecret.Encoding] = []
    ) {
        (self.bytes, self.secrets, self.isLast, self.around) = (bytes, secrets, isLast, around)
    }

    mutating func run() {
        // Packed digits in hexadecimal are the digits themselves, and are found as such.
        let looksForPacked = around.last != .hexadecimal
        var (position, zeros) = (0, 0)
        while position < bytes.count {
            let byte = bytes[position]
            if text.take(text: byte), secrets.mayBegin(text.number) { checkDigits(endingAt: position) }
            if looksForPacked {
                if packed.take(byte >> 4), secrets.mayBegin(packed.number) {
                    checkNumber(packed.number, .packedDecimal, position - 8..<position + 1)
                }
                if packed.take(byte & 0x0F), secrets.mayBegin(packed.number) {
                    checkNumber(packed.number, .packedDecimal, position - 7..<position + 1)
                }
            }
            if position >= 7 { checkEightBytes(position - 7) }
            if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") { checkName(before: position) }
            if around.count < 2 { followRuns(to: position, byte) }
            zeros = byte == 0 ? zeros + 1 : 0
            position = zeros == Self.longestValue ? endOfZeros(from: position + 1) : position + 1
        }
        if around.count < 2 { endRuns(at: bytes.count) }
    }

    /// The bytes of the longest value that can have a zero byte. After as many zeros, one more changes nothing.
    private static let longestValue = 9

    /// The unused part of a log is zeros.
    private func endOfZeros(from first: Int) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var position = first
        while position + 8 <= raw.count, raw.loadUnaligned(fromByteOffset: position, as: UInt64.self) == 0 {
            position += 8
        }
        while position < raw.count, raw[position] == 0 { position += 1 }
        return position
    }

    // MARK: values as they are

    private mutating func report(
        _ kind: ClearSecret.Kind, _ encodings: [ClearSecret.Encoding], _ card: UUID?, _ range: Range<Int>
    ) {
        found.append(ClearSecret(kind: kind, encodings: around + encodings, card: card, range: range))
    }

    private mutating func checkNumber(_ number: UInt64, _ encoding: ClearSecret.Encoding, _ range: Range<Int>) {
        guard let card = secrets.card(ofNumber: number) else { return }
        report(.cardNumber, [encoding], card, range)
    }

    private mutating func checkDigits(endingAt end: Int) {
        guard let card = secrets.card(ofNumber: text.number) else { return }
        var (first, count) = (end, 1)
        while count < PAN.length, first > 0 {
            first -= 1
            if isASCIIDigit(bytes[first]) { count += 1 }
        }
        report(.cardNumber, [.digits], card, first..<end + 1)
    }

    /// Looks at the bytes as a PIN block and as an integer, in both orders.
    private mutating func checkEightBytes(_ first: Int) {
        let (head, tail) = (bytes[first], bytes[first + 7])
        if 4...12 ~= head, tail & 0x0F >= 6, tail >> 4 >= 6 {
            if let card = secrets.card(ofPINBlock: bigEndian(at: first)) {
                report(.pinBlock, [.bytes], card, first..<first + 8)
            }
        }
        // A number of sixteen digits has 50 to 54 bits.
        if head == 0, Self.sixteenDigits ~= bytes[first + 1] { checkInteger(bigEndian(at: first), first) }
        if tail == 0, Self.sixteenDigits ~= bytes[first + 6] { checkInteger(bigEndian(at: first).byteSwapped, first) }
    }

    /// The second byte of a number of sixteen digits.
    private static let sixteenDigits: ClosedRange<UInt8> = 0x03...0x23

    private mutating func checkInteger(_ value: UInt64, _ first: Int) {
        var (number, rest) = (UInt64(0), value)
        for place in 0..<UInt64(PAN.length) {
            number |= (rest % 10) << (4 * place)
            rest /= 10
        }
        guard rest == 0, secrets.mayBegin(number) else { return }
        checkNumber(number, .integer, first..<first + 8)
    }

    private func bigEndian(at first: Int) -> UInt64 {
        (0..<8).reduce(UInt64(0)) { $0 << 8 | UInt64(bytes[first + $1]) }
    }

    private mutating func checkName(before separator: Int) {
        guard let named = NamedDigits(around: separator, in: bytes, isLast: isLast) else { return }
        report(named.kind, [.digits], nil, named.range)
    }

    // MARK: values in another encoding

    private mutating func followRuns(to position: Int, _ byte: UInt8) {
        let digit = EncodedRun.digit(byte)
        if digit < 16 { hexadecimal += 1 } else { endHexadecimal(at: position) }
        if EncodedRun.sextet(byte) < 64 { base64 += 1 } else { endBase64(at: position) }
    }

    private mutating func endRuns(at end: Int) {
        endHexadecimal(at: end)
        endBase64(at: end)
    }

    private mutating func endHexadecimal(at end: Int) {
        if hexadecimal >= EncodedRun.shortestHexadecimal { look(into: .hexadecimal, end - hexadecimal..<end) }
        hexadecimal = 0
    }

    private mutating func endBase64(at end: Int) {
        if base64 >= EncodedRun.shortestBase64 { look(into: .base64, end - base64..<end) }
        base64 = 0
    }

    private mutating func look(into encoding: ClearSecret.Encoding, _ run: Range<Int>) {
        for run in EncodedRun.alignments(of: encoding, run) {
            let decoded = run.decoded(bytes)
            decoded.withUnsafeBufferPointer { buffer in
                var inner = SecretScan(
                    buffer, for: secrets, isLast: isLast || run.range.upperBound < bytes.count,
                    around: around + [encoding])
                inner.run()
                found += inner.found.map { secret in
                    var secret = secret
                    secret.range = run.place(of: secret.range)
                    return secret
                }
            }
        }
    }
}

/// The last sixteen digits of a row of digits.
struct DigitWindow {
    /// Four bits for each digit; older digits have moved out.
    private(set) var number: UInt64 = 0
    private var count = 0
    private var separators = 0

    /// - Returns: whether sixteen digits end here.
    mutating func take(_ digit: UInt8) -> Bool {
        number = number << 4 | UInt64(digit)
        count = digit < 10 ? count + 1 : 0
        return count >= PAN.length
    }

    /// The same for text, where up to three separators may stand between two digits. A zero byte is one, so that UTF-16
    /// and UTF-32 are text.
    ///
    /// - Returns: whether the byte is a digit that ends sixteen of them.
    mutating func take(text byte: UInt8) -> Bool {
        if isASCIIDigit(byte) {
            separators = 0
            return take(byte & 0x0F)
        }
        separators += 1
        switch byte {
        case 0, UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "_"):
            if separators > 3 { count = 0 }
        default: count = 0
        }
        return false
    }
}
