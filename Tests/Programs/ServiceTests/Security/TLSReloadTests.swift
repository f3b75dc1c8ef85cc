import AsyncHTTPClient
import Foundation
import NIOSSL
import Subprocess
import Testing
import TestSupport

@Suite("A renewed certificate", .timeLimit(.minutes(20)))
struct TLSReloadTests {
    @Test("SIGHUP reads the files again; open connections go on, and files that cannot be used change nothing")
    func renewal() async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make()
            try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
            let first = try await OpenSSL.selfSigned(in: directory.path, "first")
            let second = try await OpenSSL.selfSigned(in: directory.path, "second")
            let served = try Self.copy(first, to: directory.path + "/served")
            let storage = ["--migrate", "--data-dir", directory.path, "--database-url", scratch.url]
            let arguments = ["--tls-certificate", served.certificate, "--tls-key", served.key] + storage
            let (_, ending) = try await Program.serve(arguments, by: .core) { service in
                let reload = { (message: String, count: Int) in
                    service.signal(SIGHUP)
                    return try await service.log.entry(message, count: count)
                }
                try await Self.withClient(trusting: first.certificate, of: service) { earlier in
                    #expect(try await earlier.get("/readyz").status == 200)
                    try Self.copy(second, to: directory.path + "/served")
                    #expect(try await reload("the TLS certificate was read again", 1)?["file"] == served.certificate)
                    try await Self.expect(second.certificate, not: first.certificate, at: service)
                    #expect(
                        try await earlier.get("/readyz").status == 200,
                        "A new connection would not accept the new certificate.")
                }
                for (count, broken) in zip(1..., [(first.certificate, second.key), (second.key, second.key)]) {
                    try Self.copy(broken, to: directory.path + "/served")
                    let reason = try await reload("the TLS certificate was not read again", count)?["reason"] ?? ""
                    #expect(reason.contains(served.certificate), "\(reason)")
                    try await Self.expect(second.certificate, not: first.certificate, at: service)
                }
                try Self.copy(first, to: directory.path + "/served")
                #expect(try await reload("the TLS certificate was read again", 2) != nil)
                try await Self.expect(first.certificate, not: second.certificate, at: service)
            }
            #expect(ending.status == .exited(0), "\(ending.errors)")
            #expect(!ending.errors.contains("PRIVATE KEY"))
        }
    }

    @Test("SIGHUP does not end a service without --tls-certificate", arguments: Program.allCases)
    func nothingToRenew(program: Program) async throws {
        try await DataDirectory.with { directory in
            let scratch = try await ScratchDatabase.make(from: .migrated)
            let storage = ["--data-dir", directory.path, "--database-url", scratch.url]
            let (_, ending) = try await Program.serve(storage, by: program) { service in
                for count in 1...2 {
                    service.signal(SIGHUP)
                    let entry = try await service.log.entry("SIGHUP changes nothing", count: count)
                    let readiness = try await service.get("/readyz")
                    #expect(entry != nil && readiness.status == 200)
                }
            }
            #expect(ending.status == .exited(0), "\(ending.errors)")
        }
    }

    /// Puts both files of a certificate to where the service reads them.
    @discardableResult
    private static func copy(
        _ files: (certificate: String, key: String), to place: String
    ) throws -> (certificate: String, key: String) {
        let target = (certificate: place + ".pem", key: place + ".key")
        for (file, copy) in [(files.certificate, target.certificate), (files.key, target.key)] {
            try Data(contentsOf: URL(filePath: file)).write(to: URL(filePath: copy), options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: copy)
        }
        return target
    }

    private static func expect(_ certificate: String, not other: String, at service: RunningService) async throws {
        let address = (service.host, service.port)
        #expect(try await OpenSSL.connect(address, trusting: certificate).status == .exited(0))
        #expect(try await OpenSSL.connect(address, trusting: other).status != .exited(0))
    }

    /// The service, asked by a client that keeps its connection.
    private static func withClient(
        trusting certificate: String, of service: RunningService, _ work: (RunningService) async throws -> Void
    ) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(certificate)
        // The certificates name no address.
        tls.certificateVerification = .noHostnameVerification
        try await HTTPClient.withHTTPClient(configuration: .patient(tls)) { client in
            var service = service
            service.trusting = client
            try await work(service)
        }
    }
}
