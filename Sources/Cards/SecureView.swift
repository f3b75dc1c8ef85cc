import Validation

/// What a cardholder asks to be shown of a card, and how it is to look on the small page that shows it, once.
public struct SecureView: Equatable, Sendable {
    /// Which of a card's details. Whether a card shows them is decided twice: when a page is asked for and when it is
    /// opened.
    public enum Content: String, CaseIterable, Sendable {
        /// All of them but the PIN.
        case details = "DETAILS"
        case pan = "PAN"
        case cvv = "CVV"
        case expiry = "EXPIRY"
        case cardholderName = "CARDHOLDER_NAME"
        case pin = "PIN"

        public func includes(_ other: Content) -> Bool {
            self == other || (self == .details && other != .pin)
        }

        /// Refuses a card that does not offer it now.
        public func check(_ card: Card) throws(Refusal) {
            guard card.standing.status.isUsable else {
                throw .secureView(.notAllowed(status: card.standing.status))
            }
            guard self != .pin || card.isPINSet else { throw .secureView(.noPIN) }
        }
    }

    public enum Theme: String, CaseIterable, Sendable {
        case light = "LIGHT"
        case dark = "DARK"
        /// As the device has it.
        case automatic = "AUTO"
    }

    public let content: Content
    /// Stands between groups of four digits.
    public let panSeparator: String
    public let hasCopyButton: Bool
    public let theme: Theme

    /// Seconds in which the page has to be opened: from the answer to the web view, and no longer.
    public static let lifetimeSeconds = 60.0
    /// Pages a customer may have that wait to be opened.
    public static let waitingLimit = 20

    public init(content: Content, panSeparator: String = " ", hasCopyButton: Bool = false, theme: Theme = .automatic) {
        self.content = content
        self.panSeparator = panSeparator
        self.hasCopyButton = hasCopyButton
        self.theme = theme
    }

    /// As it was asked for.
    public static func read(
        content: Content?, panSeparator: String?, hasCopyButton: Bool?, theme: Theme?
    ) -> Draft<SecureView?> {
        var violations = Violations()
        violations.check("panSeparator", panSeparator.flatMap(violation))
        let view = content.map {
            SecureView(
                content: $0, panSeparator: panSeparator ?? " ", hasCopyButton: hasCopyButton ?? false,
                theme: theme ?? .automatic)
        }
        return Draft(view, errors: violations.list)
    }

    /// A part of it on a page of its own, looking the same.
    public func separately(_ content: Content, hasCopyButton: Bool?) -> SecureView {
        SecureView(
            content: content, panSeparator: panSeparator, hasCopyButton: hasCopyButton ?? self.hasCopyButton,
            theme: theme)
    }

    /// A digit would be taken for one of the number's, and what cannot be seen could put them in another order.
    private static func violation(inSeparator text: String) -> String? {
        let isAcceptable = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
            default: scalar.properties.numericType == nil
            }
        }
        return text.unicodeScalars.count <= 3 && isAcceptable
            ? nil : "must be at most 3 characters, none of them a digit or invisible"
    }
}
