import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOSSL
import Testing

@testable import HTTPService

@Suite("Connections over TLS")
struct TransportSecurityTests {
    @Test("A request over TLS has the scheme https, and its response is encrypted")
    func request() async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        let client = try await SecureClient()
        try await client.exchange(with: connection)
        try await client.channel.writeOutbound(ByteBuffer(string: TestedConnection.get("/a")))
        try await client.exchange(with: connection)
        let request = try #require(await connection.next())
        #expect(request.head.scheme == "https" && request.head.path == "/a")
        try await connection.answer(Response(status: .ok, body: ByteBuffer(string: "the answer")))
        let sent = try await client.exchange(with: connection)
        #expect(sent.readableBytes > 0 && !String(buffer: sent).contains("the answer"))
        #expect(try await client.received().hasSuffix("the answer"))
    }

    @Test("A client that does not know the root does not send its request")
    func unknownRoot() async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        let client = try await SecureClient(trusting: [])
        await #expect(throws: (any Error).self) { try await client.exchange(with: connection) }
        #expect(!client.channel.isActive)
    }

    @Test("A client that offers only TLS 1.1 gets no connection")
    func oldVersion() async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        let client = try await SecureClient(maximumVersion: .tlsv11)
        await #expect(throws: (any Error).self) { try await client.exchange(with: connection) }
        #expect(!connection.channel.isActive)
    }

    @Test("A handshake that is not complete after a minute ends the connection", arguments: [false, true])
    func deadline(begins: Bool) async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        if begins {
            let hello = try #require(try await SecureClient().channel.readOutbound(as: ByteBuffer.self))
            try await connection.send(hello)
            #expect(connection.socket.take().readableBytes > 0, "the service has answered")
        }
        await connection.channel.testingEventLoop.advanceTime(by: .seconds(55))
        #expect(connection.channel.isActive)
        await connection.channel.testingEventLoop.advanceTime(by: .seconds(5))
        #expect(!connection.channel.isActive)
    }

    @Test("A request without TLS is not answered")
    func plain() async throws {
        let connection = try await TestedConnection(TestCertificate.security)
        try await connection.send(TestedConnection.get("/a"))
        #expect(!connection.channel.isActive)
        #expect(await connection.next() == nil)
        #expect(connection.socket.responseCount == 0)
    }

    @Test("Without TLS, a request has the scheme http")
    func plainScheme() async throws {
        let connection = try await TestedConnection()
        try await connection.send(TestedConnection.get("/a"))
        #expect(await connection.next()?.head.scheme == "http")
    }

    @Test("A certificate, a key or a pair that cannot be used is refused with the reason", arguments: [
        ("", TestCertificate.privateKey, .unreadableCertificate),
        (TestCertificate.damaged, TestCertificate.privateKey, .unreadableCertificate),
        (TestCertificate.certificate + TestCertificate.damaged, TestCertificate.privateKey, .unreadableCertificate),
        (TestCertificate.onAnotherCurve, TestCertificate.keyOnAnotherCurve, .unsupportedCertificate),
        (TestCertificate.forKeyAgreement, TestCertificate.privateKey, .unsupportedCertificate),
        (TestCertificate.weak, TestCertificate.weakKey, .weakCertificate),
        (TestCertificate.certificate, "", .unreadablePrivateKey),
        (TestCertificate.certificate, TestCertificate.certificate, .unreadablePrivateKey),
        (TestCertificate.certificate, TestCertificate.encryptedKey, .encryptedPrivateKey),
        (TestCertificate.certificate, TestCertificate.otherKey, .keyOfAnotherCertificate),
        (TestCertificate.certificate, TestCertificate.weakKey, .keyOfAnotherCertificate),
    ] as [(String, String, TransportSecurity.Failure)])
    func refused(certificate: String, key: String, failure: TransportSecurity.Failure) {
        #expect(throws: failure) {
            try TransportSecurity(certificates: Array(certificate.utf8), privateKey: Array(key.utf8))
        }
    }

    @Test("The certificates of issuers may follow the listener's own")
    func issuers() {
        let chain = TestCertificate.certificate + TestCertificate.weak
        #expect(throws: Never.self) {
            try TransportSecurity(
                certificates: Array(chain.utf8), privateKey: Array(TestCertificate.privateKey.utf8))
        }
    }
}

/// A client that calls a ``TestedConnection`` over TLS.
struct SecureClient: Sendable {
    let channel = NIOAsyncTestingChannel()

    init(
        trusting roots: [String] = [TestCertificate.certificate], maximumVersion: TLSVersion? = nil
    ) async throws {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(
            try roots.map { try NIOSSLCertificate(bytes: Array($0.utf8), format: .pem) })
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = maximumVersion
        let context = try NIOSSLContext(configuration: configuration)
        try await channel.testingEventLoop.executeInContext { [channel] in
            let handler = try NIOSSLClientHandler(context: context, serverHostname: TestCertificate.host)
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.2", port: 443)).get()
    }

    /// Carries bytes between the two ends until neither sends any. Returns those that the service sent.
    @discardableResult
    func exchange(with connection: TestedConnection) async throws -> ByteBuffer {
        var all = ByteBuffer()
        while true {
            var isSilent = true
            while let part = try await channel.readOutbound(as: ByteBuffer.self) {
                isSilent = false
                try await connection.send(part)
            }
            let answer = connection.socket.take()
            if answer.readableBytes > 0 {
                isSilent = false
                all.writeImmutableBuffer(answer)
                try await channel.writeInbound(answer)
            }
            guard !isSilent else { return all }
        }
    }

    /// The text that has arrived and was decrypted.
    func received() async throws -> String {
        var text = ""
        while let part = try await channel.readInbound(as: ByteBuffer.self) { text += String(buffer: part) }
        return text
    }
}
