import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import TrafficControl
import Validation

/// The stream of events.
struct EventRoutes {
    let events: EventStreams
    /// How long a stream is silent before it sends a comment, which shows proxies and clients that it is alive.
    var silence = Duration.seconds(15)

    var routes: [SandboxRoutes.Route] { [(SandboxOperations.streamEvents, stream)] }

    @Sendable private func stream(_ request: Request, _ context: ServiceContext) async throws -> Response {
        _ = try EmptyQuery.read(request.target.query)
        let last = try request.headers[.lastEventID].map { text in
            guard let number = Self.number(text) else {
                throw Problem(fieldErrors: [FieldError("Last-Event-ID", "must be a whole number of up to 18 digits")])
            }
            return number
        }
        guard let reader = events.open(after: last) else {
            throw Problem(.rateLimit, "There are 32 streams of events, which is the limit; end one of them first.")
        }
        return Response(
            status: .ok, headers: [.contentType: SandboxOperations.eventStream.mediaType],
            stream: BodyStream { [silence] in await reader.next(within: silence) })
    }

    private static func number(_ text: String) -> Int? {
        let isPlain = text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        return isPlain && (1...18).contains(text.utf8.count) ? Int(text) : nil
    }
}

extension SandboxOperations {
    static let streamEvents: Operation = {
        var operation = Operation.sandbox(
            "streamEvents", "Stream what happens",
            """
            Sends what happens in the service as it happens, as server-sent events: a request was recorded, a message \
            was sent, a webhook was attempted, a card, a token or a payment changed, the clock was set, the \
            sandbox was reset. The stream begins with the next event, or after the event in `Last-Event-ID`.

            The latest 10,000 events are kept. A reader that is further behind gets a `gap` first, and should read \
            again what it shows. A stream without events sends a comment every 15 seconds. There are at most 32 \
            streams; a further one is refused with 429.
            """, .monitoring, .get, "/events", errors: [.rateLimit])
        operation.textAnswer = eventStream
        operation.headers.append(
            HeaderParameter(
                "Last-Event-ID", .text, example: "4711", "The number of the last event that the reader has."))
        return operation
    }()

    static let eventStream = TextBody(
        mediaType: "text/event-stream",
        description: "Events with `id`, `event` and one line of JSON in `data`. `event` is "
            + SandboxEvent.Kind.all.map { "`\($0.rawValue)`" }.joined(separator: ", ") + " or `gap`.",
        example: """
            id: 4712
            event: card
            data: {"cardId":"f16ba382-eb42-481a-b08f-c57bdc9aae24","customerId":"10000001","from":"ACTIVE",\
            "to":"LOCKED","actor":"CUSTOMER","occasion":"UPDATE"}


            """)
}
