import Authorizing
import CardAPI
import Cards
import Foundation
import HTTPContract
import Identifiers
import Issuing
import Ledger
import Validation

extension AuthorizationListBody {
    init(_ page: Page<Authorization>, answering query: AuthorizationListQuery) {
        self.init(
            authorizations: page.records.map { AuthorizationBody($0) }, numberOfRecords: page.total,
            answering: query)
    }
}

extension AuthorizationBody {
    package init(_ authorization: Authorization) {
        let (payment, price) = (authorization.payment, authorization.price)
        self.init(
            id: authorization.id.description, customerId: authorization.holder.description,
            accountId: authorization.account.description, cardId: authorization.card.description,
            creationTime: Timestamp(authorization.createdAt), status: authorization.state.status.rawValue,
            direction: (authorization.state.isRefund ? LedgerAccount.Side.credit : .debit).rawValue,
            type: payment.type.rawValue, transactionAmount: Int(authorization.amount.minorUnits),
            transactionCurrency: authorization.amount.currency.code, mcc: payment.merchant.category.number,
            merchantName: payment.merchant.name, merchantCountry: payment.merchant.country.letters,
            cardPresence: payment.cardPresence.rawValue, cardholderPresence: payment.cardholderPresence.rawValue,
            challenge: payment.challenge.rawValue, panEntryMethod: payment.entryMode.rawValue,
            responseCode: authorization.answer.code.rawValue)
        (cardAmount, cardCurrency) = ((price?.converted.minorUnits).map(Int.init), price?.converted.currency.code)
        (netAmount, netCurrency) = (cardAmount, cardCurrency)
        (customerAmount, customerCurrency) = ((price?.total.minorUnits).map(Int.init), price?.total.currency.code)
        fees = [FeeBody](price?.fees ?? [])
        merchantCity = payment.merchant.city
        mobileWallet = payment.wallet?.rawValue
        slipId = authorization.slip?.description
    }
}

extension AuthorizationFilter {
    init(_ query: AuthorizationListQuery) {
        self.init()
        account = query.accountId.flatMap { AccountID($0) }
        card = query.cardId.flatMap { CardID($0) }
        status = query.status.flatMap(AuthorizationStatus.init(rawValue:))
        start = query.startDate.map { Date($0) }
        end = query.endDate.map { Date(endOf: $0) }
    }
}
