/// The stories in this directory, as the program exports them: requests and responses as they went over the wire.
///
/// They are in this directory because the tests compare them with the service, so that they are never out of date.
public enum Transcripts {
    public static let all: [(name: String, bytes: [UInt8])] = [
        ("business.http", PackageResources.business_http),
        ("digital-card.http", PackageResources.digital_card_http),
        ("gateways.http", PackageResources.gateways_http),
        ("mistakes.http", PackageResources.mistakes_http),
        ("payments.http", PackageResources.payments_http),
        ("physical-card.http", PackageResources.physical_card_http),
        ("secure-details.http", PackageResources.secure_details_http),
        ("strong-authentication.http", PackageResources.strong_authentication_http),
        ("tokenization.http", PackageResources.tokenization_http),
        ("tokens.http", PackageResources.tokens_http),
        ("virtual-card.http", PackageResources.virtual_card_http),
        ("webhooks.http", PackageResources.webhooks_http),
    ]
}
