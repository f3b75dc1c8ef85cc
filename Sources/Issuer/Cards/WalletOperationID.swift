import Identifiers

/// The second id of an authentication event. Only the app that caused the event knows it.
public typealias WalletOperationID = ID<WalletOperation>
public enum WalletOperation {}
