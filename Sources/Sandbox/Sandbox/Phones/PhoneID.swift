import Identifiers

/// The id of a simulated phone.
public typealias PhoneID = ID<SandboxPhone>
