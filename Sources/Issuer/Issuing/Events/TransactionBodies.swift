import CardAPI
import Foundation
import HTTPContract
import Identifiers
import Ledger

extension TransactionBody {
    package init(_ transaction: AccountTransaction) {
        self.init(
            id: transaction.id.description, slipId: transaction.slip.description,
            customerId: transaction.holder.description, accountId: transaction.account.description,
            type: transaction.kind.rawValue, amount: Int(transaction.amount.minorUnits),
            currencyCode: transaction.amount.currency.code, direction: transaction.direction.rawValue,
            fees: [FeeBody](transaction.fees), paymentType: transaction.kind.paymentType,
            status: transaction.status.rawValue, statusReason: transaction.statusReason,
            balance: transaction.balance.map { Int($0.minorUnits) }, merchantRefNum: transaction.merchantRefNum,
            creationTime: Timestamp(transaction.createdAt), lastChangeDate: Timestamp(transaction.changedAt))
    }
}

extension AccountTransaction.Kind {
    /// Paysafe's `paymentType`. Every deposit is a load, which acts as a bank transfer.
    fileprivate var paymentType: String? {
        switch self {
        case .payment, .chargeback, .chargebackReversal: "CARD"
        case .transferIn, .transferOut: "TRANSFER"
        case .deposit: "BANK_TRANSFER"
        case .withdrawal: nil
        }
    }
}

extension [FeeBody] {
    /// Nil if there are none, so that the member is absent.
    package init?(_ fees: [Fee]) {
        guard !fees.isEmpty else { return nil }
        self = fees.map { fee in
            FeeBody(
                amount: Int(fee.amount.minorUnits), currency: fee.amount.currency.code,
                paymentReason: fee.reason.rawValue)
        }
    }
}
