import CardAPI
import Foundation
import HTTPContract

extension Wallet {
    /// The address of a page that shows one of a card's details, or its PIN, on a transparent background. It opens
    /// once, within a minute, in a web view or a frame. The details themselves never reach the app.
    public struct SecureView: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        /// The URL is secret, because its first caller sees the details.
        public let url: URL
        public let expiresAt: Date

        public init(url: URL, expiresAt: Date) {
            self.url = url
            self.expiresAt = expiresAt
        }

        public var description: String { "SecureView(hidden)" }
        public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
    }

    /// A view for each of a card's details, to be shown together.
    public struct CardSecureDetailsViews: Sendable, Hashable {
        public let panView: SecureView
        public let cvvView: SecureView
        public let expiryDateView: SecureView
        public let cardHolderNameView: SecureView

        public init(
            panView: SecureView, cvvView: SecureView, expiryDateView: SecureView, cardHolderNameView: SecureView
        ) {
            self.panView = panView
            self.cvvView = cvvView
            self.expiryDateView = expiryDateView
            self.cardHolderNameView = cardHolderNameView
        }
    }

    /// How a view draws its text. Its copy button has the same colour and size.
    public struct TextAppearance: Sendable, Hashable {
        /// In points, 8 to 96; if nil, 24 for the card number, 28 for the PIN and 20 for the other values.
        public var size: Int?
        /// `#RRGGBB` or `#RRGGBBAA`; if nil, it follows the device's light or dark mode.
        public var color: String?
        public var font: Font

        public init(size: Int? = nil, color: String? = nil, font: Font = .sansSerif) {
            self.size = size
            self.color = color
            self.font = font
        }

        public enum Font: String, Sendable, Hashable, CaseIterable {
            case sansSerif = "SANS_SERIF"
            case serif = "SERIF"
            case monospace = "MONOSPACE"
        }
    }

    public struct SecureDetailsViewsConfiguration: Sendable, Hashable {
        public var shouldShowPanCopyButton: Bool
        public var shouldShowCvvCopyButton: Bool
        public var shouldShowExpiryDateCopyButton: Bool
        public var shouldShowCardholderNameCopyButton: Bool
        /// The separator between groups of four digits; at most 3 characters.
        public var panSeparator: String
        public var panAppearance = TextAppearance()
        public var cvvAppearance = TextAppearance()
        public var expiryDateAppearance = TextAppearance()
        public var cardholderNameAppearance = TextAppearance()

        public init(
            shouldShowPanCopyButton: Bool = false, shouldShowCvvCopyButton: Bool = false,
            shouldShowExpiryDateCopyButton: Bool = false, shouldShowCardholderNameCopyButton: Bool = false,
            panSeparator: String = " "
        ) {
            self.shouldShowPanCopyButton = shouldShowPanCopyButton
            self.shouldShowCvvCopyButton = shouldShowCvvCopyButton
            self.shouldShowExpiryDateCopyButton = shouldShowExpiryDateCopyButton
            self.shouldShowCardholderNameCopyButton = shouldShowCardholderNameCopyButton
            self.panSeparator = panSeparator
        }
    }

    public struct CardSecureDetailsViewRequest: Sendable, Hashable {
        public var cardID: String
        public var viewsConfiguration: SecureDetailsViewsConfiguration
        public var scaDetails: SCAAuthenticationEventRequest?

        public init(
            cardID: String, viewsConfiguration: SecureDetailsViewsConfiguration = .init(),
            scaDetails: SCAAuthenticationEventRequest? = nil
        ) {
            self.cardID = cardID
            self.viewsConfiguration = viewsConfiguration
            self.scaDetails = scaDetails
        }
    }

    public struct CardSecureViewRequest: Sendable, Hashable {
        public var cardID: String
        public var scaDetails: SCAAuthenticationEventRequest?
        public var appearance = TextAppearance()

        public init(cardID: String, scaDetails: SCAAuthenticationEventRequest? = nil) {
            self.cardID = cardID
            self.scaDetails = scaDetails
        }
    }
}

extension Wallet.SecureView {
    /// Nil if the response has no address.
    init?(url: String?, expiresAt: Timestamp?) {
        guard let url = url.flatMap({ URL(string: $0) }), let expiresAt else { return nil }
        self.url = url
        self.expiresAt = Date(expiresAt)
    }
}

extension Wallet.TextAppearance {
    var body: BareViewBody {
        var body = BareViewBody()
        (body.textSize, body.textColor, body.font) = (size, color, font.rawValue)
        return body
    }
}

extension Wallet.SecureDetailsViewsConfiguration {
    var body: SecureViewRequestBody {
        var body = SecureViewRequestBody()
        (body.type, body.panSeparator) = ("DETAILS", panSeparator)
        body.separateViews = [
            ("PAN", shouldShowPanCopyButton, panAppearance), ("CVV", shouldShowCvvCopyButton, cvvAppearance),
            ("EXPIRY", shouldShowExpiryDateCopyButton, expiryDateAppearance),
            ("CARDHOLDER_NAME", shouldShowCardholderNameCopyButton, cardholderNameAppearance),
        ].map { type, showCopyButton, appearance in
            var view = SeparateViewBody()
            (view.type, view.showCopyButton, view.bare) = (type, showCopyButton, appearance.body)
            return view
        }
        return body
    }
}

extension Wallet.CardSecureDetailsViews {
    /// Nil unless there is one of each.
    init?(_ views: [SecureViewBody.SeparateView]) {
        func view(_ type: String) -> Wallet.SecureView? {
            views.first { $0.type == type }.flatMap { Wallet.SecureView(url: $0.url, expiresAt: $0.expiresAt) }
        }
        guard let pan = view("PAN"), let cvv = view("CVV"), let expiry = view("EXPIRY"),
            let name = view("CARDHOLDER_NAME")
        else { return nil }
        (panView, cvvView, expiryDateView, cardHolderNameView) = (pan, cvv, expiry, name)
    }
}
