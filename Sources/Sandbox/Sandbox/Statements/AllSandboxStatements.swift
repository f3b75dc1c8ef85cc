import Issuing
import Postgres

/// Every statement that only a sandbox sends; see `AllStatements`.
public enum AllSandboxStatements {
    public static let list: [AnyStatement] =
        SandboxStatements.all + InboxStatements.all
        + NetworkKeyStatements.all + SnapshotStatements.all + CrowdStatements.all + TenantStatements.all
        + PhoneStatements.all + PhoneTokenStatements.all + NetworkTokenStatements.all
        + ClearingStatements.all + LookStatements.all + DisputeLookStatements.all
        + AuthenticationLookStatements.all + AccountBookStatements.all
}
