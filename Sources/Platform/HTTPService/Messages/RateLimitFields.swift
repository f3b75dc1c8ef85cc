import HTTPContract
import HTTPTypes

extension HTTPFields {
    /// The fields of a response that refuses a request because a limit is used up.
    ///
    /// `RateLimit` and `RateLimit-Policy` have the form of draft-ietf-httpapi-ratelimit-headers-10, which is that of
    /// all revisions since 08.
    ///
    /// - Parameters:
    ///   - name: that of the limit; without quotes.
    ///   - perMinute: the limit.
    package static func usedUp(_ name: String, perMinute: Int, retryAfterSeconds: Int) -> HTTPFields {
        [
            .retryAfter: String(retryAfterSeconds),
            .rateLimit: #""\#(name)";r=0;t=\#(retryAfterSeconds)"#,
            .rateLimitPolicy: #""\#(name)";q=\#(perMinute);w=60"#,
        ]
    }
}
