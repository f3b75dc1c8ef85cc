import CardAPI
import Cards
import ContractTestSupport
import HTTPContract
import Testing

@Suite("The transcript of strong customer authentication")
struct AuthenticationTranscriptTests {
    @Test("An event locks a card once, and the next request needs a new event")
    func strongAuthentication() async throws {
        try await withLiveService(asking: [.updateCard]) { service in
            let story = Transcript(
                "Strong customer authentication: challenged, answered wrong, answered right, used once.", at: service)
            let token = try await story.customerToken(of: .ivana)
            let card: CardBody = try await story.ask(
                "A card is ordered", "POST", cardsPath, token: token,
                #"{"programName":"SKRILL-VIRTUAL-MC-EEA","currency":"EUR"}"#).decoded()
            let path = "\(cardsPath)/\(card.cardId)"
            let event = try await story.ask(
                "Locking it asks for its holder", "PATCH", path, token: token, App.locking).event
            let names = #""walletOperationId":"\#(event.walletOperationId)","verification":\#(String.sms)"#
            try await story.ask(
                "The app has a code sent", "POST", "\(eventsPath)/\(event.eventId)/challenges", token: token,
                "{\(names)}")
            try await story.ask(
                "which arrives on the customer's phone", "GET", "/sandbox/messages?customerId=10000001",
                on: .sandbox)
            let code = try await App(at: service).code()
            for (says, otp) in [("A slip of the finger", code.wrong), ("The right code", code.right)] {
                try await story.ask(
                    says, "POST", "\(eventsPath)/\(event.eventId)/attempts", token: token,
                    #"{\#(names),"otp":"\#(otp)"}"#)
            }
            for says in ["The same request again, with the event", "and a third time, which takes a new event"] {
                try await story.ask(
                    says, "PATCH", path, token: token, App.locking, headers: [("SCA-Authorization", event.pass)])
            }
            try story.expectGolden("strong-authentication.http")
        }
    }
}
