import CardSecrets
import Foundation
import HTTPContract
import HTTPService
import Payments
import Postgres

import struct HTTPContract.Operation

/// A gateway as a program runs it: the responder for its clients, its background work, and the enrolment of merchants.
public struct GatewayService: Sendable {
    /// Makes a merchant's credentials. Nothing is stored yet.
    ///
    /// - Parameters:
    ///   - chosen: the name and the secret to use; nil to draw both.
    ///   - now: when the merchant begins at the gateway.
    public typealias Enrolment = @Sendable (
        _ merchant: MerchantID, _ chosen: ChosenCredential?, _ now: Date
    ) throws -> GatewayEnrolment
    /// Answers its documented paths, observes them, and renders its own errors.
    ///
    /// - Parameter layers: the steps between a request and its operation, the outermost first. They see every response
    ///   as it is sent.
    package typealias Responding = @Sendable (_ layers: [any Layer<RequestContext>]) -> any Responder<RequestContext>

    public let definition: any GatewayDefinition
    /// The operations of its clients, each once: an operation that can be sent with several methods has the name of the
    /// first. No two gateways have operations of one name.
    package let operations: [Operation]
    /// The functions with which others read and write its messages.
    package let messages: GatewayMessages
    /// Does the work that is due, such as removing expired rows. It is called every few seconds.
    package let settle: @Sendable () async throws -> Void
    /// Creates the credentials of a merchant's clients.
    public let enrol: Enrolment
    /// The further settings that a merchant can agree with the gateway.
    package let settings: GatewaySettings
    /// Nil if every payment is charged to a card.
    package let providers: SimulatedProviders?
    package let responder: Responding

    /// - Parameter operations: all of them; those with the same path and the same payload count as one.
    package init(
        _ definition: any GatewayDefinition, operations: [Operation], messages: GatewayMessages,
        settings: GatewaySettings = .none, providers: SimulatedProviders? = nil,
        settling settle: @escaping @Sendable () async throws -> Void = {},
        answering responder: @escaping Responding, enrolling enrol: @escaping Enrolment
    ) {
        self.definition = definition
        self.operations = operations.enumerated().filter { index, operation in
            operations.firstIndex { $0.isSpelling(of: operation) } == index
        }.map(\.element)
        self.messages = messages
        (self.settings, self.providers, self.settle) = (settings, providers, settle)
        self.enrol = enrol
        self.responder = responder
    }

    /// The operation under the name that ``operations`` has for it.
    package func named(_ operation: Operation) -> Operation {
        operations.first { $0.isSpelling(of: operation) } ?? operation
    }

    /// The credentials of the clients of the merchant in examples, in the gateway's words. They are not secret.
    package func exampleCredentials(of merchant: MerchantID, at now: Date) throws -> [GatewayCredential] {
        try enrol(merchant, definition.example, now).credentials
    }

    public var gateway: Gateway { definition.gateway }
    public var hosts: [HostPattern] { definition.hosts }
    public var wallets: [AcceptedWallet] { definition.wallets }

    /// The first segment of its paths where it is not called by its host name.
    package var path: String { "/\(name)" }

    package var name: String { gateway.name }
}

extension Operation {
    /// Whether both are the same operation, perhaps with different methods.
    fileprivate func isSpelling(of other: Operation) -> Bool {
        name == other.name || (takesBody && path == other.path && payload == other.payload)
    }
}

/// A wallet whose payments a gateway takes, and how the wallet names the gateway's merchants.
public struct AcceptedWallet: Sendable {
    public let wallet: WalletKind
    public let keyKind: MerchantPublicKey.Kind
    /// Nil if the wallet does not name the recipient.
    public let walletID: @Sendable (MerchantID) -> String?

    /// Apple names a merchant by an id that the merchant chooses.
    public static func apple(at gateway: Gateway) -> AcceptedWallet {
        AcceptedWallet(wallet: .apple, keyKind: .p256) { "merchant.\(gateway).\($0)" }
    }

    /// Google names the gateway, and the payment names the merchant.
    public static func google(gateway name: String) -> AcceptedWallet {
        AcceptedWallet(wallet: .google, keyKind: .p256) { _ in "gateway:\(name)" }
    }

    public static let samsung = AcceptedWallet(wallet: .samsung, keyKind: .rsa) { _ in nil }
}

/// The credentials of a merchant's clients at a gateway, and the queries that store them.
public struct GatewayEnrolment: Sendable {
    public let credentials: [GatewayCredential]
    /// They need the merchant's row, and replace what the merchant had before.
    package let writes: [Query<Void>]

    package init(_ credentials: [GatewayCredential], storedBy writes: [Query<Void>]) {
        (self.credentials, self.writes) = (credentials, writes)
    }
}

/// One part of a client's credentials, in the gateway's words.
public struct GatewayCredential: Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }

    /// A gateway cannot have a client of this name.
    public struct NotPossible: Error {
        let name: String

        public init(name: String) { self.name = name }
    }
}

/// A chosen name and secret, such as those of examples that must always work.
public struct ChosenCredential: Sendable {
    public let name: String
    public let secret: String

    public init(name: String, secret: String) { (self.name, self.secret) = (name, secret) }

    /// With a random secret that cannot be guessed.
    package init(name: String, drawing entropy: Entropy) {
        self.init(name: name, secret: EncodedBytes.base64(entropy.bytes(18)))
    }
}
