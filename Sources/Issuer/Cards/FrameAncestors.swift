import Validation

/// The web pages that may show a brand's secure views in a frame. No other page may, because a page could lay its own
/// contents over a view (clickjacking).
public struct FrameAncestors: Equatable, Sendable {
    /// Sources of the directive `frame-ancestors` (CSP Level 3, section 6.4.2), each an origin. Empty if no page may.
    public let origins: [String]

    public static let limit = 20

    public static func read(origins: [String]?) -> Draft<FrameAncestors?> {
        var violations = Violations()
        violations.check("frameAncestors", origins.flatMap(violation))
        return Draft(origins.map(FrameAncestors.init), errors: violations.list)
    }

    private init(origins: [String]) {
        self.origins = origins
    }

    private static func violation(in origins: [String]) -> String? {
        origins.count <= limit && origins.allSatisfy(isOrigin)
            ? origins.lazy.compactMap(TextRule.withoutCardNumber).first
            : "must be at most \(limit) origins like https://wallet.example or https://*.wallet.example:8443; "
                + "http is for localhost"
    }

    /// Accepts only what may appear in the header. Other characters could end the directive and begin another.
    private static func isOrigin(_ text: String) -> Bool {
        let secure = /https:\/\/((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::([0-9]{1,5}))?/
        let local = /http:\/\/(localhost|127\.0\.0\.1)(?::([0-9]{1,5}))?/
        guard text.utf8.count <= 255, let match = text.wholeMatch(of: secure) ?? text.wholeMatch(of: local) else {
            return false
        }
        return !HostSpelling.isNoAddress(match.1) && match.2.map { HostSpelling.isPort($0) } != false
    }
}
