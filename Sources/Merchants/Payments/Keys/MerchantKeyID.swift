import Identifiers

/// The id of a merchant's key pair.
public typealias MerchantKeyID = ID<MerchantPublicKey>
