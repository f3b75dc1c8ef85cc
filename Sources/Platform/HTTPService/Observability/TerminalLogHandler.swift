import Foundation
import Logging

/// Writes each log entry as one short line for a person at a terminal: the time of day, the level, the message and the
/// metadata as `name=value`. The entry of a request is a sentence of its own: `GET /readyz 200, 0.81 ms`.
public struct TerminalLogHandler: LogHandler {
    public var metadata: Logger.Metadata = [:]
    public var metadataProvider: Logger.MetadataProvider?
    public var logLevel: Logger.Level

    private let isColoured: Bool
    private let timeZone: TimeZone
    private let now: @Sendable () -> Date
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - isColoured: whether the terminal understands colours.
    ///   - timeZone: of the times, which are those of the person's clock.
    ///   - now: the clock of the times.
    ///   - write: receives one whole line with its line feed.
    public init(
        level: Logger.Level = .info, isColoured: Bool, timeZone: TimeZone = .current,
        now: @escaping @Sendable () -> Date,
        write: @escaping @Sendable ([UInt8]) -> Void = JSONLogHandler.writeToStandardError
    ) {
        logLevel = level
        self.isColoured = isColoured
        self.timeZone = timeZone
        self.now = now
        self.write = write
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        var merged = allMetadata(of: event)
        if let error = event.error { merged["error"] = .string(String(describing: error)) }
        let message = Self.request(&merged, event) ?? event.message.description
        let values = merged.sorted { $0.key < $1.key }.map { name, value in
            " " + styled("\(name)=", "2") + Self.shown("\(value)")
        }
        let level = event.level.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let time = styled(timeOfDay, "2")
        let line = "\(time) \(styled(level, Self.colour(event.level))) \(Self.shown(message, ""))"
        write(Array((line + values.joined() + "\n").utf8))
    }

    /// The sentence about a request, whose metadata is then left out; nil for other entries. The id of a request stays
    /// if the request failed.
    private static func request(_ metadata: inout Logger.Metadata, _ event: LogEvent) -> String? {
        guard event.message.description == "request", let method = metadata["method"], let route = metadata["route"],
            let status = metadata["status"], let milliseconds = metadata["milliseconds"]
        else { return nil }
        let path = metadata["path"]
        for name in ["method", "route", "path", "status", "milliseconds"] { metadata[name] = nil }
        if !"\(status)".hasPrefix("5") { metadata["requestId"] = nil }
        return "\(method) \(path ?? route) \(status), \(milliseconds) ms"
    }

    private var timeOfDay: String {
        let seconds = Int(now().timeIntervalSince1970.rounded(.down)) + timeZone.secondsFromGMT(for: now())
        let ofDay = ((seconds % 86_400) + 86_400) % 86_400
        return [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }

    private func styled(_ text: String, _ code: String?) -> String {
        guard isColoured, let code else { return text }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }

    /// SGR codes (ECMA-48, section 8.3.117).
    private static func colour(_ level: Logger.Level) -> String? {
        switch level {
        case .trace, .debug: "2"
        case .info: "32"
        case .notice: "36"
        case .warning: "33"
        case .error: "31"
        case .critical: "1;31"
        }
    }

    /// On one line, without control characters, which a caller could use to change what is on the screen. A value with
    /// a space is quoted.
    private static func shown(_ text: String, _ quote: String = "\"") -> String {
        let cut = text.unicodeScalars.prefix(JSONLogHandler.longestText)
        var shown = String(String.UnicodeScalarView(cut.map { $0.properties.generalCategory == .control ? " " : $0 }))
        if cut.count < text.unicodeScalars.count { shown += "…" }
        return shown.contains(" ") || shown.isEmpty ? quote + shown + quote : shown
    }
}
