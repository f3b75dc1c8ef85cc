import Identifiers

/// A token of the wallet that was opened.
enum ApplePayTransaction {}
/// The id of a token of the wallet that was opened.
typealias ApplePayTransactionID = ID<ApplePayTransaction>
