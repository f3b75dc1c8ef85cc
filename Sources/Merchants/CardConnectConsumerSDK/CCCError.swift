/// The reason why there is no token. It contains no payment data.
public enum CCCError: Error {
    /// ``CCCAPI/endpoint`` is not set.
    case endpointNotSet
    /// The data is not the payment data of Apple Pay with elliptic curves (`EC_v1`).
    case notAnApplePayToken
    /// CardSecure's `errorcode` and `message`.
    case refused(code: Int, message: String)
    /// The response is not CardSecure's.
    case notUnderstood(status: Int)
    /// No complete response arrived.
    case notAnswered(any Error)
}
