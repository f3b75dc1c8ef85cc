import Administration
import ArgumentParser
import Cards
import Hosting
import Identifiers

struct AdminCard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card", abstract: "Record what happens to a card outside the service.", subcommands: [Event.self])

    struct Event: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Record an event of the issuer or of the post, and print the card's status afterwards.",
            discussion: """
                REVIEW, APPROVE and REJECT decide on an application. DISPATCHED and DELIVERED are the post's. SUSPEND, \
                RESUME and EXPIRE change the status, and CLEAR_RETRIES allows wrong PINs and wrong activation data \
                again.

                For example: tessera-core admin card event f16ba382-eb42-481a-b08f-c57bdc9aae24 SUSPEND
                """)

        @Argument(help: "The card's id.") var card: String
        @Argument(help: "The event.") var event: String
        @OptionGroup var storage: StorageOptions

        /// A terminal reports the others, through the card network.
        private static let events = CardEvent.allCases.filter { $0 != .chipAndPIN && $0 != .wrongPIN }

        func run() async throws {
            guard let id = CardID(card) else { throw ValidationError("The card must be a UUID, not '\(card)'.") }
            guard let event = Self.events.first(where: { $0.rawValue == event }) else {
                let names = Self.events.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("The event must be one of \(names), not '\(event)'.")
            }
            try await withProduction(storage) { administration in
                print(try await administration.record(event, on: id).standing.status.rawValue)
            }
        }
    }
}
