import TestSupport

/// Malformed and hostile bodies for a GraphQL endpoint, drawn from a seed.
struct GraphQLNoise {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    mutating func body() -> [UInt8] {
        switch numbers.below(10) {
        case 0: Self.request(mutated(document))
        case 1: Self.request(soup())
        case 2: Self.request(deep())
        case 3: Self.request(wide())
        case 4: batch()
        case 5: call(Self.sale, saleInput())
        case 6: numbers.below(2) == 0 ? call(Self.refund, refundInput()) : call(Self.sale, saleInput())
        case 7: brokenUTF8()
        case 8: Array(#"{"query":\#(text(document)),"operationName":\#(json(2)),"variables":\#(json(20))}"#.utf8)
        default: mutatedBytes(Array(#"{"query":\#(text(document)),"variables":{"id":"x"}}"#.utf8))
        }
    }

    // MARK: Documents

    private static let sale = """
        mutation Sell($input: TransactionInitiateInput!) {
          initiateTransaction(input: $input) { id state { __typename } }
        }
        """

    private static let refund = """
        mutation GiveBack($input: RefundTransactionInitiateInput!) { refundTransactionInitiate(input: $input) { id } }
        """

    private var document: String {
        mutating get {
            numbers.one(of: [
                "{ client { transactions { edges { node { id amount state { __typename } metadata } } } } }",
                "query Find($id: ID!) { node(id: $id) { ...T } } fragment T on PaymentTransaction { id nonce }",
                "{ __schema { types { name fields(includeDeprecated: true) { name type { ofType { name } } } } } }",
                #"{ client { transactions(filter: {nonce: {in: ["a", "b"]}}) { edges { node { nonce } } } } }"#,
                "mutation { refundTransactionInitiate(input: {originalPaymentId: \"x\", refundInput: "
                    + "{amount: {quantity: 1.5, currency: \"EUR\"}, reason: \"r\", nonce: \"n\"}}) { id } }",
                Self.sale,
            ])
        }
    }

    private mutating func mutated(_ document: String) -> String {
        var words = document.split(separator: " ").map(String.init)
        for _ in 0...numbers.below(4) {
            let place = numbers.below(words.count)
            switch numbers.below(4) {
            case 0: words.remove(at: place)
            case 1: words.insert(word(), at: place)
            case 2: words.swapAt(place, numbers.below(words.count))
            default: words[place] = word()
            }
            if words.isEmpty { words = ["{"] }
        }
        return words.joined(separator: " ")
    }

    private mutating func word() -> String {
        numbers.one(of: [
            "{", "}", "(", ")", "[", "]", ":", "!", "=", "|", "&", "@", "$", "...", "on", "query", "mutation",
            "fragment",
            "subscription", "null", "true", "id", "client", "__typename", "__schema", "@skip(if: $x)",
            "@include(if: 1)",
            "1e999", "-0", "00", "99999999999999999999", "1.", ".5", "\"", "\"\"\"", "\"\\u0000\"", "\"\\ud800\"",
            "\"\\u{110000}\"", "#", "\u{FEFF}", "$input", "extend", "schema", "T", "é", "\u{0}", "\\",
        ])
    }

    private mutating func soup() -> String { (0..<numbers.below(200)).map { _ in word() }.joined(separator: " ") }

    /// A document that is nested far deeper than any limit.
    private mutating func deep() -> String {
        let depth = 1 << numbers.below(14)
        let (open, close): (String, String) = numbers.one(of: [
            ("{a", "}"), ("{client{transactions{edges{node", "}}}}"), ("{... on Query", "}"),
            ("{__schema{types{fields{type", "}}}}"),
        ])
        if numbers.below(3) == 0 {
            let value = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return "{ node(id: \(value)) { id } }"
        }
        return String(repeating: open, count: depth) + "{id}" + String(repeating: close, count: depth)
    }

    /// A document with many aliases, directives or mutations, or with fragments that name each other.
    private mutating func wide() -> String {
        let count = 1 << numbers.below(13)
        switch numbers.below(5) {
        case 0:
            let client = "client { transactions { edges { node { id } } } }"
            return "{" + (0..<count).map { "a\($0): \(client)" }.joined() + "}"
        case 1:
            let fragments = (0..<count).map { "fragment F\($0) on Query { ...F\(($0 + 1) % count) ...F\($0 / 2) }" }
            return "{ ...F0 } " + fragments.joined()
        case 2: return "{ __typename " + String(repeating: "@skip(if: false) ", count: count) + "}"
        case 3:
            let refund = #"refundTransactionInitiate(input: {originalPaymentId: "x", refundInput: {amount: "#
                + #"{quantity: 1, currency: "EUR"}, reason: "r", nonce: "n"}}) { id }"#
            return "mutation {" + (0..<count).map { "a\($0): \(refund) " }.joined() + "}"
        default:
            let variables = (0..<count).map { #"$v\#($0): [[[ID!]!]!] = [[["x"]]] "# }.joined()
            return "query (\(variables)) { __typename }"
        }
    }

    // MARK: Values

    /// A request that fits the schema, unless the noise is in its variables.
    private mutating func call(_ document: String, _ input: String) -> [UInt8] {
        let variables = numbers.below(8) == 0 ? json(20) : #"{"input":\#(input)}"#
        return Array(#"{"query":\#(quoted(document)),"variables":\#(variables)}"#.utf8)
    }

    private mutating func saleInput() -> String {
        """
        {"amount":\(amount()),"nonce":\(nonce()),"externalReference":\(mostly("null")),"metadata":\(json(6)),\
        "token":\(mostly("null")),"paymentMethods":{"googlePay":{\
        "primaryAccountNumber":\(mostly(#""4895370000000007""#)),"expirationYear":\(mostly("2030")),\
        "expirationMonth":\(mostly("12")),"cryptogram":\(mostly(#""eA==""#))}}}
        """
    }

    private mutating func refundInput() -> String {
        """
        {"originalPaymentId":\(mostly(#""x""#)),"refundInput":{"amount":\(amount()),"nonce":\(nonce()),\
        "reason":\(mostly(#""r""#)),"externalReference":\(mostly("null")),"metadata":\(json(6))}}
        """
    }

    private mutating func amount() -> String {
        let quantity = numbers.below(4) == 0 ? number() : "12.5"
        return #"{"quantity":\#(quantity),"currency":\#(mostly(#""EUR""#))}"#
    }

    private mutating func nonce() -> String {
        let number = numbers.below(1_000_000)
        return numbers.below(4) == 0 ? #""\u0000\#(number)""# : mostly(#""order-\#(number)""#)
    }

    /// The valid value, and only sometimes noise. If most members were noise, the first rule would refuse nearly every
    /// body, and hardly any would reach the others.
    private mutating func mostly(_ valid: String) -> String { numbers.below(12) == 0 ? json(1) : valid }

    private mutating func number() -> String {
        numbers.one(of: [
            "0", "-0", "1", "12", "2030", "1e400", "-1e400", "1e-400", "99999999999999999999", "4294967296", "-1",
            "12.340000000000000000000001", "9007199254740993", "0.1", "1E2", "9999999999.99",
        ])
    }

    /// Random JSON with at most `depth` levels.
    private mutating func json(_ depth: Int) -> String {
        switch numbers.below(depth > 1 ? 8 : 6) {
        case 0: numbers.one(of: ["null", "true", "false"])
        case 1: number()
        case 2:
            numbers.one(of: [
                #""""#, #""EUR""#, #""\u0000""#, #""\ud83d\ude00""#, #""4895370000000007""#, #""eA==""#,
            ])
        case 3: "\"" + String(repeating: "x", count: 1 << numbers.below(14)) + "\""
        case 4: numbers.one(of: ["[]", "{}", #""2099""#, #""12""#])
        case 5: quoted(word())
        case 6: "[" + (0..<numbers.below(4)).map { _ in json(depth - 1) }.joined(separator: ",") + "]"
        default:
            "{" + (0..<numbers.below(4)).map { #""\#(["a", "input", "quantity", "nonce"][$0])":\#(json(depth - 1))"# }
                .joined(separator: ",") + "}"
        }
    }

    // MARK: Bytes

    private mutating func batch() -> [UInt8] {
        let one = #"{"query":\#(text(document))}"#
        return Array(("[" + Array(repeating: one, count: 1 + numbers.below(50)).joined(separator: ",") + "]").utf8)
    }

    private mutating func mutatedBytes(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...numbers.below(6) { bytes[numbers.below(bytes.count)] = UInt8(numbers.below(256)) }
        return bytes
    }

    private mutating func brokenUTF8() -> [UInt8] {
        var bytes = Self.request(document)
        let broken: [UInt8] = numbers.one(of: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2],
        ])
        bytes.insert(contentsOf: broken, at: numbers.below(bytes.count))
        return bytes
    }

    private mutating func text(_ document: String) -> String { quoted(document) }

    private func quoted(_ text: String) -> String { Self.quoted(text) }

    private static func request(_ document: String) -> [UInt8] { Array(#"{"query":\#(quoted(document))}"#.utf8) }

    /// The text as a JSON string.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "\\\""
            case "\\": "\\\\"
            case _ where scalar.value < 32: "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
