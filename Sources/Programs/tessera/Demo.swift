import ArgumentParser
import CardAPI
import CardClient
import Foundation
import Hosting

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Demonstrate cards in wallets against a running service.",
        discussion: """
            A new customer puts a Visa and a Mastercard card into an iPhone, a Pixel and a Galaxy, and pays with the \
            Visa card. It is locked, unlocked and cancelled, and its tokens follow. One iPhone makes a mistake and \
            gets an explanation. With --all, an iPhone also pays in the app of a shop at each gateway: the shop \
            captures, days end, it refunds, and one sale is declined. Then two purchases go wrong: one dispute is \
            lost, and one is won. Shops and disputes are in tenants of their own, which are deleted at the end; the \
            customer stays. With --disputes, it only tells the disputes. With --step, it waits for Enter before each \
            further step.

            What the contract says to repeat, it repeats: after a 429 or a 503, after a lost answer, and after a \
            demand for authentication.

            Needs a running service with a sandbox: tessera serve --demo. Exits with 0 if everything went as \
            expected, otherwise with 1.

            For example: tessera demo --all, or
            tessera demo --step
            """)

    @Flag(help: "Also pay at each gateway of the merchants, and dispute two purchases.")
    var all = false

    @Flag(help: "Only dispute two purchases: one dispute is lost, and one is won.")
    var disputes = false

    @Flag(help: "Wait for Enter before each further step.")
    var step = false

    @OptionGroup var options: ServiceOptions

    @Option(help: "The client for the brand's own operations. (default: demo-backend)")
    var backendID: String?

    @Option(help: "The client's secret; better given as TESSERA_BACKEND_SECRET. (default: demo-backend-secret)")
    var backendSecret: String?

    func run() async throws {
        let service = try options.service()
        let backend = CardAPIClient.Credentials(
            clientID: Setting.text(backendID, "BACKEND_ID", default: "demo-backend"),
            clientSecret: Setting.text(backendSecret, "BACKEND_SECRET", default: "demo-backend-secret"))
        let narration = Narration(waits: step)
        if disputes {
            try await DisputeTour.tell(at: service, narration)
            narration.summarize("The ledger adds up, and every statement ends with the account's balance.")
            return
        }
        do {
            try await EventReceiver.listening { receiver in
                try await DemoStory(service, backend: backend, receiver, narration).tell()
            }
        } catch let error as WalletError {
            guard case .refused(let problem) = error, let id = problem.errorID else { throw error }
            throw RunningService.Failure(
                description: "\(error)\nThe request: \(service.beside.page("/requests?search=\(id)"))")
        }
        if all {
            try await ShoppingTour.tell(at: service, narration)
            try await DisputeTour.tell(at: service, narration)
        }
        narration.summarize("The Visa card is in no wallet any more, the Mastercard card is still in three.")
    }
}
