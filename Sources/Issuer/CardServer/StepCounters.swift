import Cards
import HTTPService
import Issuing
import Metrics

/// Counts the steps of strong customer authentication and of tokenization by their outcome.
struct StepCounters: Sendable {
    private struct Tokenizing: Hashable, Sendable {
        let wallet: WalletType
        let scheme: Program.Scheme
        let status: TokenizationReport.Status
    }

    private let authentications: KeptCounters<Occurrence.AuthenticationStep>
    private let tokenizations: KeptCounters<Tokenizing>

    init(_ metrics: any MetricsFactory) {
        authentications = KeptCounters { step in
            Counter(label: "authentication_steps_total", dimensions: step.labels, factory: metrics)
        }
        tokenizations = KeptCounters { step in
            Counter(
                label: "tokenization_steps_total",
                dimensions: [
                    ("wallet", step.wallet.rawValue), ("scheme", step.scheme.rawValue),
                    ("status", step.status.rawValue),
                ],
                factory: metrics)
        }
    }

    func count(_ occurrence: Occurrence) {
        switch occurrence {
        case .authentication(let step): authentications.count(step)
        case .tokenization(let wallet, let scheme, let status):
            tokenizations.count(Tokenizing(wallet: wallet, scheme: scheme, status: status))
        case .transition, .answered: break
        }
    }
}

extension Occurrence.AuthenticationStep {
    /// A label that does not apply is empty, which Prometheus reads as absent.
    fileprivate var labels: [(String, String)] {
        func labels(_ step: String, by way: String = "", to status: String = "") -> [(String, String)] {
            [("step", step), ("way", way), ("status", status)]
        }
        return switch self {
        case .demanded(let mode): labels("DEMANDED", by: mode.rawValue)
        case .challenged(let way): labels("CHALLENGED", by: way.rawValue)
        case .challengesUsedUp: labels("CHALLENGES_USED_UP")
        case .attempted(let way, let status): labels("ATTEMPTED", by: way.rawValue, to: status.rawValue)
        case .decided(let status): labels("DECIDED", to: status.rawValue)
        case .blocked: labels("BLOCKED")
        case .expired: labels("EXPIRED")
        case .used: labels("USED")
        case .trustedDevice: labels("TRUSTED_DEVICE")
        }
    }
}
