import HTTPService
import Payments

/// A gateway as a program runs it: what answers its clients, what it does beside, and what a new merchant needs there.
public struct GatewayService: Sendable {
    /// Makes a merchant's credentials, and returns them with their secret.
    ///
    /// - Parameter chosen: the name and the secret to use; nil to draw both.
    public typealias Enrolment = @Sendable (
        _ merchant: MerchantID, _ chosen: ChosenCredential?
    ) async throws -> [GatewayCredential]

    public let definition: any GatewayDefinition
    /// In the order in which they start.
    public let workers: [ServiceParts.Worker]
    /// Makes what the clients of a merchant identify themselves with.
    public let enrol: Enrolment
    private let answer: @Sendable (Request, RequestContext) async throws -> Response

    /// - Parameter responder: answers its documented paths, observes them, and renders its own errors.
    package init<Context: ServiceRequestContext>(
        _ definition: any GatewayDefinition, answering responder: any Responder<Context>,
        workers: [ServiceParts.Worker] = [], enrolling enrol: @escaping Enrolment
    ) {
        self.definition = definition
        self.enrol = enrol
        self.workers = workers
        answer = { request, base in try await responder.respond(to: request, context: Context(base)) }
    }

    public var gateway: Gateway { definition.gateway }
    public var hosts: [HostPattern] { definition.hosts }
    public var wallets: [AcceptedWallet] { definition.wallets }

    /// The first segment of its paths where it is not called by its host name.
    package var path: String { "/\(gateway.name)" }

    func respond(to request: Request, _ base: RequestContext) async throws -> Response {
        try await answer(request, base)
    }
}

/// A wallet whose payments a gateway takes, and how the wallet names the gateway's merchants.
public struct AcceptedWallet: Sendable {
    public let wallet: WalletKind
    public let keyKind: MerchantPublicKey.Kind
    /// Nil if the wallet names nobody.
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

/// Part of what a client identifies itself with, in the gateway's words.
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

/// A name and a secret that somebody has chosen, such as those of examples that must always work.
public struct ChosenCredential: Sendable {
    public let name: String
    public let secret: String

    public init(name: String, secret: String) { (self.name, self.secret) = (name, secret) }
}
