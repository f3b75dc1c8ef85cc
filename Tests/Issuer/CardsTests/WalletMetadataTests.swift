import Cards
import Testing
import Validation

@Suite("Metadata of cards for wallets")
struct WalletMetadataTests {
    private static let right: [WalletMetadata.Field: String] = [
        .issuerName: "Acme Bank", .shortDescription: "Acme = Travel", .backgroundColor: "#1A2b3C",
        .foregroundColor: "#FFFFFF", .labelColor: "#000000", .contactEmail: "help@acme.example",
        .contactPhone: "+359 2123456", .contactURL: "https://acme.example/help",
        .termsURL: "https://acme.example/terms", .artReference: "art-7f3a",
    ]

    private static func metadata(_ values: [WalletMetadata.Field: String]) -> WalletMetadata {
        values.reduce(into: WalletMetadata.none) { $0[$1.key] = $1.value }
    }

    @Test("Every field has a right value, and what is stored reads back")
    func stored() {
        let metadata = Self.metadata(Self.right)
        #expect(Set(Self.right.keys) == Set(WalletMetadata.Field.allCases))
        #expect(metadata.violations == [])
        #expect(metadata.stored.count == 10 && metadata.stored.first == "issuerName=Acme Bank")
        #expect(WalletMetadata(stored: metadata.stored) == metadata)
        #expect(WalletMetadata(stored: ["later=1", "nonsense"]) == .none)
    }

    @Test("An empty text removes a field")
    func removed() {
        var metadata = Self.metadata([.issuerName: "Acme Bank"])
        metadata[.issuerName] = ""
        #expect(metadata == .none)
    }

    private static let wrongValues: [(WalletMetadata.Field, String)] = [
        (.issuerName, String(repeating: "a", count: 61)), (.shortDescription, "a\u{7}"),
        (.shortDescription, "4111 1111 1111 1111"), (.backgroundColor, "red"), (.foregroundColor, "#12345"),
        (.labelColor, "#GG0000"), (.contactEmail, "acme"), (.contactPhone, "12"),
        (.contactURL, "http://acme.example"), (.contactURL, "https://acme.example@other.example"),
        (.termsURL, "https://u:p@acme.example/terms"), (.termsURL, "https:///terms"),
        (.termsURL, "https://"), (.termsURL, "https://acme.example/a b"),
        (.termsURL, "https://a/" + String(repeating: "a", count: 200)), (.artReference, "a b"),
        (.artReference, String(repeating: "a", count: 65)),
    ]

    @Test("Wrong values are refused, all at once", arguments: wrongValues)
    func wrong(field: WalletMetadata.Field, text: String) {
        var metadata = Self.metadata([.issuerName: "\u{7}", .artReference: " "])
        metadata[field] = text
        let expected: Set<WalletMetadata.Field> = [.issuerName, .artReference, field]
        #expect(Set(metadata.violations.map(\.field)) == Set(expected.map(\.rawValue)))
    }
}
