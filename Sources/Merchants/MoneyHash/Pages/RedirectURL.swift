import Gateways
import HTTPContract
import Identifiers
import Ledger
import Payments

/// The URL to which MoneyHash's pages lead after a transaction. It contains the outcome (MoneyHash, "Redirects").
enum RedirectURL {
    /// - Returns: nil if the merchant has named no address for this end.
    static func after(_ payment: Payment, of found: FoundIntent) -> String? {
        let isPaid = payment.authorizedAt != nil
        guard isPaid || payment.hasFailed,
            let url = found.intent.request.text(isPaid ? "successful_redirect_url" : "failed_redirect_url")
        else { return nil }
        let savesCard = MoneyHashNote(payment.metadata)?.savesCard == true && isPaid
        let words = isPaid ? ("successful", "SUCCESSFUL") : ("failed", "FAILED")
        return ReturnURL.adding(
            [
                ("type", "transaction.\(words.0)"), ("status", words.1), ("transaction_id", payment.id.description),
                ("intent_id", found.intent.id), ("amount", payment.amount.majorUnits),
                ("currency", payment.amount.currency.code), ("token_saved", savesCard ? "True" : "False"),
            ],
            to: url)
    }
}
