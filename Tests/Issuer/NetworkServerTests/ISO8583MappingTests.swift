import Authorizing
import CardSecrets
import ISO8583
import Issuing
import Ledger
import Testing

@testable import NetworkServer

@Suite("Mapping of ISO 8583 messages")
struct ISO8583MappingTests {
    private typealias Fields = [Int: String]

    /// A purchase of 12.50 EUR in a shop.
    private static let purchase: Fields = [
        2: "5100000000000008", 3: "000000", 4: "000000001250", 7: "1123064500", 11: "000123", 14: "2912", 18: "5812",
        22: "051", 25: "00", 32: "123456", 37: "RRN000000001", 41: "TERM0001", 42: "MERCHANT0000001",
        43: "Cafe Central             Wien         AT", 49: "978",
    ]

    private static func message(
        _ digits: String, _ changes: [Int: String?] = [:], bytes: [Int: [UInt8]] = [:], of fields: Fields = purchase
    ) throws -> ISO8583Message {
        let type = try #require(MessageTypeIndicator(digits))
        let texts = fields.merging(changes.compactMapValues(\.self)) { $1 }.filter { changes[$0.key] != .some(nil) }
        let message = ISO8583Message(
            type, texts.mapValues { .text($0) }.merging(bytes.mapValues { .bytes($0) }) { $1 })
        // Fields that the table does not allow never reach the mapping.
        return try ISO8583Message(decoding: message.encoded())
    }

    private static func read(
        _ digits: String, _ changes: [Int: String?] = [:], bytes: [Int: [UInt8]] = [:]
    ) throws -> IncomingMessage {
        let meaning = ISO8583Mapping.meaning(of: try message(digits, changes, bytes: bytes))
        guard case .message(let read) = meaning else {
            Issue.record("\(digits) with \(changes.keys.sorted()) asks for nothing.")
            throw UnreadableElement()
        }
        return read
    }

    /// The code of an answer without a decision; nil if there is no such answer.
    private static func code(_ message: ISO8583Message) -> String? {
        guard case .answer(let answer) = ISO8583Mapping.meaning(of: message) else { return nil }
        return answer.text(39)
    }

    @Test("A purchase becomes a request with all its values")
    func purchase() throws {
        let incoming = try Self.read("0100")
        let message = incoming.message
        let request = try message.fields.read()
        #expect(request.kind == .authorization && request.type == .purchase)
        #expect(request.reference.text == "123456-000123-1123064500-RRN000000001")
        #expect(request.lifecycle?.text == "000123112306450000000123456")
        #expect(request.amount == Money(minorUnits: 1250, currency: .euro))
        #expect(request.merchant.name == "Cafe Central" && request.merchant.city == "Wien")
        #expect(request.merchant.country.letters == "AT" && request.merchant.category.description == "5812")
        #expect(request.merchant.id == "MERCHANT0000001" && request.merchant.terminalID == "TERM0001")
        #expect(request.entryMode == .chip && request.cardPresence == .present)
        #expect(request.expiry == YearMonth(year: 2029, month: 12))
        #expect(!request.canApproveInPart && request.isLast && request.token == nil)
        #expect(message.pan == PAN("5100000000000008") && incoming.token == nil)
        #expect(message.securityCode == nil && message.pinBlock == nil)
    }

    @Test("Type, processing code, amount and options decide the kind of a request", arguments: [
        ("0100", [:], .authorization, .purchase), ("0101", [:], .authorization, .purchase),
        ("0100", [3: "010000"], .authorization, .atmWithdrawal),
        ("0100", [3: "090000"], .authorization, .purchaseWithCashback),
        ("0100", [3: "200000"], .refundAuthorization, .refund),
        ("0100", [3: "300000", 4: nil], .balanceInquiry, .balanceInquiry),
        ("0200", [3: "311000", 4: "000000000000"], .balanceInquiry, .balanceInquiry),
        ("0100", [4: "000000000000"], .accountVerification, .accountVerification),
        ("0100", [60: "02011", 63: "TRACE1"], .incremental, .purchase),
        ("0120", [:], .advice, .purchase), ("0121", [:], .advice, .purchase),
        ("0200", [3: "010000"], .financial, .atmWithdrawal), ("0201", [3: "010000"], .financial, .atmWithdrawal),
        ("0220", [:], .forcePost, .purchase), ("0220", [48: "6306TRACE1"], .clearing, .purchase),
        ("0220", [90: original("0100")], .clearing, .purchase), ("0220", [3: "200000"], .refund, .refund),
        ("0400", [90: original("0100")], .reversal, .purchase), ("0421", [63: "TRACE1"], .reversal, .purchase),
        ("0420", [63: "TRACE1", 95: "000000001000" + zeros(30)], .partialReversal, .purchase),
        ("0420", [63: "TRACE1", 95: zeros(42)], .reversal, .purchase),
        ("0420", [3: "200000", 90: original("0220")], .refundReversal, .refund),
        ("0420", [3: "200000", 90: original("0100")], .reversal, .refund),
    ] as [(String, [Int: String?], MessageKind, TransactionType)])
    func kinds(digits: String, changes: [Int: String?], kind: MessageKind, type: TransactionType) throws {
        let request = try Self.read(digits, changes).message.fields.read()
        #expect(request.kind == kind && request.type == type)
    }

