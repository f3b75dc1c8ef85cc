import HTTPContract

/// The details of a card to show, and the form: on a page that opens once, or encrypted for the key of a session.
public struct SecureViewRequestBody: RequestBody {
    public var type: String?
    public var panSeparator: String?
    public var showCopyButton: Bool?
    public var theme: String?
    public var bare: BareViewBody?
    public var separateViews: [SeparateViewBody]?
    public var sessionKey: SessionKeyBody?

    public init() {}

    public static let members: [BodyMember<SecureViewRequestBody>] = [
        .enumeration(
            "type", \.type, of: Vocabulary.secureViewContents, isRequired: true, example: "PAN",
            "What to show; DETAILS is everything except the PIN."),
        .string(
            "panSeparator", \.panSeparator, pattern: TextForm.separator, example: "-",
            "The separator between groups of four digits, at most 3 characters; a space if absent."),
        .boolean("showCopyButton", \.showCopyButton, example: "true", "Whether the page has a copy button."),
        .enumeration(
            "theme", \.theme, of: Vocabulary.secureViewThemes, example: "DARK",
            "Light or dark; follows the device if absent."),
        .object(
            "bare", \.bare,
            "Only the value, on a transparent background, for an app's own layout. Not for DETAILS as one page."),
        .objects(
            "separateViews", \.separateViews, maximumCount: Vocabulary.separateViewContents.count,
            "For DETAILS: a separate page for each of these, to be shown together."),
        .object(
            "sessionKey", \.sessionKey,
            "The app's public key; the details are encrypted for it, and there is no page."),
    ]

    public static let examples: [BodyExample<SecureViewRequestBody>] = [
        BodyExample("A page with the card number") { ($0.type, $0.showCopyButton, $0.theme) = ("PAN", true, "AUTO") },
        BodyExample("The card number alone, for the app's own layout") { body in
            (body.type, body.showCopyButton, body.bare) = ("PAN", true, .example)
        },
        BodyExample("All details, for the app to show itself") { body in
            body.type = "DETAILS"
            body.sessionKey = .example
        },
    ]
}

/// One of several pages that show a card's details side by side.
public struct SeparateViewBody: RequestBody {
    public var type: String?
    public var showCopyButton: Bool?
    public var bare: BareViewBody?

    public init() {}

    public static let members: [BodyMember<SeparateViewBody>] = [
        .enumeration(
            "type", \.type, of: Vocabulary.separateViewContents, isRequired: true, example: "PAN",
            "What this page shows."),
        .boolean(
            "showCopyButton", \.showCopyButton, example: "true",
            "Whether this page has a copy button; the common setting if absent."),
        .object("bare", \.bare, "The look of this value as a bare view; the common setting if absent."),
    ]
}

/// How a bare view draws its value.
public struct BareViewBody: RequestBody {
    public var textSize: Int?
    public var textColor: String?
    public var font: String?

    public init() {}

    public static let members: [BodyMember<BareViewBody>] = [
        .integer(
            "textSize", \.textSize, in: Vocabulary.secureViewTextSizes, example: "24",
            "The size in CSS pixels; if absent, 24 for the card number, 28 for the PIN and 20 for other values."),
        .string(
            "textColor", \.textColor, pattern: TextForm.color, example: "#FFFFFF",
            "The colour of the value and of its copy button, with or without opacity; that of the theme if absent."),
        .enumeration(
            "font", \.font, of: Vocabulary.secureViewFonts, example: "SANS_SERIF", "The font; SANS_SERIF if absent."),
    ]
}

extension BareViewBody {
    static var example: BareViewBody {
        var body = BareViewBody()
        (body.textSize, body.textColor, body.font) = (24, "#FFFFFF", "SANS_SERIF")
        return body
    }
}

/// The public half of a P-256 key that the app made for this session, as a JSON Web Key (RFC 7517).
public struct SessionKeyBody: RequestBody {
    public var kty: String?
    public var crv: String?
    public var x: String?
    public var y: String?

    public init() {}

