import Cards
import HTTPContract

/// How wallets show the cards of a program.
package struct WalletMetadataAnswer: AnswerBody {
    package let metadata: WalletMetadata

    /// Nil if nothing is set.
    package init?(_ metadata: WalletMetadata) {
        guard metadata != .none else { return nil }
        self.metadata = metadata
    }

    package static let members: [AnswerMember<WalletMetadataAnswer>] = [
        .member("issuerName", { $0.metadata[.issuerName] }, example: "Acme Bank", "The issuer."),
        .member("shortDescription", { $0.metadata[.shortDescription] }, example: "Acme Travel", "The card."),
        .member("backgroundColor", { $0.metadata[.backgroundColor] }, example: "#1A2B3C", "Of the card."),
        .member("foregroundColor", { $0.metadata[.foregroundColor] }, example: "#FFFFFF", "Of texts on the card."),
        .member("labelColor", { $0.metadata[.labelColor] }, example: "#C0C0C0", "Of labels on the card."),
        .member("contactEmail", { $0.metadata[.contactEmail] }, example: "help@acme.example", "For cardholders."),
        .member("contactPhone", { $0.metadata[.contactPhone] }, example: "+359 2123456", "For cardholders."),
        .member("contactUrl", { $0.metadata[.contactURL] }, example: "https://acme.example/help", "For cardholders."),
        .member(
            "termsUrl", { $0.metadata[.termsURL] }, example: "https://acme.example/terms",
            "The terms that a cardholder accepts."),
        .member(
            "artReference", { $0.metadata[.artReference] }, example: "art-7f3a",
            "The network's name of the card's picture."),
    ]
}
