import ArgumentParser
import Hosting

struct Messages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the messages that a running sandbox has sent to a customer.",
        discussion: """
            Prints the newest message first: when, how, the code in it, and where to. With --code, prints only the \
            newest code, for a script.

            For example: tessera messages, or
            CODE=$(tessera messages --customer 10000001 --code)
            """)

    @Option(help: "The customer. (default: 10000001)")
    var customer: String?

    @Flag(help: "Print the newest code and nothing else; exit with 1 if there is none.")
    var code = false

    @OptionGroup var address: SandboxAddress

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let channel, target, createdDate: String
            let code, about, status: String?

            var line: String {
                let what = code ?? status ?? "no code"
                let end = about.map { "  \($0)" } ?? ""
                let columns = [createdDate, TextColumn.text(channel, 17), TextColumn.text(what, 8), target]
                return columns.joined(separator: "  ") + end
            }
        }

        let messages: [Message]
    }

    func validate() throws {
        guard number.wholeMatch(of: /[0-9]{1,18}/) != nil else {
            throw ValidationError("--customer must be a customer's number, such as 10000001.")
        }
    }

    private var number: String { Setting.text(customer, "CUSTOMER", default: "10000001") }

    func run() async throws {
        let inbox: Inbox = try await address.sandbox().ask("GET", "/messages?customerId=\(number)")
        guard code else {
            if inbox.messages.isEmpty { print("No message was sent to customer \(number).") }
            return inbox.messages.forEach { print($0.line) }
        }
        guard let newest = inbox.messages.lazy.compactMap(\.code).first else {
            throw RunningService.Failure(description: "No message has a code. Ask the service for a challenge first.")
        }
        print(newest)
    }
}
