import CardSecrets
import HTTPContract
import Payments

/// What the gateway knows about a card's issuer. It has no table of issuers, so only what the digits say is known.
struct CardBIN: Sendable {
    private let bin: String
    /// V, M or D; nil for a network that the gateway has no data of.
    let product: String?

    init(_ pan: PAN) {
        bin = pan.bin
        product = switch CardScheme(of: pan) {
        case .visa: "V"
        case .mastercard: "M"
        case .discover: "D"
        case .other: nil
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
