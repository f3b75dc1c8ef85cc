import Hummingbird

/// The context of a request, as every service here has it.
package protocol ServiceRequestContext: RequestContext {
    /// In the response's `X-Request-Id`, and in every log line about the request.
    var requestID: String { get set }
}
