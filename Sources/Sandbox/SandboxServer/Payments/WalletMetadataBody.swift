import Cards
import HTTPContract

/// How wallets show the cards of a program.
struct WalletMetadataBody: RequestBody {
    var issuerName: String?
    var shortDescription: String?
    var backgroundColor: String?
    var foregroundColor: String?
    var labelColor: String?
    var contactEmail: String?
    var contactPhone: String?
    var contactUrl: String?
    var termsUrl: String?
    var artReference: String?

    static let members: [BodyMember<WalletMetadataBody>] = [
        .string("issuerName", \.issuerName, example: "Acme Bank", "The issuer, in 1 to 60 characters."),
        .string("shortDescription", \.shortDescription, example: "Acme Travel", "The card, in 1 to 60 characters."),
        .string("backgroundColor", \.backgroundColor, pattern: color, example: "#1A2B3C", "Of the card."),
        .string("foregroundColor", \.foregroundColor, pattern: color, example: "#FFFFFF", "Of texts on the card."),
        .string("labelColor", \.labelColor, pattern: color, example: "#C0C0C0", "Of labels on the card."),
        .string("contactEmail", \.contactEmail, example: "help@acme.example", "For cardholders."),
        .string("contactPhone", \.contactPhone, example: "+359 2123456", "For cardholders."),
        .string("contactUrl", \.contactUrl, example: "https://acme.example/help", "For cardholders."),
        .string(
            "termsUrl", \.termsUrl, example: "https://acme.example/terms", "The terms that a cardholder accepts."),
        .string(
            "artReference", \.artReference, example: "art-7f3a", "The network's name of the card's picture."),
    ]

    private static let color = "^#[0-9A-Fa-f]{6}$"

    var metadata: WalletMetadata {
        var metadata = WalletMetadata.none
        metadata[.issuerName] = issuerName
        metadata[.shortDescription] = shortDescription
        (metadata[.backgroundColor], metadata[.foregroundColor]) = (backgroundColor, foregroundColor)
        metadata[.labelColor] = labelColor
        (metadata[.contactEmail], metadata[.contactPhone]) = (contactEmail, contactPhone)
        (metadata[.contactURL], metadata[.termsURL]) = (contactUrl, termsUrl)
        metadata[.artReference] = artReference
        return metadata
    }
}
