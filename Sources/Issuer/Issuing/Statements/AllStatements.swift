import Audit
import Authorizing
import Postgres
import Webhooks

/// Every statement that the running service sends. Tests prepare each one against `schema.sql` and read its plan.
public enum AllStatements {
    public static let list: [AnyStatement] =
        CardStatements.all + CardControlStatements.all + TransitionStatements.all
        + ProgramStatements.all + CustomerStatements.all + WalletStatements.all
        + IdempotencyStatements.all + TokenStatements.all + KeyStatements.all
        + AuthenticationStatements.all + AuthenticationMeansStatements.all
        + AuthenticationFactorStatements.all + MessageStatements.all
        + BulkOrderStatements.all + CallStatements.all
        + TokenizationStatements.all + TokenLifeStatements.all + TokenServiceStatements.all
        + CardWebhookStatements.all + Webhooks.statements
        + SecureViewStatements.all + CodeTryStatements.all + MerchantTryStatements.all
        + PayingCardStatements.all + PartnerStatements.all + TransactionEventStatements.all
        + DisputeTermsStatements.all
        + AuthorizingStatements.all + AuditStatements.serving + MissingClearingStatements.all
        + NumberRangeStatements.all + RenewalStatements.all
}