    @Test("A partial reversal takes back the amount without the part that field 95 keeps")
    func partialReversal() throws {
        let request = try Self.read("0400", [63: "TRACE1", 95: "000000000250" + Self.zeros(30)]).message.fields.read()
        #expect(request.amount.minorUnits == 1000)
        let wrong = try Self.read("0400", [63: "TRACE1", 95: "000000009999" + Self.zeros(30)])
        #expect(throws: MalformedRequest.self) { try wrong.message.fields.read() }
    }

    @Test("A payment is named by field 48, then 63, then 90; the first message names itself", arguments: [
        ("0100", [48: "6306TRACE1", 63: "TRACE2", 90: original("0100")], "TRACE1"),
        ("0100", [63: "TRACE2  ", 90: original("0100")], "TRACE2"),
        ("0420", [11: "000999", 90: original("0100")], "000123112306450000000123456"),
        ("0120", [:], "000123112306450000000123456"), ("0420", [:], nil), ("0420", [90: zeros(42)], nil),
        ("0100", [60: "02011"], nil),
    ] as [(String, [Int: String?], String?)])
    func lifecycles(digits: String, changes: [Int: String?], lifecycle: String?) throws {
        #expect(try Self.read(digits, changes).message.fields.lifecycle?.text == lifecycle)
    }

    @Test("Field 90 names one message, also if the payment is named, and can name every message")
    func originals() throws {
        let fields = try Self.read("0420", [11: "000999", 63: "TRACE2", 90: Self.original("0100")]).message.fields
        #expect(fields.lifecycle == "TRACE2" && fields.original == "000123112306450000000123456")
        let named = try Self.read("0100", [63: "TRACE2"]).message.fields
        #expect(named.original == nil && named.name == fields.original)
    }

    @Test("A repeat has the reference of its original, and without trace number, time or acquirer there is none")
    func references() throws {
        #expect(try Self.read("0101").message.fields.reference == Self.read("0100").message.fields.reference)
        #expect(try Self.read("0100", [37: nil]).message.fields.reference == "123456-000123-1123064500")
        for field in [7, 11, 32] {
            #expect(try Self.read("0100", [field: String?.none]).message.fields.reference == nil)
        }
    }

    @Test("Entry mode and condition say how the card was read, and whether it was present", arguments: [
        ("011", "00", .manual, .present), ("010", "08", .manual, .notPresent), ("010", nil, .manual, .unknown),
        ("051", "08", .chip, .present), ("071", "00", .contactless, .present),
        ("901", "00", .magneticStripe, .present), ("101", "00", .credentialOnFile, .notPresent),
        ("812", "59", .ecommerce, .notPresent), ("001", nil, .unknown, .unknown), (nil, "59", .unknown, .notPresent),
        ("991", "00", .unknown, .present),
    ] as [(String?, String?, EntryMode, CardPresence)])
    func entryModes(mode: String?, condition: String?, expected: EntryMode, presence: CardPresence) throws {
        let fields = try Self.read("0100", [22: mode, 25: condition]).message.fields
        #expect(fields.entryMode?.value == expected && fields.cardPresence?.value == presence)
    }

    @Test("Options say whether a partial approval is enough, and whether more clearings follow")
    func options() throws {
        let fields = try Self.read("0220", [60: "0101103011", 63: "TRACE"]).message.fields
        #expect(fields.canApproveInPart && !fields.isLast)
        #expect(try !Self.read("0100", [60: "01010"]).message.fields.canApproveInPart)
    }

    @Test("Security code and PIN block are passed on, and never shown")
    func secrets() throws {
        let block = [UInt8](0xA0...0xAF)
        let message = try Self.read("0200", [48: "9203123"], bytes: [52: block]).message
        #expect(message.securityCode == "123" && message.pinBlock == block)
        #expect("\(message)" == "••••" && String(reflecting: message) == "••••")
    }

    @Test("A token's cryptogram comes from field 48, or from the chip's data")
    func tokens() throws {
        let chip: [UInt8] = [0x9F, 0x26, 2, 7, 8]
        let inStore = try #require(try Self.read("0100", [48: "3300"], bytes: [55: chip]).token)
        #expect(inStore.bytes == [7, 8] && inStore.requestorID == nil)

        let data = "061150110030273"
        let online = try Self.read("0100", [48: "33\(data.utf8.count)\(data)4308AAECAwQ="], bytes: [55: chip])
        #expect(online.token?.bytes == [0, 1, 2, 3, 4] && online.token?.requestorID == "50110030273")
        let sent = try online.message.fields.read().token
        #expect(sent?.requestorID == "50110030273")
        #expect(try Self.read("0100", [:], bytes: [55: chip]).token == nil)
    }

