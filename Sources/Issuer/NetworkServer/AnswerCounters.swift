import Authorizing
import HTTPService
import Metrics

/// Counts the answers to messages of a card network by their response code.
package struct AnswerCounters: Sendable {
    private struct Answered: Hashable, Sendable {
        let kind: String
        let code: ResponseCode
    }

    private let answers: KeptCounters<Answered>

    package init(_ metrics: any MetricsFactory) {
        answers = KeptCounters { answered in
            Counter(
                label: "network_answers_total", dimensions: [("kind", answered.kind), ("code", answered.code.rawValue)],
                factory: metrics)
        }
    }

    /// - Parameter kind: as the message states it. Any that is not known is counted as `none`.
    func count(_ code: ResponseCode, to kind: String) {
        answers.count(Answered(kind: MessageKind(rawValue: kind)?.rawValue ?? "none", code: code))
    }
}
