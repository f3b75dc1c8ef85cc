import ArgumentParser
import HTTPContract

struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show or change the clock of a running sandbox.",
        discussion: """
            Prints the service's time, and whether it is frozen. With an option, changes it first: everything that \
            becomes due is done before the command ends.

            For example: tessera clock, or
            tessera clock --advance 24h --freeze
            """)

    @Option(help: "Set the clock to this time, such as 2029-12-01T00:00:00Z.")
    var set: String?

    @Option(help: "Move the clock forward by this time: 90s, 15m, 24h or 7d; a number alone is seconds.")
    var advance: TimeSpan?

    @Flag(help: "Stop the clock.")
    var freeze = false

    @Flag(name: .customLong("run"), help: "Let the clock run.")
    var isToRun = false

    @OptionGroup var address: SandboxAddress

    private struct Reading: Decodable {
        let now: String
        let frozen: Bool
    }

    func validate() throws {
        if set != nil, advance != nil { throw ValidationError("Use --set or --advance, but not both.") }
        if freeze, isToRun { throw ValidationError("Use --freeze or --run, but not both.") }
    }

    func run() async throws {
        let members: [(String, JSONValue?)] = [
            ("now", set.map { .string($0) }), ("advanceSeconds", advance.map { .number(String($0.seconds)) }),
            ("frozen", freeze || isToRun ? .boolean(freeze) : nil),
        ]
        let change = JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
        let content = RunningSandbox.Content.json(JSONValue.object(change).jsonText)
        let sandbox = try address.sandbox()
        let reading: Reading = try await change.names.isEmpty
            ? sandbox.ask("GET", "/clock") : sandbox.ask("PUT", "/clock", content)
        print(reading.now + (reading.frozen ? ", frozen" : ", running"))
    }
}

/// A number of seconds, minutes, hours or days.
struct TimeSpan: ExpressibleByArgument {
    let seconds: Int

    init?(argument: String) {
        guard let parts = argument.wholeMatch(of: /(?<count>[0-9]{1,9})(?<unit>[smhd]?)/), let count = Int(parts.count)
        else { return nil }
        let unit = ["m": 60, "h": 3600, "d": 86_400][String(parts.unit)] ?? 1
        seconds = count * unit
    }
}
