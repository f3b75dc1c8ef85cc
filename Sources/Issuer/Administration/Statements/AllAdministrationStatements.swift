import Audit
import Authorizing
import Issuing
import Postgres

/// Every statement that only operators send; see `AllStatements`.
public enum AllAdministrationStatements {
    public static let list: [AnyStatement] =
        BrandStatements.all + ClientStatements.all + NewCustomerStatements.all
        + PaymentSettingStatements.all + CardEventStatements.all + AuditStatements.ofOperators
        + DataKeyStatements.all + SealedColumn.statements + KeptColumn.statements + CustomerDataStatements.all
        + AttestationStatements.all + WaitingChangeStatements.all
        + BureauStatements.all
        + ClearingFileStatements.all + ClearingBreakStatements.all + ClearingPositionStatements.all
        + AuthorizingStatements.ofOperators + BacktestStatements.all
}