    public static let members: [BodyMember<SessionKeyBody>] = [
        .enumeration("kty", \.kty, of: ["EC"], isRequired: true, example: "EC", "Key type: elliptic curve."),
        .enumeration("crv", \.crv, of: ["P-256"], isRequired: true, example: "P-256", "The curve."),
        .string(
            "x", \.x, isRequired: true, pattern: TextForm.coordinate,
            example: "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ",
            "The x coordinate: 32 bytes in Base64url."),
        .string(
            "y", \.y, isRequired: true, pattern: TextForm.coordinate,
            example: "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck",
            "The y coordinate: 32 bytes in Base64url."),
    ]
}

extension SessionKeyBody {
    static var example: SessionKeyBody {
        var key = SessionKeyBody()
        (key.kty, key.crv) = ("EC", "P-256")
        key.x = "weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ"
        key.y = "e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck"
        return key
    }
}

/// The page's address, or the details encrypted for the session's key. Both are secret.
public struct SecureViewBody: Sendable, Hashable, Decodable {
    /// The page's address, which opens once, in a web view or a frame.
    public var url: String?
    public var expiresAt: Timestamp?
    /// The pages in the order of ``SecureViewRequestBody/separateViews``, if the request has those. Then there is no
    /// `url`.
    public var views: [SeparateView]?
    /// Compact JWE (RFC 7516) of a ``DetailsBody``: `ECDH-ES` and `A256GCM`.
    public var jwe: String?

    public init(url: String, expiresAt: Timestamp) {
        self.url = url
        self.expiresAt = expiresAt
    }

    public init(views: [SeparateView]) { self.views = views }

    public init(jwe: String) { self.jwe = jwe }

    public struct SeparateView: Sendable, Hashable, Decodable {
        public var type: String
        public var url: String
        public var expiresAt: Timestamp

        public init(type: String, url: String, expiresAt: Timestamp) {
            self.type = type
            self.url = url
            self.expiresAt = expiresAt
        }
    }
}

extension SecureViewBody: AnswerBody {
    public static let members: [AnswerMember<SecureViewBody>] = [
        .member(
            "url", \.url, isSecret: true, example: "https://cards.example/secure-views/3q2-7wAAAA…",
            "The page's address; it opens once, in a web view or a frame."),
        .member("expiresAt", \.expiresAt, example: "2026-11-21T08:46:34Z", "The time when the address expires."),
        .member(
            "views", \.views, "The requested separate views, in the requested order, instead of `url`."),
        .member(
            "jwe", \.jwe, isSecret: true,
            "The encrypted details, instead of `url`: a compact JWE (RFC 7516), ECDH-ES and A256GCM."),
    ]
}

extension SecureViewBody.SeparateView: AnswerBody {
    public static let members: [AnswerMember<SecureViewBody.SeparateView>] = [
        .member(
            "type", \.type, as: .enumeration(Vocabulary.separateViewContents), example: "PAN", "What the page shows."),
        .member(
            "url", \.url, isSecret: true, example: "https://cards.example/secure-views/3q2-7wAAAA…",
            "The page's address; it opens once."),
        .member("expiresAt", \.expiresAt, example: "2026-11-21T08:46:34Z", "The time when the address expires."),
    ]
}

/// The requested details, which only the cardholder may read.
public struct DetailsBody: Sendable, Hashable, Decodable {
    public var pan: String?
    public var cvv: String?
    public var expiry: CardBody.Expiry?
    public var cardHolderName: String?
    public var pin: String?

    public init(
        pan: String? = nil, cvv: String? = nil, expiry: CardBody.Expiry? = nil, cardHolderName: String? = nil,
        pin: String? = nil
    ) {
        self.pan = pan
        self.cvv = cvv
        self.expiry = expiry
        self.cardHolderName = cardHolderName
        self.pin = pin
    }
}

extension DetailsBody: AnswerBody {
    public static let members: [AnswerMember<DetailsBody>] = [
        .member("pan", \.pan, isSecret: true, example: "5413330000001234", "The card number."),
        .member("cvv", \.cvv, isSecret: true, example: "567", "The security code."),
        .member("expiry", \.expiry, "The last month in which the card is valid."),
        .member("cardHolderName", \.cardHolderName, example: "IVANA PETROVA", "The name on the card."),
        .member("pin", \.pin, isSecret: true, "The PIN, if it was requested."),
    ]
}
