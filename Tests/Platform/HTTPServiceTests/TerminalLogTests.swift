import Foundation
import HTTPService
import Logging
import Synchronization
import Testing

@Suite("The log on a terminal")
struct TerminalLogTests {
    private struct Broken: Error {}

    private static func lines(coloured: Bool = false, _ work: (inout Logger) -> Void) throws -> [String] {
        let lines = Mutex<[String]>([])
        let zone = try #require(TimeZone(secondsFromGMT: 3600))
        var logger = Logger(label: "tessera") { _ in
            TerminalLogHandler(
                level: .debug, isColoured: coloured, timeZone: zone,
                now: { Date(timeIntervalSince1970: 86_400 + 45_296.9) }
            ) { line in lines.withLock { $0.append(String(decoding: line, as: UTF8.self)) } }
        }
        work(&logger)
        return lines.withLock { $0 }
    }

    @Test("A line has the time of day, the level, the message and the metadata in order")
    func line() throws {
        let lines = try Self.lines { logger in
            logger[metadataKey: "tenant"] = "blue"
            logger.info("it runs", metadata: ["port": "8080", "address": "a b", "empty": ""])
            logger.error("it fails", error: Broken())
            logger.trace("not shown")
        }
        #expect(lines == [
            "13:34:56 info     it runs address=\"a b\" empty=\"\" port=8080 tenant=blue\n",
            "13:34:56 error    it fails error=Broken() tenant=blue\n",
        ])
    }

    @Test("A request is a sentence, and one that failed has its id")
    func requests() throws {
        let lines = try Self.lines { logger in
            for status in [200, 503] {
                logger.info(
                    "request",
                    metadata: [
                        "method": "GET", "route": "/readyz", "status": .stringConvertible(status),
                        "milliseconds": .stringConvertible(0.81), "requestId": "r1", "tenant": "blue",
                    ])
            }
            logger.info(
                "request",
                metadata: [
                    "method": "GET", "route": "none", "path": "/wrong", "status": "404", "milliseconds": "0.1",
                ])
            logger.info("request", metadata: ["method": "GET"])
        }
        #expect(lines == [
            "13:34:56 info     GET /readyz 200, 0.81 ms tenant=blue\n",
            "13:34:56 info     GET /readyz 503, 0.81 ms requestId=r1 tenant=blue\n",
            "13:34:56 info     GET /wrong 404, 0.1 ms\n",
            "13:34:56 info     request method=GET\n",
        ])
    }

    @Test("Text from requests cannot change the screen, and long text is cut")
    func controlCharacters() throws {
        let long = String(repeating: "a", count: 5000)
        let lines = try Self.lines { logger in
            logger.warning("one\nline \u{1B}[31m", metadata: ["long": .string(long), "c1": "a\u{9B}b"])
        }
        #expect(lines.count == 1 && lines[0].count { $0 == "\n" } == 1)
        #expect(lines[0].hasPrefix("13:34:56 warning  one line  [31m c1=\"a b\" long=a"))
        #expect(lines[0].hasSuffix("a…\n") && lines[0].count < 4200)
    }

    @Test("Levels are coloured if the terminal understands it", arguments: [
        (Logger.Level.debug, "\u{1B}[2mdebug   \u{1B}[0m"), (.info, "\u{1B}[32minfo    \u{1B}[0m"),
        (.warning, "\u{1B}[33mwarning \u{1B}[0m"), (.error, "\u{1B}[31merror   \u{1B}[0m"),
        (.critical, "\u{1B}[1;31mcritical\u{1B}[0m"),
    ])
    func colours(_ level: Logger.Level, _ text: String) throws {
        let lines = try Self.lines(coloured: true) { $0.log(level: level, "x") }
        #expect(lines.first?.contains(text) == true, "\(lines)")
    }
}
