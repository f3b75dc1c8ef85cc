import ArgumentParser
import CardSecrets
import Foundation
import HTTPService
import SwiftASN1
import X509

/// Looks at the certificate, and at the addresses that others can reach.
package enum ListenerChecks {
    /// A certificate that ends earlier should be renewed now.
    package static let certificateDays = 30.0

    static func findings(
        _ options: CardServiceOptions, _ administration: AdministrationOptions, at now: Date
    ) -> [DoctorFinding] {
        let choice: CardServiceChoice
        let door: AdministrationChoice?
        do {
            // What this command does not use may have any value.
            choice = try options.choice(usualDrainSeconds: 0, publishingMetrics: false, usualWrongSecrets: 0)
            door = try administration.choice(beside: choice)
        } catch {
            return [.failed("options", (error as? ValidationError)?.message ?? "\(error)")]
        }
        let isSecured = if case .none = choice.tls { false } else { true }
        var findings = [certificate(choice.tls, at: now)]
        findings.append(listener("public", at: choice.address, isSecured: isSecured))
        if let metrics = choice.metricsAddress {
            findings.append(listener("metrics", at: metrics, isSecured: isSecured))
        }
        if let door {
            findings.append(listener("administration", at: door.address, isSecured: isSecured))
            findings.append(operators(in: door.operatorsFile))
        }
        return findings
    }

    /// What the file says is checked at the start.
    private static func operators(in file: String) -> DoctorFinding {
        do throws(SmallFile.Failure) {
            _ = try SmallFile.contents(of: file, limit: Setting.pemLimitBytes, isPrivate: true)
            return .ok("operators", "\(file) can be read, and only its owner can access it.")
        } catch {
            return .failed("operators", "\(file) cannot be read: \(error). Run doctor as the account of the service.")
        }
    }

    private static func certificate(_ choice: TLSChoice, at now: Date) -> DoctorFinding {
        switch choice {
        case .none: .ok("TLS", "It is off.")
        case .local: .ok("TLS", "The certificate is made at each start.")
        case .own(_, let files):
            if let pem = try? Setting.pem(files.certificate, option: "--tls-certificate"), let end = end(of: pem) {
                certificate(in: files.certificate, endingAt: end, now)
            } else {
                .failed("TLS", "The end of the certificate in \(files.certificate) cannot be read.")
            }
        }
    }

    /// When the first certificate of a file ends, which is the listener's.
    private static func end(of pem: [UInt8]) -> Date? {
        let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: pem, as: UTF8.self))
        return documents?.first.flatMap { try? Certificate(pemDocument: $0).notValidAfter }
    }

    package static func certificate(in file: String, endingAt end: Date, _ now: Date) -> DoctorFinding {
        let days = end.timeIntervalSince(now) / 86_400
        let sentence = "The certificate in \(file) \(days > 0 ? "ends" : "ended") on \(end.formatted(.iso8601))."
        let renewal = "Renew it, replace the file, and send SIGHUP to the service."
        guard days > 0 else { return .failed("TLS", "\(sentence) Clients refuse it. \(renewal)") }
        return days > certificateDays
            ? .ok("TLS", sentence) : .warning("TLS", "\(sentence) That is in \(Int(days)) days. \(renewal)")
    }

    package static func listener(_ purpose: String, at address: ListenerAddress, isSecured: Bool) -> DoctorFinding {
        let place = "\(address.host), port \(address.port)"
        let subject = "\(purpose) port"
        if isLoopback(address.host) { return .ok(subject, "Only this machine reaches \(place).") }
        if isSecured { return .ok(subject, "Other machines reach \(place), with TLS.") }
        return .warning(
            subject,
            "Other machines reach \(place) without TLS, so what is sent can be read on the way. Put a proxy with TLS "
                + "in front, or serve with --tls-certificate and --tls-key.")
    }

    static func isLoopback(_ host: String) -> Bool {
        host.lowercased() == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
}
