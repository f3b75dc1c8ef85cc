import Foundation
import HTTPContract
import Logging

/// Writes each log entry as one JSON object on one line, so that a log collector needs no rules to read it.
///
/// `timestamp` (RFC 3339, UTC, milliseconds), `level`, `label` and `message` come first, then the metadata under its
/// own names, in alphabetical order. A name that exists already gets an underscore at its end. Each line is written in
/// one piece, so that the lines of several threads do not mix.
public struct JSONLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    /// The maximum bytes of a text. Longer texts are cut, so that requests cannot fill the disk through log entries.
    public static let longestText = 4096

    private static let ownNames: Set<String> = ["timestamp", "level", "label", "message", "error"]

    private let label: String
    private let now: @Sendable () -> Date
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - now: the clock of the timestamps.
    ///   - write: receives one whole line with its line feed.
    public init(
        label: String, level: Logger.Level = .info, metadataProvider: Logger.MetadataProvider? = nil,
        now: @escaping @Sendable () -> Date, write: @escaping @Sendable ([UInt8]) -> Void = Self.writeToStandardError
    ) {
        self.label = label
        self.logLevel = level
        self.metadataProvider = metadataProvider
        self.now = now
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var json = JSONWriter(capacity: 512)
        json.object { json in
            json.member("timestamp", Self.timestamp(now()))
            json.member("level", event.level.rawValue)
            json.member("label", label)
            json.member("message", Self.cut(event.message.description))
            json.member("error", event.error.map { Self.cut(String(describing: $0)) })
            for (name, value) in allMetadata(of: event).sorted(by: { $0.key < $1.key }) {
                json.member(Self.ownNames.contains(name) ? name + "_" : name) { Self.write(value, to: &$0) }
            }
        }
        write(json.bytes + [UInt8(ascii: "\n")])
    }

    /// A pipe accepts a long line in parts. The part that it does not accept is lost, because a log must not stop the
    /// service.
    public static let writeToStandardError: @Sendable ([UInt8]) -> Void = { line in
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let chunk = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(STDERR_FILENO, chunk.baseAddress, chunk.count)
                guard count > 0 || (count < 0 && errno == EINTR) else { return }
                rest = rest.dropFirst(max(count, 0))
            }
        }
    }

    private static func write(_ value: Logger.Metadata.Value, to json: inout JSONWriter) {
        switch value {
        case .string(let text):
            json.string(cut(text))
        case .stringConvertible(let number as any BinaryInteger):
            Int(exactly: number).map { $0.write(to: &json) } ?? json.string("\(number)")
        case .stringConvertible(let number as Double) where number.isFinite:
            JSONValue.number(number.description).write(to: &json)
        case .stringConvertible(let flag as Bool):
            flag.write(to: &json)
        case .stringConvertible(let value):
            json.string(cut(value.description))
        case .array(let values):
            json.array(values.map(Nested.init))
        case .dictionary(let members):
            json.object { json in
                for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                    json.member(name) { write(value, to: &$0) }
                }
            }
        }
    }

    private struct Nested: JSONWritable {
        let value: Logger.Metadata.Value

        func write(to json: inout JSONWriter) {
            JSONLogHandler.write(value, to: &json)
        }
    }

    private static func timestamp(_ date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
        let seconds = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
        let fraction = String(milliseconds - seconds * 1000 + 1000).dropFirst()
        return Timestamp(secondsSince1970: seconds).description.dropLast() + "." + fraction + "Z"
    }

    /// Cuts between two characters, so that the result is still valid text.
    private static func cut(_ text: String) -> String {
        guard text.utf8.count > longestText else { return text }
        let end = text.utf8.index(text.startIndex, offsetBy: longestText)
        return text[..<text.index(before: text.index(after: end))] + "…"
    }
}

extension LogHandler {
    /// The metadata of the logger, of its provider and of the entry. The later one of two with the same name counts.
    func allMetadata(of event: LogEvent) -> Logger.Metadata {
        metadata
            .merging(metadataProvider?.get() ?? [:]) { _, newer in newer }
            .merging(event.metadata ?? [:]) { _, newer in newer }
    }
}
