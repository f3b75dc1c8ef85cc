import Authorizing
import Ledger
import Testing

@Suite("Reading a message")
struct MessageFieldsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let field: MalformedRequest.Field
        let code: String
        let change: @Sendable (inout MessageFields) -> Void
        var testDescription: String { name }

        init(
            _ name: String, _ field: MalformedRequest.Field, _ code: String,
            _ change: @escaping @Sendable (inout MessageFields) -> Void
        ) {
            (self.name, self.field, self.code, self.change) = (name, field, code, change)
        }
    }

    private static let cases = [
        Case("no kind", .kind, "12") { $0.kind = nil },
        Case("unknown kind", .kind, "12") { $0.kind = "GIFT" },
        Case("unknown type", .transactionType, "12") { $0.type = "LOTTERY" },
        Case("type of another kind", .transactionType, "12") { $0.type = "REFUND" },
        Case("no reference", .networkReference, "30") { $0.reference = nil },
        Case("empty reference", .networkReference, "30") { $0.reference = "" },
        Case("long reference", .networkReference, "30") { $0.reference = Sent(String(repeating: "r", count: 101)) },
        Case("reference with a space", .networkReference, "30") { $0.reference = "a b" },
        Case("lifecycle with a line feed", .lifecycleId, "30") { $0.lifecycle = "a\n" },
        Case("no amount", .amount, "13") { $0.amount = nil },
        Case("amount 0", .amount, "13") { $0.amount = 0 },
        Case("negative amount", .amount, "13") { $0.amount = -1 },
        Case("amount of 13 digits", .amount, "13") { $0.amount = 1_000_000_000_000 },
        Case("largest integer", .amount, "13") { $0.amount = .max },
        Case("smallest integer", .amount, "13") { $0.amount = .min },
        Case("no currency", .currencyCode, "12") { $0.currency = nil },
        Case("unknown currency", .currencyCode, "12") { $0.currency = "XXX" },
        Case("category of three digits", .mcc, "30") { $0.category = "581" },
        Case("category of other digits", .mcc, "30") { $0.category = "٥٨١٢" },
        Case("country of one letter", .country, "30") { $0.country = "D" },
        Case("country in small letters", .country, "30") { $0.country = "de" },
        Case("no merchant", .merchantName, "30") { $0.merchantName = nil },
        Case("long merchant", .merchantName, "30") { $0.merchantName = String(repeating: "m", count: 101) },
        Case("merchant with a control character", .merchantName, "30") { $0.merchantName = "Ca\u{7}fe" },
        Case("long city", .city, "30") { $0.city = String(repeating: "c", count: 41) },
        Case("empty merchant id", .merchantID, "30") { $0.merchantID = "" },
        Case("empty terminal", .terminalID, "30") { $0.terminalID = "" },
        Case("unknown entry mode", .panEntryMethod, "30") { $0.entryMode = "TELEPATHY" },
        Case("unknown presence", .cardPresence, "30") { $0.cardPresence = "NEARLY" },
        Case("month 13", .expiry, "30") { ($0.expiryYear, $0.expiryMonth) = (2029, 13) },
        Case("month without a year", .expiry, "30") { $0.expiryMonth = 3 },
        Case("token without a requestor", .requestorID, "30") { $0.token = .init() },
        Case("requestor of 10 digits", .requestorID, "30") { $0.token = .init(requestorID: "5011003027") },
        Case("unknown wallet", .wallet, "30") { $0.token = .init(requestorID: Sample.requestor, wallet: "PURSE") },
        Case("counter of 17 bits", .counter, "30") {
            $0.token = .init(requestorID: Sample.requestor, counter: 65_536)
        },
        Case("reference with a card number", .networkReference, "30") { $0.reference = "PAY-4111111111111111" },
        Case("lifecycle with a card number", .lifecycleId, "30") { $0.lifecycle = "4111111111111111" },
        Case("original with a card number", .lifecycleId, "30") { $0.original = "5555555555554444" },
        Case("merchant id with a card number", .merchantID, "30") { $0.merchantID = "4111111111111111" },
        Case("terminal with a card number", .terminalID, "30") { $0.terminalID = "4111111111111111" },
        Case("city with a card number", .city, "30") { $0.city = "4111 1111 1111 1111" },
        Case("malformed number", .pan, "30") { $0.malformedSecrets = [.pan] },
        Case("malformed PIN block", .pinBlock, "30") { $0.malformedSecrets = [.pinBlock] },
        Case("malformed cryptogram", .cryptogram, "30") { $0.malformedSecrets = [.cryptogram] },
    ]

    @Test("A wrong field is reported with its code", arguments: cases)
    func wrongField(_ example: Case) throws {
        var fields = Sample.fields
        example.change(&fields)
        let failure = try #require(throws: MalformedRequest.self) { try fields.read() }
        #expect(failure.problems.map(\.field) == [example.field])
        #expect(failure.code.rawValue == example.code)
    }

    @Test("Long numbers that are not card numbers may identify messages, payments and merchants", arguments: [
        "123456789012345", "378282246310005", "000123112306450000000123456", "1700000000000", "4111111111111112",
    ])
    func identifiers(_ text: String) throws {
        let request = try Sample.request {
            ($0.reference, $0.lifecycle, $0.merchantID) = (Sent(text), Sent(text), text)
        }
        #expect(request.reference.text == text && request.merchant.id == text)
    }

    @Test("These tests have a case for every field")
    func allFields() {
        #expect(Set(Self.cases.map(\.field)) == Set(MalformedRequest.Field.allCases))
    }

    @Test("All problems are reported at once, in the order of the fields")
    func allProblems() throws {
        let failure = try #require(throws: MalformedRequest.self) { try MessageFields().read() }
        #expect(
            failure.problems.map(\.field) == [
                .kind, .networkReference, .amount, .currencyCode, .mcc, .country, .merchantName,
            ])
        #expect(failure.code == .invalidTransaction)
    }

    @Test("An inquiry and a verification ask for no money", arguments: ["BALANCE_INQUIRY", "ACCOUNT_VERIFICATION"])
    func noMoney(_ kind: String) throws {
        let request = try Sample.request { ($0.kind, $0.amount) = (Sent(kind), nil) }
        #expect(request.amount.isZero)
        #expect(request.type.rawValue == kind)
        #expect(throws: MalformedRequest.self) { try Sample.request { $0.kind = Sent(kind) } }
    }

    @Test("A refund has a type of its own, which its full reversal may repeat")
    func refundTypes() throws {
        for kind in ["REFUND_AUTHORIZATION", "REFUND", "REFUND_REVERSAL"] {
            #expect(try Sample.request { $0.kind = Sent(kind) }.type == .refund)
            #expect(throws: MalformedRequest.self) {
                try Sample.request { ($0.kind, $0.type) = (Sent(kind), "PURCHASE") }
            }
        }
        #expect(try Sample.request { ($0.kind, $0.type) = ("REVERSAL", "REFUND") }.type == .refund)
        #expect(throws: MalformedRequest.self) { try Sample.request { ($0.kind, $0.type) = ("CLEARING", "REFUND") } }
    }

    @Test("A full reversal needs no amount, and a partial one does")
    func reversals() throws {
        #expect(try Sample.request { ($0.kind, $0.amount) = ("REVERSAL", nil) }.amount.isZero)
        #expect(throws: MalformedRequest.self) {
            try Sample.request { ($0.kind, $0.amount) = ("PARTIAL_REVERSAL", nil) }
        }
    }

    @Test("The final amount may be 0, because a fuel pump may have given no fuel")
    func adviceOfNothing() throws {
        #expect(try Sample.request { ($0.kind, $0.amount) = ("ADVICE", 0) }.amount.isZero)
        #expect(throws: MalformedRequest.self) { try Sample.request { ($0.kind, $0.amount) = ("ADVICE", -1) } }
    }

    @Test("A payment uses the channels of its card and its terminal")
    func channels() throws {
        func channels(_ mode: String, _ change: (inout MessageFields) -> Void = { _ in }) throws -> Set<Channel> {
            try Sample.request {
                ($0.entryMode, $0.cardPresence) = (Sent(mode), "UNKNOWN")
                change(&$0)
            }.channels
        }
        let wallet = MessageFields.Token(requestorID: Sample.requestor, wallet: "GOOGLE_PAY")
        #expect(try channels("CHIP") == [.pointOfSale])
        #expect(try channels("CONTACTLESS") == [.pointOfSale, .contactless])
        #expect(try channels("MAGNETIC_STRIPE") == [.pointOfSale, .magneticStripe])
        #expect(try channels("ECOMMERCE") == [.ecommerce])
        #expect(try channels("CREDENTIAL_ON_FILE") == [.ecommerce])
        #expect(try channels("MANUAL") == [.ecommerce])
        #expect(try channels("MANUAL") { $0.cardPresence = "PRESENT" } == [.pointOfSale])
        #expect(try channels("CHIP") { $0.type = "ATM_WITHDRAWAL" } == [.atm])
        #expect(try channels("MAGNETIC_STRIPE") { $0.type = "ATM_WITHDRAWAL" } == [.atm, .magneticStripe])
        #expect(try channels("CONTACTLESS") { $0.type = "ATM_WITHDRAWAL" } == [.atm, .contactless])
        #expect(
            try channels("CONTACTLESS") { ($0.type, $0.token) = ("ATM_WITHDRAWAL", wallet) } == [.atm, .mobileWallet])
        #expect(try channels("CONTACTLESS") { $0.token = wallet } == [.pointOfSale, .mobileWallet])
        #expect(try channels("ECOMMERCE") { $0.token = wallet } == [.ecommerce, .mobileWallet])
    }
}
