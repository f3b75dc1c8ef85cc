/// A part of the service that reads what a stranger sends. The fuzzer and an everyday test read with it.
///
/// Whatever the bytes are, it must end soon, without a trap and without much memory, and keep its promises.
public struct FuzzedReader: Sendable {
    /// The name of its folder in `Tests/Fuzzing/corpus`.
    public let name: String
    /// The longest input that the fuzzer makes up, in bytes. The service reads no longer one, or longer ones only take
    /// longer.
    public let limitBytes: Int
    private let read: @Sendable ([UInt8]) async -> String?

    init(_ name: String, upTo limitBytes: Int, _ read: @escaping @Sendable ([UInt8]) async -> String?) {
        (self.name, self.limitBytes, self.read) = (name, limitBytes, read)
    }

    /// Reads an input.
    ///
    /// - Returns: the promise that the reader has broken; nil if it has kept all.
    public func brokenPromise(with bytes: [UInt8]) async -> String? { await read(bytes) }

    public static let all = [
        FuzzedReader("http", upTo: 8192, ConnectionReading.brokenPromise),
        FuzzedReader("texts", upTo: 2048, TextReading.brokenPromise),
        FuzzedReader("json", upTo: 8192, JSONReading.brokenPromise),
        FuzzedReader("form", upTo: 4096, FormReading.brokenPromise),
        FuzzedReader("jwt", upTo: 4096, TokenReading.brokenPromise),
        FuzzedReader("jwe", upTo: 8192, SealedReading.brokenPromise),
        FuzzedReader("certificate", upTo: 8192, CertificateTextReading.brokenPromise),
        FuzzedReader("cms", upTo: 8192, SignatureReading.brokenPromise),
        FuzzedReader("wallet-token", upTo: 8192, PaymentTokenReading.brokenPromise),
        FuzzedReader("passkey", upTo: 4096, PasskeyReading.brokenPromise),
        FuzzedReader("iso8583", upTo: 4098, NetworkMessageReading.brokenPromise),
        FuzzedReader("graphql", upTo: 16_384, GraphQLReading.brokenPromise),
        FuzzedReader("scenario", upTo: 16_384, ScenarioReading.brokenPromise),
        FuzzedReader("clearing", upTo: 16_384, ClearingReading.brokenPromise),
    ]
}
