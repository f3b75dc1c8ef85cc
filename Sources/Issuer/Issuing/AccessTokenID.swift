import Identifiers

/// The id of an access token, its `jti` (RFC 7519, section 4.1.7).
public typealias AccessTokenID = ID<AccessToken>

/// A token that proves who sends a request. It is stored nowhere.
public enum AccessToken {}
