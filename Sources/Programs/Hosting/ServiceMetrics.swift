import HTTPService
import Metrics

/// The metrics that `/metrics` shows: what each counts and its unit, by its label in the code.
package enum ServiceMetrics {
    package static let help = [
        "authentication_steps_total":
            "Steps of strong customer authentication, by step, by the way or mode, and by status.",
        "card_number_range_used":
            "Share of the card numbers with a program's prefix that cards have, from 0 to 1, by prefix, estimated "
            + "every hour. From 0.5 on, new programs need another range.",
        "http_server_request_duration":
            "Seconds that the service worked on a request until its response was ready, by method, route and status.",
        "network_answers_total": "Answers to messages of a card network, by kind of message and response code.",
        "postgres_connect_failures_total": "Failed attempts to connect to the database, by lane.",
        "postgres_connects_total": "Connections to the database that were opened, by lane.",
        "postgres_lists_total":
            "Lists of a service with a standby, by the server that was asked for them at last, and by the reason why "
            + "that was the primary: untrusted after another reason until the next examination, position, behind, "
            + "away, slow, promoted, cluster, timeline or refused.",
        "postgres_queue_depth": "Pieces of work that wait for a connection to the database now, by lane.",
        "postgres_queue_wait":
            "Seconds that the oldest work of a batch waited for a connection to the database, by lane.",
        "postgres_round_trips_total": "Times that a connection sent something and waited for the answer, by lane.",
        "postgres_sessions_busy": "Connections to the database that work on something now, by lane.",
        "postgres_sessions_open": "Connections to the database that are open now, by lane.",
        "postgres_standby_lag_bytes":
            "Bytes of the primary's log that the standby for lists had not applied, asked every second.",
        "postgres_statement_seconds_total":
            "Seconds from sending a round trip until the answer to a statement in it, for statements with the outcome "
            + "ok, by name. The mean is its rate divided by that of the outcome ok.",
        "postgres_statements_total":
            "Statements that were sent to the database, by name and outcome: ok, skipped, lost, misuse, or the class "
            + "of the SQLSTATE.",
        "refused_secrets_total":
            "Requests that were refused because of a client's secret, by reason: wrong, or the subject that must wait "
            + "after too many wrong ones, address_paused or client_paused.",
        "tessera_build_info": "Always 1. The label names the version of the program.",
        "tessera_unopened_data_keys":
            "Data keys in the database that the key-encryption key of this service does not open, asked every minute. "
            + "Unless it is 0, restart the service with the key-encryption key of now.",
        "tokenization_steps_total": "Tokenizations that reached a status, by wallet, network and status.",
        "webhook_attempt_duration": "Seconds that one attempt to deliver a webhook took, by outcome.",
        "webhook_deliveries_waiting":
            "Webhooks that wait to be delivered, by any server, asked every 15 seconds. Of each subscription, at most "
            + "those about 1000 subjects count.",
        "webhook_oldest_delivery_age_seconds":
            "Seconds since the webhook was queued that has waited longest, asked every 15 seconds; 0 if none waits.",
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
