import HTTPTypes

/// Header fields that all services here use and that the HTTP library does not define.
extension HTTPField.Name {
    /// Makes a POST safe to repeat for 24 hours: it then returns the first response again.
    public static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
    /// `true` if an earlier request got this response.
    public static let idempotentReplayed = HTTPField.Name("Idempotent-Replayed")!
    /// Identifies the request in the log.
    public static let requestID = HTTPField.Name("X-Request-Id")!
    /// The caller's place in a distributed trace (W3C Trace Context).
    public static let traceParent = HTTPField.Name("traceparent")!
    /// The rest of a limit, and the limit (draft-ietf-httpapi-ratelimit-headers).
    public static let rateLimit = HTTPField.Name("RateLimit")!
    public static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
    /// The addresses that proxies have seen.
    public static let forwardedFor = HTTPField.Name("X-Forwarded-For")!
    // For pages that people open.
    public static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy")!
    public static let permissionsPolicy = HTTPField.Name("Permissions-Policy")!
    public static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
    public static let robots = HTTPField.Name("X-Robots-Tag")!
}
