import Foundation
import Validation

/// A file that supports a dispute, such as a photograph or a merchant's letter.
public struct EvidenceFile: Hashable, Sendable {
    public enum MediaType: String, CaseIterable, Sendable {
        case pdf = "application/pdf"
        case jpeg = "image/jpeg"
        case png = "image/png"
        case text = "text/plain"

        /// The first bytes of each file of the type; empty if there is no sign.
        var signature: [UInt8] {
            switch self {
            case .pdf: Array("%PDF-".utf8)
            case .jpeg: [0xFF, 0xD8, 0xFF]
            case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            case .text: []
            }
        }
    }

    /// Of one file. Base64 makes it a third longer.
    public static let sizeLimitBytes = 256 * 1024
    /// Of one dispute.
    public static let countLimit = 10
    public static let nameLengths = 1...100

    public let name: String
    public let mediaType: MediaType
    public let bytes: [UInt8]

    /// A file as it was accepted.
    package init(name: String, mediaType: MediaType, bytes: [UInt8]) {
        (self.name, self.mediaType, self.bytes) = (name, mediaType, bytes)
    }

    /// - Parameters:
    ///   - mediaType: nil if it is missing or unknown, which the reader of the body reports.
    ///   - content: the bytes in Base64.
    public static func read(
        name: String?, mediaType: MediaType?, content: String?
    ) -> Draft<EvidenceFile?> {
        var violations = Violations()
        violations.check("fileName", name.flatMap(violation(inName:)))
        let bytes = content.flatMap { Data(base64Encoded: $0) }.map(Array.init)
        violations.check("content", content.flatMap { _ in violation(in: bytes, mediaType) })
        let file = name.flatMap { name in
            mediaType.flatMap { type in bytes.map { EvidenceFile(name: name, mediaType: type, bytes: $0) } }
        }
        return Draft(file, errors: violations.list)
    }

    /// Somebody may store the file under its name, so no part of a path may be in it, on any system.
    private static func violation(inName name: String) -> String? {
        if let violation = TextRule.note(name, nameLengths) { return violation }
        let isPath = name.unicodeScalars.first == "." || name.unicodeScalars.contains { ["/", "\\", ":"].contains($0) }
        return isPath
            ? #"must be a name without a path: no "/", "\" or ":", and no "." at its beginning"# : nil
    }

    private static func violation(in bytes: [UInt8]?, _ mediaType: MediaType?) -> String? {
        guard let bytes else { return "must be the file's bytes in Base64" }
        guard (1...sizeLimitBytes).contains(bytes.count) else {
            return "must be 1 to \(sizeLimitBytes) bytes, without Base64"
        }
        guard let mediaType else { return nil }
        if mediaType == .text {
            guard let text = String(validating: bytes, as: UTF8.self), !ControlCharacters.nulIsIn(text) else {
                return "must be UTF-8 text"
            }
            return TextRule.withoutCardNumber(text)
        }
        return bytes.starts(with: mediaType.signature) ? nil : "must be a file of the type \(mediaType.rawValue)"
    }
}
