import Validation

/// The details of a card that a cardholder wants to see, and the look of the page that shows them once.
public struct SecureView: Equatable, Sendable {
    /// The details of a card to show. A check whether the card may show them is made twice: when a page is requested
    /// and when it is opened.
    public enum Content: String, CaseIterable, Sendable {
        /// All of them except the PIN.
        case details = "DETAILS"
        case pan = "PAN"
        case cvv = "CVV"
        case expiry = "EXPIRY"
        case cardholderName = "CARDHOLDER_NAME"
        case pin = "PIN"

        public func includes(_ other: Content) -> Bool {
            self == other || (self == .details && other != .pin)
        }

        /// Refuses a card that cannot show it now.
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
        /// Follows the device.
        case automatic = "AUTO"
    }

    /// How a bare view draws its value: without a label, on the background of the app.
    public struct Bare: Equatable, Sendable {
        public enum Font: String, CaseIterable, Sendable {
            case sansSerif = "SANS_SERIF"
            case serif = "SERIF"
            case monospace = "MONOSPACE"
        }

        /// `#RRGGBB`, or `#RRGGBBAA` with opacity. It goes into a style sheet, so other texts are refused.
        public struct Color: Equatable, Sendable {
            public let text: String

            public init?(_ text: String) {
                let digits = text.utf8.dropFirst()
                guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6 || digits.count == 8 else { return nil }
                guard digits.allSatisfy({ $0.hexadecimalValue != nil }) else { return nil }
                self.text = text
            }
        }

        /// In CSS pixels.
        public let textSize: Int
        /// Nil for the colour of the theme.
        public let textColor: Color?
        public let font: Font

        public init(textSize: Int, textColor: Color? = nil, font: Font = .sansSerif) {
            self.textSize = textSize
            self.textColor = textColor
            self.font = font
        }

        public static let textSizes = 8...96

        /// The sizes of Paysafe's SDK; for a PIN, that of the text style Title 1.
        public static func defaultTextSize(of content: Content) -> Int {
            switch content {
            case .pan: 24
            case .pin: 28
            case .details, .cvv, .expiry, .cardholderName: 20
            }
        }
    }

    public let content: Content
    /// The separator between groups of four digits.
    public let panSeparator: String
    public let hasCopyButton: Bool
    public let theme: Theme
    /// Nil for a page with a label for each value.
    public let bare: Bare?

    /// Seconds within which the page must be opened.
    public static let lifetimeSeconds = 60.0
    /// How many pages of a customer may wait to be opened.
    public static let waitingLimit = 20

    public init(
        content: Content, panSeparator: String = " ", hasCopyButton: Bool = false, theme: Theme = .automatic,
        bare: Bare? = nil
    ) {
        self.content = content
        self.panSeparator = panSeparator
        self.hasCopyButton = hasCopyButton
        self.theme = theme
        self.bare = bare
    }

    /// The requested view.
    public static func read(
        content: Content?, panSeparator: String?, hasCopyButton: Bool?, theme: Theme?, bare: Bare? = nil
    ) -> Draft<SecureView?> {
        var violations = Violations()
        violations.check("panSeparator", panSeparator.flatMap(violation))
        let view = content.map {
            SecureView(
                content: $0, panSeparator: panSeparator ?? " ", hasCopyButton: hasCopyButton ?? false,
                theme: theme ?? .automatic, bare: bare)
        }
        return Draft(view, errors: violations.list)
    }

    /// One of the details on a separate page with the same theme.
    public func separately(_ content: Content, hasCopyButton: Bool?, bare: Bare?) -> SecureView {
        SecureView(
            content: content, panSeparator: panSeparator, hasCopyButton: hasCopyButton ?? self.hasCopyButton,
            theme: theme, bare: bare)
    }

    /// A digit would look like part of the card number, and an invisible character could change the order of the
    /// digits.
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
