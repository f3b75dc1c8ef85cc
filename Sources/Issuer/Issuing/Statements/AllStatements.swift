import Postgres
import Webhooks

/// Every statement the service sends while it serves, for the tests that prepare each against `schema.sql` and read its
/// plan.
public enum AllStatements {
    public static let list: [AnyStatement] =
        CardStatements.all + TransitionStatements.all + ProgramStatements.all + CustomerStatements.all
        + IdempotencyStatements.all + TokenStatements.all + KeyStatements.all
        + AuthenticationStatements.all + AuthenticationMeansStatements.all
        + AuthenticationFactorStatements.all + MessageStatements.all
        + BulkOrderStatements.all
        + TokenizationStatements.all + TokenLifeStatements.all
        + CardWebhookStatements.all + Webhooks.statements
        + SecureViewStatements.all
}
