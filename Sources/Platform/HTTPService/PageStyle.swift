import Crypto
import Foundation

/// A style sheet inside a page, which the page's content security policy allows by a hash. So a browser can draw the
/// page as soon as it has come, and uses no style that somebody has smuggled in.
package struct PageStyle: Sendable {
    /// For the head of the page.
    package let element: String
    /// For the directive `style-src` of the policy (CSP Level 3, section 2.3.1).
    package let source: String

    /// - Parameter sheet: CSS without `</style`.
    package init(_ sheet: String) {
        element = "<style>\(sheet)</style>"
        source = "'sha256-\(Data(SHA256.hash(data: Data(sheet.utf8))).base64EncodedString())'"
    }
}
