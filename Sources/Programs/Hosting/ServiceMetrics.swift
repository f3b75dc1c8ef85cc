import HTTPService
import Metrics

/// The metrics that `/metrics` shows: what each counts and its unit, by its label in the code.
package enum ServiceMetrics {
    package static let help = [
        "http_server_request_duration":
            "Seconds that the service worked on a request until its response was ready, by method, route and status.",
        "postgres_connect_failures_total": "Failed attempts to connect to the database, by lane.",
        "postgres_connects_total": "Connections to the database that were opened, by lane.",
        "postgres_queue_depth": "Pieces of work that wait for a connection to the database now, by lane.",
        "postgres_queue_wait":
            "Seconds that the oldest work of a batch waited for a connection to the database, by lane.",
        "postgres_round_trips_total": "Times that a connection sent something and waited for the answer, by lane.",
        "postgres_statements_total":
            "Statements that were sent to the database, by name and outcome: ok, skipped, lost, misuse, or the class "
            + "of the SQLSTATE.",
        "tessera_build_info": "Always 1. The label names the version of the program.",
        "webhook_attempt_duration": "Seconds that one attempt to deliver a webhook took, by outcome.",
        "webhook_question_duration": "Seconds that a question to a partner took, by outcome.",
    ]

    /// A registry that explains its metrics and shows the version.
    package static func registry() -> PrometheusRegistry {
        let registry = PrometheusRegistry(help: help)
        Gauge(label: "tessera_build_info", dimensions: [("version", Installation.version)], factory: registry)
            .record(1)
        return registry
    }
}
