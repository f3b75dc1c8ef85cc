import Authorizing
import CardAPI
import CardServer
import HTTPContract
import HTTPService
import HTTPTypes
import Issuing
import Logging
import Postgres
import Validation

/// The operations of the network's listener.
public enum NetworkOperations {
    /// All of them. The messages of ISO 8583 are none: they have no HTTP.
    package static let all = [sendMessage, sendDisputeMessage, sendTokenMessage]

    public static let sendMessage = Operation(
        name: "sendNetworkMessage", summary: "Send a message of the card network",
        description: """
            Answers a message as an issuer host does: an authorization, an increment, an advice, a reversal, a \
            clearing, a refund, a balance inquiry. The status is 200 even for a decline, because a decline is an \
            answer. The same `networkReference` again gets the same answer and has no second effect; another message \
            with it gets 94.

            A field with a wrong value gets 30, 12 or 13, and `errors` names all such fields. A member of a wrong \
            type is 400, and nothing is decided.
            """,
        noun: .init("Messages", "What a card network sends to an issuer."), method: .post, path: "/network/messages",
        audience: .anyone, successStatus: .ok, answer: answer, payload: .json(message), headers: [], errorCodes: [])

    public static let message = NetworkMessageBody.schema
    public static let answer = NetworkAnswerBody.schema
}

/// Answers the network's messages in JSON.
package struct NetworkRoutes: Sendable {
    let desk: any NetworkDesk
    /// Nil if the answers are not counted.
    let counters: AnswerCounters?

    package init(desk: any NetworkDesk, counters: AnswerCounters? = nil) {
        self.desk = desk
        self.counters = counters
    }

    func register(on router: Router<ServiceContext>) {
        router.on(NetworkOperations.sendMessage, answer)
    }

    @Sendable package func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        let body = try await request.json(NetworkMessageBody.self)
        // A body that could not be read completely is refused, because an incomplete message might book the wrong
        // thing.
        guard body.violations.isEmpty else { throw Problem(fieldErrors: body.violations) }
        let incoming = IncomingMessage(body.value)
        let answered = await desk.decision(about: incoming, counters, context.logger)
        return Response(status: .ok, json: NetworkAnswerBody(answered: answered, errors: incoming.fieldErrors))
    }
}

extension IncomingMessage {
    fileprivate var kind: String { message.fields.kind?.text ?? "" }

    fileprivate var fieldErrors: [FieldError] {
        do throws(MalformedRequest) {
            _ = try message.fields.read()
            return []
        } catch {
            return error.problems.map { FieldError($0.field.rawValue, $0.message) }
        }
    }
}

extension NetworkDesk {
    /// The answer for any format. Without a decision it is 91 or 96, and the network may send the message again: a
    /// failure is no decline.
    func decision(
        about incoming: IncomingMessage, _ counters: AnswerCounters?, _ logger: Logger
    ) async -> AnsweredMessage {
        let answered = await decision(about: incoming, logger)
        counters?.count(answered.answer.code, to: incoming.kind)
        return answered
    }

    private func decision(about incoming: IncomingMessage, _ logger: Logger) async -> AnsweredMessage {
        do throws(IssuingFailure) {
            let answered = try await answer(incoming)
            if let refusal = answered.refusalOfReport(incoming.kind) {
                logger.warning(
                    "a report is refused", metadata: ["kind": "\(incoming.kind)", "reason": "\(refusal.rawValue)"])
            }
            return answered
        } catch {
            logger.error("message failed", metadata: ["failure": "\(error)"])
            return .failed(by: error)
        }
    }
}

extension AnsweredMessage {
    /// The reason for refusing the report of a past event. Nobody reads its answer at a till, so it is logged.
    fileprivate func refusalOfReport(_ kind: String) -> Reason? {
        guard !isRepeated, !answer.code.isApproval, MessageKind(rawValue: kind)?.isRequest == false else { return nil }
        return lines.lazy.compactMap { $0.outcome == .failed ? $0.reason : nil }.first
    }

    /// 91 if the message may succeed in a moment, else 96.
    package static func failed(by failure: IssuingFailure) -> AnsweredMessage {
        let isPassing = if case .overloaded = failure { true } else { failure.postgresFailure?.isPassing == true }
        return AnsweredMessage(
            answer: NetworkAnswer(code: isPassing ? .issuerUnreachable : .malfunction), authorization: nil, lines: [],
            isRepeated: false)
    }
}
