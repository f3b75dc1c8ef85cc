import Identifiers

/// The id of a device that a customer trusts.
public typealias TrustedDeviceID = ID<TrustedDevice>
