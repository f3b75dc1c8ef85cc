import Authorizing
import CardSecrets
import ISO8583

/// An element of a field that is not divided as docs/ISO8583.md says. The message gets the code 30.
struct UnreadableElement: Error {}

/// A message with its divided fields, which are read once.
struct ISO8583Elements {
    let message: ISO8583Message
    /// Field 48, in Mastercard's form.
    let additional: SubElements
    /// Field 60, whose elements are ours.
    let options: SubElements
    /// Element 33 of field 48: if it is there, the number is a token's.
    let tokenData: SubElements?
    private let chip: ChipData

    init(_ message: ISO8583Message) throws(UnreadableElement) {
        guard message.text(7).map(Self.isTime) != false,
            let additional = SubElements(message.text(48) ?? ""), let options = SubElements(message.text(60) ?? ""),
            let chip = ChipData(message.bytes(55) ?? [])
        else { throw UnreadableElement() }
        self.message = message
        self.additional = additional
        self.options = options
        self.chip = chip
        tokenData = try additional[33].map { text throws(UnreadableElement) in
            guard let data = SubElements(text) else { throw UnreadableElement() }
            return data
        }
    }

    /// Field 7 has no year, so 29 February is always accepted. Its distance from the present is not judged: clocks
    /// differ, and stored messages arrive late.
    private static func isTime(_ text: String) -> Bool {
        let parts = stride(from: 0, to: 10, by: 2).compactMap { Int(text.dropFirst($0).prefix(2)) }
        guard parts.count == 5, 1...12 ~= parts[0] else { return false }
        let days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][parts[0] - 1]
        return 1...days ~= parts[1] && 0...23 ~= parts[2] && 0...59 ~= parts[3] && 0...59 ~= parts[4]
    }

    // MARK: The transaction

    /// The processing code: the first two digits of field 3. The other digits name accounts, of which a card here has
    /// one.
    var processingCode: String? { message.text(3).map { String($0.prefix(2)) } }

    var amount: Int64? { message.text(4).flatMap { Int64($0) } }

    /// Field 95 begins with the amount that replaces that of the transaction.
    func replacement() throws(UnreadableElement) -> Int64? {
        guard let amounts = message.text(95) else { return nil }
        return try Self.number(amounts.prefix(12))
    }

    /// The unique name of the message: acquirer, trace number, time, and the retrieval reference if it has one.
    var reference: String? {
        guard let acquirer = message.text(32), let trace = message.text(11), let time = message.text(7) else {
            return nil
        }
        return ([acquirer, trace, time] + [message.trimmed(37)].compactMap(\.self)).joined(separator: "-")
    }

    // MARK: The payment that it belongs to

    /// The name of the payment: element 63 of field 48, or field 63, or else the original message in field 90.
    var namedLifecycle: String? { additional[63]?.filled ?? message.trimmed(63) ?? namedOriginal }

    /// The name of the original message in field 90.
    var namedOriginal: String? { original.map(Self.lifecycle) }

    /// The name that later messages use for this one: field 90 of its reversal will contain it.
    var ownLifecycle: String? {
        guard let trace = message.text(11), let time = message.text(7), let acquirer = message.text(32) else {
            return nil
        }
        return trace + time + String(repeating: "0", count: max(0, 11 - acquirer.count)) + acquirer
    }

    /// Field 90; nil if it has only zeros, which an acquirer sends that does not know the original.
    var original: String? {
        message.text(90).flatMap { $0.contains { $0 != "0" } ? $0 : nil }
    }

    /// Trace number, time and acquirer, which follow the type.
    private static func lifecycle(of original: String) -> String { String(original.dropFirst(4).prefix(27)) }

    /// The network's verdict on a plastic card's cryptogram or stripe: element 71 of field 48, V or I.
    var networksVerdict: VerificationResults.Cryptogram {
        switch additional[71] {
        case "V": .valid
        case "I": .wrong
        default: .notSent
        }
    }

    // MARK: The token

    /// Element 43 of field 48 in Base64, or tag 9F26.
    func cryptogram() throws(UnreadableElement) -> [UInt8]? {
        guard let text = additional[43] else { return chip[0x9F26] }
        do throws(EncodingFailure) {
            return try EncodedBytes.decodeBase64(text, limitBytes: 99)
        } catch {
            throw UnreadableElement()
        }
    }

    /// - Parameter text: at most 12 characters.
    private static func number(_ text: Substring) throws(UnreadableElement) -> Int64 {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
            throw UnreadableElement()
        }
        return number
    }
}

extension ISO8583Message {
    /// The text of a field without the spaces that fill it up; nil if the field has only spaces.
    func trimmed(_ number: Int) -> String? { text(number)?.filled }
}

extension String {
    /// The text without spaces at its ends; nil if it has only spaces.
    var filled: String? {
        let text = drop { $0 == " " }
        let end = text.lastIndex { $0 != " " }
        return end.map { String(text[...$0]) }
    }
}
