import Crypto
import Foundation

/// A style sheet inside a page, which the page's content security policy allows by a hash. So a browser can draw the
/// page as soon as it arrives, and ignores an injected style.
package struct PageStyle: Sendable {
    /// For the head of the page.
    package let element: String
    /// For the directive `style-src` of the policy (CSP Level 3, section 2.3.1).
    package let source: String

    /// - Parameter sheet: CSS without `</style`.
    package init(_ sheet: String) {
        element = "<style>\(sheet)</style>"
        source = hashSource(of: sheet)
    }
}

/// A script inside a page, allowed in the same way.
struct PageScript: Sendable {
    /// For the end of the page.
    let element: String
    /// For the directive `script-src`.
    let source: String

    /// - Parameter code: JavaScript without `</script`.
    init(_ code: String) {
        element = "<script>\(code)</script>"
        source = hashSource(of: code)
    }
}

private func hashSource(of text: String) -> String {
    "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
}
