import CardSecrets
import HTTPContract
import Payments

/// The gateway's information about a card's issuer. It has no table of issuers, so it knows only what follows from the
/// digits.
struct CardBIN: Sendable {
    private let bin: String
    /// V, M, D or A; nil for a network that the gateway has no data of.
    let product: String?

    /// American Express, and Diners Club, which belongs to Discover.
    private static let otherProducts = [("34", "A"), ("37", "A"), ("30", "D"), ("36", "D"), ("38", "D"), ("39", "D")]
        .map { (prefix: $0, product: $1) }

    init(_ pan: PAN) {
        let bin = pan.bin
        self.bin = bin
        product = switch CardScheme(of: pan) {
        case .visa: "V"
        case .mastercard: "M"
        case .discover: "D"
        case .other: Self.otherProducts.first { bin.hasPrefix($0.prefix) }?.product
        }
    }

    var members: [(name: String, value: JSONValue)] {
        [
            ("bin", .string(bin)), ("product", .string(product ?? "")), ("binlo", .string(bin + "XXX")),
            ("binhi", .string(bin + "XXX")), ("country", ""), ("issuer", ""), ("subtype", ""), ("cardusestring", ""),
            ("gsa", false), ("corporate", false), ("fsa", false), ("purchase", false), ("prepaid", false),
        ]
    }

    var json: JSONValue { AnswerFields(members: members).json }
}
