import HTTPContract
import HTTPTypes
import Validation

/// The check of a request's address: one host, and a path in its only accepted spelling.
package enum RequestAddress {
    /// Which spellings of a path a listener accepts. `.` and `..` are never accepted.
    package enum PathRule: Sendable {
        /// No segment is empty.
        case canonical
        /// Segments may be empty, because documented paths end with a slash, and clients leave a value out.
        case emptySegments
    }

    /// - Parameter paths: which paths are accepted.
    /// - Throws: 400 if the host is missing, repeated or malformed (RFC 9112, section 3.2). 404 for another spelling of
    ///   a path, because a rule of a proxy in front of the service would not recognise it.
    package static func check(_ head: HTTPRequest, _ paths: PathRule = .canonical) throws(RequestError) {
        // The first Host is the authority. Any other Host is among the fields.
        let isRepeated = head.headerFields.contains { $0.name.canonicalName == "host" }
        guard let authority = head.authority, !isRepeated, isAuthority(authority) else {
            throw RequestError(
                .hostNotValid, "One Host header is needed: a name or an address, and perhaps a port.")
        }
        guard isCanonical(path: head.path ?? "", paths) else {
            throw RequestError(.noSuchOperation, "There is no operation at this path.")
        }
    }

    /// Whether this is a name or an address, optionally with a port. Names may contain underscores, because names of
    /// containers do.
    package static func isAuthority(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count <= 255, let first = bytes.first else { return false }
        let rest: ArraySlice<UInt8>
        if first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = bytes[..<end].dropFirst()
            guard !address.isEmpty, address.allSatisfy(\.isOfIPv6Address) else { return false }
            rest = bytes[end...].dropFirst()
        } else {
            rest = bytes.drop(while: \.isOfHostName)
            guard rest.count < bytes.count else { return false }
            let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
            let host = bytes.dropLast(rest.count)
            if isNumber, HostSpelling.isNoAddress(host.span) { return false }
        }
        return rest.isEmpty || isPort(rest)
    }

    private static func isPort(_ text: some Collection<UInt8>) -> Bool {
        let digits = text.dropFirst()
        guard text.first == UInt8(ascii: ":"), (1...5).contains(digits.count) else { return false }
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return false }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65535
    }

    /// Whether no segment of the path is `.` or `..`, or empty where that is not accepted.
    package static func isCanonical(path target: String, _ rule: PathRule = .canonical) -> Bool {
        var target = target
        return target.withUTF8 { bytes in
            let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.count
            guard end > 0, bytes[0] == UInt8(ascii: "/") else { return false }
            guard end > 1 else { return true }
            var start = 1
            for index in 1...end where index == end || bytes[index] == UInt8(ascii: "/") {
                let segment = bytes[start..<index]
                let isOfDots = segment.count <= 2 && segment.allSatisfy { $0 == UInt8(ascii: ".") }
                guard segment.isEmpty ? rule == .emptySegments : !isOfDots else { return false }
                start = index + 1
            }
            return true
        }
    }
}

extension UInt8 {
    fileprivate var isOfHostName: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    fileprivate var isOfIPv6Address: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}
