import HTTPContract
import HTTPService
import Validation

/// The URL to which a customer is sent back: a page of the shop, or a screen of its app.
package enum ReturnURL {
    /// Of a page, in bytes.
    private static let limit = 2048
    /// Schemes whose URLs a browser runs or opens itself, instead of leaving for an app.
    private static let dangerousSchemes = ["about", "blob", "data", "file", "javascript", "vbscript"]

    /// The scheme in small letters; nil if the text is no absolute URL to which a customer can be sent. Such a URL has
    /// no user and no fragment.
    package static func scheme(of text: String) -> String? {
        let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"\"<>^`{|}"#.utf8.contains($0) }
        guard isPrintable, !text.contains("#"),
            let match = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):\/\/([^\/?@][^\/?@]*)(?:[\/?]|$)/)
        else { return nil }
        let scheme = match.1.lowercased()
        if ["http", "https"].contains(scheme), !RequestAddress.isAuthority(match.2) { return nil }
        return dangerousSchemes.contains(scheme) ? nil : scheme
    }

    /// Whether the text is the URL of a page with https. On the customer's own machine, http is enough (RFC 8252,
    /// section 7.3).
    package static func isPage(_ text: String) -> Bool {
        guard text.utf8.count <= limit, scheme(of: text) != nil else { return false }
        return text.hasPrefix("https://") || Loopback(text) != nil
    }

    /// The URL as a client lists it. On the customer's own machine, the port does not count: a shop that is tried out
    /// there takes one that is free (RFC 8252, section 7.3).
    package static func listed(_ url: String) -> String { Loopback(url)?.listed ?? url }

    /// The scheme, the host and the port of a page on the customer's own machine; nil for any other.
    package static func loopbackOrigin(of url: String) -> String? { Loopback(url)?.origin }

    /// The URL with parameters more.
    package static func adding(_ values: [(name: String, value: String)], to url: String) -> String {
        url + (url.contains("?") ? "&" : "?") + FormText.encode(values)
    }

    /// A page on the customer's own machine. All of 127.0.0.0/8 is that machine (RFC 1122, section 3.2.1.3).
    private struct Loopback {
        let origin: String
        /// Without the port, and at 127.0.0.1 if the host is an address.
        let listed: String

        init?(_ url: String) {
            let form = /(https?:\/\/)(localhost|127(?:\.[0-9]{1,3}){3})((?::[0-9]{1,5})?)((?:[\/?].*)?)/
            guard let (_, scheme, host, port, path) = url.wholeMatch(of: form)?.output,
                !HostSpelling.isNoAddress(host), port.isEmpty || HostSpelling.isPort(port.dropFirst())
            else { return nil }
            origin = "\(scheme)\(host)\(port)"
            listed = "\(scheme)\(host == "localhost" ? host : "127.0.0.1")\(path)"
        }
    }
}