    @Test("A wrongly divided element, and a field 7 that is no time, are answered with 30", arguments: [
        [48: "92031"], [48: "3303ABC"], [48: "33004303???"], [60: "1"], [95: "C" + zeros(41)], [2: nil],
        [7: "1323064500"], [7: "0000000000"], [7: "0230064500"], [7: "1131064500"], [7: "1123244500"],
        [7: "1123066000"], [7: "1123064560"],
    ] as [[Int: String?]])
    func unreadable(changes: [Int: String?]) throws {
        let message = try Self.message(changes.keys.contains(95) ? "0400" : "0100", changes)
        #expect(Self.code(message) == "30")
    }

    @Test("Wrong chip data is answered with 30", arguments: [[0x9F], [0x9F, 0x26, 9, 5]] as [[UInt8]])
    func wrongChip(data: [UInt8]) throws {
        #expect(Self.code(try Self.message("0100", [48: "3300"], bytes: [55: data])) == "30")
    }

    @Test("Unknown types are answered with 12 and invalid card numbers with 14; an answer gets no answer", arguments: [
        ("0320", [:], "12"), ("0300", [:], "12"), ("1100", [:], "12"), ("0110", [:], nil),
        ("0100", [2: "5100000000000009"], "14"), ("0100", [2: "51000000000000"], "14"),
    ] as [(String, [Int: String?], String?)])
    func refused(digits: String, changes: [Int: String?], code: String?) throws {
        let message = try Self.message(digits, changes)
        #expect(Self.code(message) == code)
    }

    @Test("Reading the mapped fields reports invalid values", arguments: [
        ([49: "999"], .invalidTransaction), ([49: "ABC"], .invalidTransaction), ([49: nil], .invalidTransaction),
        ([3: "170000"], .invalidTransaction), ([14: "2913"], .formatError), ([7: nil], .formatError),
        ([18: nil], .formatError), ([43: nil], .formatError),
    ] as [([Int: String?], ResponseCode)])
    func judgedByReaders(changes: [Int: String?], code: ResponseCode) throws {
        let fields = try Self.read("0100", changes).message.fields
        let failure = #expect(throws: MalformedRequest.self) { try fields.read() }
        #expect(failure?.code == code)
    }

    @Test("Sign-on, sign-off and echo are answered with 00, other management codes with 12", arguments: [
        ("001", "00"), ("002", "00"), ("301", "00"), ("161", "12"), (nil, "12"),
    ])
    func management(code: String?, expected: String) throws {
        let echo = try Self.message("0800", [70: code], of: [7: "1123064500", 11: "000001"])
        #expect(Self.code(echo) == expected)
        #expect(Self.code(try Self.message("0801", [70: code], of: [11: "000001"])) == expected)
    }

    @Test("An answer repeats the message's keys and has the decision")
    func answer() throws {
        let decision = NetworkAnswer(
            code: .approvedInPart, approved: Money(minorUnits: 1000, currency: .euro), approvalCode: "A1B2C3",
            securityCode: .match)
        let sent = try Self.message("0101", [60: "01011"], bytes: [52: [UInt8](0..<16)])
        let answer = try #require(ISO8583Mapping.answer(decision, to: sent))
        let kept: Set = [2, 3, 7, 11, 32, 37, 41, 42, 49]
        let expected = Self.purchase.filter { kept.contains($0.key) }
            .merging([4: "000000001000", 38: "A1B2C3", 39: "10", 44: "M"]) { $1 }
        #expect(answer == (try Self.message("0110", of: expected)))
        #expect(ISO8583Mapping.answer(decision, to: answer) == nil)
    }

    @Test("A balance is in field 54, with its sign; one of 13 digits is left out", arguments: [
        (Money(minorUnits: 12_345, currency: .euro), "0002978C000000012345"),
        (Money(minorUnits: -50, currency: .euro), "0002978D000000000050"),
        (Money(minorUnits: 1_000_000_000_000, currency: .euro), nil), (Money(minorUnits: .min, currency: .euro), nil),
    ] as [(Money, String?)])
    func balance(available: Money, expected: String?) throws {
        let decision = NetworkAnswer(code: .approved, available: available)
        let answer = ISO8583Mapping.answer(decision, to: try Self.message("0100", [3: "300000"]))
        #expect(answer?.text(54) == expected && answer?.text(4) == "000000001250")
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

    /// Field 90, which names the purchase.
    private static func original(_ digits: String) -> String { digits + "000123112306450000000123456" + zeros(11) }
}
