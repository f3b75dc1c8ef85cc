import Hummingbird

/// The context of a request in every service here.
package protocol ServiceRequestContext: RequestContext {
    /// The id in the response's `X-Request-Id` and in every log line about the request.
    var requestID: String { get set }
}
