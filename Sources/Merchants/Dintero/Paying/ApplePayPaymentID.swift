import Identifiers

/// A payment of the wallet's service, for which an app fetches operations.
enum ApplePayPayment {}
/// The id of a payment of the wallet's service.
typealias ApplePayPaymentID = ID<ApplePayPayment>
