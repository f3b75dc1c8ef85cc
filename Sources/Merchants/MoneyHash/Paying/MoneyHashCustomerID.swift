import Identifiers

/// The id of a customer of a merchant.
typealias MoneyHashCustomerID = ID<MoneyHashCustomer>
