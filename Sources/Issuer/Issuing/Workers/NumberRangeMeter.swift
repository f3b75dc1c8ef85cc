import CardSecrets
import Logging
import Metrics

/// Shows how full the ranges of card numbers are, and warns in time: a new range takes weeks at a network.
public struct NumberRangeMeter: Sendable {
    private let issuing: Issuing
    private let entropy: Entropy
    private let logger: Logger
    private let metrics: any MetricsFactory

    public init(_ issuing: Issuing, drawing entropy: Entropy, logger: Logger, metrics: any MetricsFactory) {
        (self.issuing, self.entropy, self.logger, self.metrics) = (issuing, entropy, logger, metrics)
    }

    public func measure() async throws(IssuingFailure) {
        for range in try await issuing.numberRanges(drawing: entropy) {
            Gauge(label: "card_number_range_used", dimensions: [("prefix", range.prefix)], factory: metrics)
                .record(range.share)
            guard range.isFilling else { continue }
            logger.warning(
                "a range of card numbers is filling up; new programs need another one",
                metadata: [
                    "prefix": "\(range.prefix)", "programs": "\(range.programs.joined(separator: " "))",
                    "usedPercent": "\(Int(range.share * 100))",
                ])
        }
    }
}
