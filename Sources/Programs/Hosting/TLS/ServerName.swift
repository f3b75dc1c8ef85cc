import Foundation
import HTTPService
import NIOCore
import SwiftASN1
import X509

/// A name or an IP address under which clients reach a listener, for its certificate.
package enum ServerName: Hashable, Sendable {
    case dns(String)
    case address([UInt8])

    /// Nil unless the text is a host name or an IP address, with or without brackets. A name may begin with `*.`, which
    /// stands for one label (RFC 9525, section 6.3).
    package init?(_ text: String) {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if let address = try? SocketAddress(ipAddress: bare, port: 0), let bytes = Self.bytes(of: address) {
            self = .address(bytes)
        } else if bare.utf8.count <= 253,
            bare.wholeMatch(of: /(\*\.)?[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63})*/) != nil
        {
            self = .dns(bare.lowercased())
        } else {
            return nil
        }
    }

    /// The names of every machine on which an app is developed, and those of this one.
    package static var usual: [ServerName] {
        // An emulator of Android reaches its host at 10.0.2.2.
        let fixed = ["localhost", "127.0.0.1", "::1", "10.0.2.2"].compactMap(Self.init)
        let devices = (try? System.enumerateDevices()) ?? []
        let own = devices.lazy.compactMap(\.address).compactMap(Self.bytes).filter { !isLinkLocal($0) }
        return fixed + machine + own.prefix(64).map(Self.address)
    }

    /// The name of this machine, and its name on the local network (RFC 6762, section 3).
    private static var machine: [ServerName] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        let local = name.contains(".") ? [] : [name + ".local"]
        return ([name] + local).compactMap(Self.init)
    }

    private static func bytes(of address: SocketAddress) -> [UInt8]? {
        let bytes = address.addressBytes
        return bytes.isEmpty ? nil : bytes
    }

    /// Such an address (RFC 4291, section 2.5.6) means something only together with an interface.
    private static func isLinkLocal(_ bytes: [UInt8]) -> Bool {
        bytes.count == 16 && bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    }

    /// Whether the address stands for all addresses of the machine, so that clients cannot use it.
    package var isWildcard: Bool {
        if case .address(let bytes) = self { bytes.allSatisfy { $0 == 0 } } else { false }
    }

    var generalName: GeneralName {
        switch self {
        case .dns(let name): .dnsName(name)
        case .address(let bytes): .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
        }
    }
}

extension ServerName: CustomStringConvertible {
    package var description: String {
        switch self {
        case .dns(let name): name
        case .address(let bytes):
            (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: bytes), port: 0))?.ipAddress ?? ""
        }
    }
}
