import ArgumentParser
import HTTPContract

struct Messages: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the messages that a running sandbox has sent to customers.",
        discussion: """
            Prints the newest message first: when, to whom, how, and the code in it. With --code, prints only the \
            newest code, for a script.

            For example: tessera messages, or
            CODE=$(tessera messages --customer 10000001 --code)
            """)

    @Option(help: "Only messages to this customer.")
    var customer: String?

    @Flag(help: "Print the newest code and nothing else; exit with 1 if there is none.")
    var code = false

    @OptionGroup var address: SandboxAddress

    private struct Inbox: Decodable {
        struct Message: Decodable {
            let customerId, channel, target, createdDate: String
            let code, about, status: String?

            var line: String {
                let what = code ?? status ?? "no code"
                let end = about.map { "  \($0)" } ?? ""
                let columns = [createdDate, customerId, Column.text(channel, 17), Column.text(what, 8), target]
                return columns.joined(separator: "  ") + end
            }
        }

        let messages: [Message]
    }

    func validate() throws {
        if let customer, customer.wholeMatch(of: /[0-9]{1,18}/) == nil {
            throw ValidationError("--customer must be a customer's number, such as 10000001.")
        }
    }

    func run() async throws {
        let query = customer.map { "?customerId=\($0)" } ?? ""
        let inbox: Inbox = try await address.sandbox().ask("GET", "/messages" + query)
        guard code else { return inbox.messages.forEach { print($0.line) } }
        guard let newest = inbox.messages.lazy.compactMap(\.code).first else {
            throw RunningService.Failure(description: "No message has a code. Ask the service for a challenge first.")
        }
        print(newest)
    }
}
