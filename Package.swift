// swift-tools-version: 6.2
import PackageDescription

// The map and the rules are in docs/ARCHITECTURE.md, whose picture a test draws from this file: a target is in the
// folder of its neighbourhood, and depends on its own neighbourhood or one below it.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func library(
    _ name: String, in neighbourhood: String, _ dependencies: [Target.Dependency] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(neighbourhood)/\(name)", swiftSettings: strict,
        plugins: plugins)
}

/// Compiles a target's files that are not source code into the program.
let embedFiles: Target.PluginUsage = .plugin(name: "EmbedFiles")

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Programs/\(name)", swiftSettings: strict)
}

func tests(
    _ name: String, in neighbourhood: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: "Tests/\(neighbourhood)/\(name)", exclude: exclude,
        swiftSettings: strict)
}

/// What tests share.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: strict)
}

extension Target.Dependency {
    static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
    static let asn1 = product(name: "SwiftASN1", package: "swift-asn1")
    static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
    static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
    static let crypto = product(name: "Crypto", package: "swift-crypto")
    static let cryptoExtras = product(name: "CryptoExtras", package: "swift-crypto")
    static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
    static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
    static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
    static let hummingbirdTLS = product(name: "HummingbirdTLS", package: "hummingbird")
    static let jwtKit = product(name: "JWTKit", package: "jwt-kit")
    static let logging = product(name: "Logging", package: "swift-log")
    static let metrics = product(name: "Metrics", package: "swift-metrics")
    static let nioCore = product(name: "NIOCore", package: "swift-nio")
    static let nioEmbedded = product(name: "NIOEmbedded", package: "swift-nio")
    static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
    static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
    static let nioSSL = product(name: "NIOSSL", package: "swift-nio-ssl")
    static let nioTLS = product(name: "NIOTLS", package: "swift-nio")
    static let serviceLifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
    static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
    static let system = product(name: "SystemPackage", package: "swift-system")
    static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
    static let x509 = product(name: "X509", package: "swift-certificates")
    static let yams = product(name: "Yams", package: "Yams")
}

let platform: [Target] = [
    // The two doors to C: libpq and OpenSSL's libcrypto, which libpq-dev installs too.
    .systemLibrary(
        name: "CLibPQ", path: "Sources/Platform/CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(
        name: "COpenSSL", path: "Sources/Platform/COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    library("Validation", in: "Platform"),
    library("Identifiers", in: "Platform", ["Validation"]),
    library("HTTPContract", in: "Platform", ["Validation", .httpTypes]),
    library("GraphQL", in: "Platform", ["HTTPContract", "Validation"]),
    library(
        "HTTPService", in: "Platform",
        [
            "HTTPContract", "Validation", .crypto, .cryptoExtras, .httpTypes, .logging, .metrics, .nioCore, .nioHTTP1,
            .nioPosix, .nioSSL, .nioTLS, .serviceLifecycle,
        ]),
    library(
        "ISO8583", in: "Platform",
        ["HTTPService", "Validation", .logging, .nioCore]),
    library("Postgres", in: "Platform", ["CLibPQ", "Identifiers", .logging, .metrics, .serviceLifecycle]),
    library("EmbeddedPostgres", in: "Platform", [.logging, .serviceLifecycle, .subprocess, .system]),
    library(
        "Webhooks", in: "Platform",
        [
            "Identifiers", "Postgres", "Validation", .asyncHTTPClient, .crypto, .logging, .metrics, .nioCore,
            .nioHTTP1, .nioSSL, .serviceLifecycle,
        ],
        plugins: [embedFiles]),
]

let plugins: [Target] = [.plugin(name: "EmbedFiles", capability: .buildTool)]

let wallets: [Target] = [
    library("CardSecrets", in: "Wallets", ["COpenSSL", "Identifiers", .asn1, .crypto, .cryptoExtras, .x509]),
    library("Provisioning", in: "Wallets", ["CardSecrets", "COpenSSL", .asn1, .crypto, .cryptoExtras, .x509]),
    library("PaymentTokens", in: "Wallets", ["CardSecrets", .asn1, .crypto, .cryptoExtras, .x509]),
]

// Accounts and what moves them. It knows no card.
let money: [Target] = [
    library("Ledger", in: "Money", ["Identifiers", "Postgres"], plugins: [embedFiles]),
]

// What merchants are paid with, through gateways. It reaches the issuer through a protocol only. Of the SDK, the app of
// a merchant uses what sends requests.
let merchants: [Target] = [
    library(
        "Payments", in: "Merchants",
        [
            "CardSecrets", "Identifiers", "Ledger", "PaymentTokens", "Postgres", "Validation", "Webhooks", .asn1,
            .crypto, .cryptoExtras, .x509,
        ],
        plugins: [embedFiles]),
    library("CardConnectConsumerSDK", in: "Merchants", ["CardClient", "PaysafeWallet", .httpTypes]),
    library(
        "CardPointe", in: "Merchants",
        [
            "CardSecrets", "Gateways", "HTTPContract", "HTTPService", "Identifiers", "Ledger", "Payments",
            "PaymentTokens", "Postgres", "Validation", .crypto, .httpTypes, .metrics, .nioCore,
        ],
        plugins: [embedFiles]),
    library(
        "Gateways", in: "Merchants",
        [
            "CardSecrets", "HTTPContract", "HTTPService", "Payments", "Postgres", "Validation", "Webhooks", .crypto,
            .httpTypes, .logging, .metrics, .nioCore,
        ]),
    library(
        "Dintero", in: "Merchants",
        [
            "CardSecrets", "Gateways", "HTTPContract", "HTTPService", "Identifiers", "Ledger", "Payments",
            "PaymentTokens", "Postgres", "Validation", "Webhooks", .httpTypes, .metrics,
        ],
        plugins: [embedFiles]),
    library(
        "MoneyHash", in: "Merchants",
        [
            "CardSecrets", "Gateways", "HTTPContract", "HTTPService", "Identifiers", "Ledger", "Payments",
            "PaymentTokens", "Postgres", "Validation", "Webhooks", .crypto, .httpTypes, .logging, .metrics, .nioCore,
        ],
        plugins: [embedFiles]),
    library(
        "Stitch", in: "Merchants",
        [
            "CardSecrets", "Gateways", "GraphQL", "HTTPContract", "HTTPService", "Identifiers", "Ledger", "Payments",
            "PaymentTokens", "Postgres", "Validation", "Webhooks", .crypto, .cryptoExtras, .httpTypes, .logging,
            .metrics,
        ],
        plugins: [embedFiles]),
]

let issuer: [Target] = [
    library("Audit", in: "Issuer", ["Postgres", "Validation", .crypto], plugins: [embedFiles]),
    library("Cards", in: "Issuer", ["Identifiers", "Ledger", "Validation"]),
    library(
        "Authorizing", in: "Issuer", ["Cards", "Identifiers", "Ledger", "Postgres", "Validation"],
        plugins: [embedFiles]),
    library(
        "Issuing", in: "Issuer",
        [
            "Audit", "Authorizing", "CardAPI", "Cards", "CardSecrets", "HTTPContract", "Identifiers", "Ledger",
            "Postgres", "Provisioning", "Validation", "Webhooks", .logging, .metrics, .serviceLifecycle,
        ],
        plugins: [embedFiles]),
    library("Scenarios", in: "Issuer", ["Cards", "Validation", .yams]),
    library(
        "Administration", in: "Issuer",
        [
            "Audit", "Authorizing", "CardAPI", "Cards", "CardSecrets", "Identifiers", "Issuing", "Ledger", "Postgres",
            "Scenarios", "Validation", "Webhooks", .crypto,
        ]),
    library("CardAPI", in: "Issuer", ["HTTPContract", "Validation", .httpTypes]),
    library(
        "CardServer", in: "Issuer",
        [
            "Audit", "Authorizing", "CardAPI", "Cards", "CardSecrets", "HTTPContract", "HTTPService", "Identifiers",
            "Issuing", "Ledger", "Postgres", "Provisioning", "Validation", "Webhooks", .crypto, .httpTypes, .jwtKit,
            .logging, .metrics, .nioCore,
        ]),
    library(
        "AdministrationServer", in: "Issuer",
        [
            "Administration", "Audit", "Authorizing", "CardAPI", "Cards", "CardSecrets", "CardServer", "HTTPContract",
            "HTTPService", "Identifiers", "Issuing", "Ledger", "Postgres", "Scenarios", "Validation", .crypto,
            .httpTypes, .logging, .nioCore,
        ]),
    library(
        "NetworkServer", in: "Issuer",
        [
            "Authorizing", "CardAPI", "Cards", "CardSecrets", "CardServer", "HTTPContract", "HTTPService",
            "Identifiers", "ISO8583", "Issuing", "Ledger", "Postgres", "Validation", .httpTypes, .logging, .metrics,
        ]),
    library("CardClient", in: "Issuer", ["CardAPI", "HTTPContract", "Validation", .httpTypes]),
    library("NIOTransport", in: "Issuer", ["CardClient", .asyncHTTPClient, .httpTypes, .nioCore, .nioHTTP1]),
    library("PaysafeWallet", in: "Issuer", ["CardClient", .httpTypes]),
]

// What exists only to try things out. Nothing outside depends on it, except the program that offers it.
let sandbox: [Target] = [
    library(
        "SimulatedWallets", in: "Sandbox",
        ["CardSecrets", "PaymentTokens", "Provisioning", .asn1, .crypto, .cryptoExtras, .x509]),
    library(
        "Simulators", in: "Sandbox",
        [
            "CardAPI", "CardClient", "CardSecrets", "HTTPContract", "Provisioning", "SimulatedWallets", "Validation",
        ]),
    library(
        "Sandbox", in: "Sandbox",
        [
            "Administration", "Authorizing", "Cards", "CardSecrets", "Identifiers", "Issuing", "Ledger", "Postgres",
            "Provisioning", "Scenarios", "SimulatedWallets", "Validation",
        ],
        plugins: [embedFiles]),
    library("ContractPack", in: "Sandbox", ["CardAPI", "HTTPContract", .httpTypes]),
    library("ClientSources", in: "Sandbox", ["CardAPI", "HTTPContract", .httpTypes]),
    // What happens between a request and its operation. It knows operations, and no card.
    library(
        "TrafficControl", in: "Sandbox",
        ["HTTPContract", "HTTPService", "Postgres", "Validation", "Webhooks", .httpTypes, .nioCore, .serviceLifecycle]),
    library(
        "SandboxServer", in: "Sandbox",
        [
            "Administration", "AdministrationServer", "Authorizing", "CardAPI", "Cards", "CardSecrets", "CardServer",
            "ContractPack", "Gateways", "HTTPContract", "HTTPService", "Identifiers", "Issuing", "Ledger",
            "NetworkServer", "Payments", "PaymentTokens", "Postgres", "Provisioning", "Sandbox", "Scenarios",
            "SimulatedWallets", "TrafficControl", "Validation", "Webhooks", .httpTypes, .logging, .nioCore,
            .serviceLifecycle,
        ]),
    library("Transcripts", in: "Sandbox", plugins: [embedFiles]),
]

// What people look at in a browser. It calls the public and the sandbox's operations as every client does.
let console: [Target] = [
    library("Console", in: "Console", ["HTTPContract", "HTTPService", .httpTypes], plugins: [embedFiles])
]

let programs: [Target] = [
    library(
        "Hosting", in: "Programs",
        [
            "Audit", "Authorizing", "Cards", "CardSecrets", "CardServer", "EmbeddedPostgres", "HTTPContract",
            "HTTPService", "Issuing", "Ledger", "NetworkServer", "Postgres", "Provisioning", "Validation", "Webhooks",
            .argumentParser, .asn1, .asyncHTTPClient, .crypto, .logging, .metrics, .nioCore, .nioHTTP1, .nioSSL,
            .serviceLifecycle, .subprocess, .system, .unixSignals, .x509,
        ]),
    library(
        "MerchantsHosting", in: "Programs",
        [
            "Authorizing", "CardPointe", "Cards", "CardSecrets", "CardServer", "Dintero", "Gateways", "Identifiers",
            "Issuing", "Ledger", "MoneyHash", "NetworkServer", "Payments", "Postgres", "SimulatedWallets", "Stitch",
            "Webhooks", .logging,
        ]),
    program(
        "tessera",
        [
            "CardAPI", "CardClient", "Cards", "CardSecrets", "CardServer", "ClientSources", "Console", "ContractPack",
            "Gateways", "Hosting", "HTTPContract", "HTTPService", "Issuing", "Ledger", "MerchantsHosting",
            "NetworkServer", "NIOTransport", "PaymentTokens", "Postgres", "Provisioning", "Sandbox", "SandboxServer",
            "Scenarios", "SimulatedWallets", "Simulators", "TrafficControl", "Transcripts", .argumentParser,
            .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .logging, .nioCore, .nioHTTP1, .nioSSL,
            .serviceLifecycle, .subprocess, .system, .unixSignals,
        ]),
    // The same card service without anything of the sandbox.
    program(
        "tessera-core",
        [
            "Administration", "AdministrationServer", "Audit", "Authorizing", "CardAPI", "Cards", "CardSecrets",
            "CardServer", "Hosting", "HTTPContract", "HTTPService", "Identifiers", "Issuing", "Ledger", "Postgres",
            "Scenarios", "Validation", .argumentParser, .logging,
        ]),
]

// Each layer of tests is on the real thing below it.
let testTargets: [Target] = [
    support(
        "TestSupport",
        [
            "Administration", "Cards", "CardSecrets", "EmbeddedPostgres", "Gateways", "Identifiers", "Issuing",
            "MerchantsHosting", "Postgres", "Sandbox", "Validation", "Webhooks", .httpTypes, .hummingbird,
            .hummingbirdCore, .hummingbirdTLS, .logging, .metrics, .nioSSL, .serviceLifecycle, .subprocess, .system,
        ]),
    support("WalletTestSupport", ["CardSecrets", "SimulatedWallets", .subprocess]),
    // It imports internals with @testable, so a release build of it needs -enable-testing.
    support(
        "FuzzedReaders",
        [
            "Authorizing", "CardAPI", "CardSecrets", "CardServer", "Gateways", "GraphQL", "HTTPContract",
            "HTTPService", "ISO8583", "Issuing", "NetworkServer", "Payments", "PaymentTokens", "Provisioning",
            "Scenarios", "Stitch", "Validation", "Webhooks", .crypto, .httpTypes, .jwtKit, .logging,
            .nioCore, .nioEmbedded, .nioHTTP1,
        ]),
    support(
        "IssuingTestSupport",
        [
            "Administration", "Authorizing", "Cards", "CardSecrets", "Identifiers", "Issuing", "Ledger", "Postgres",
            "Provisioning", "Sandbox", "SimulatedWallets", "TestSupport", "Validation", "Webhooks", .crypto,
        ]),
    support(
        "ContractTestSupport",
        [
            "CardAPI", "CardClient", "Cards", "CardSecrets", "CardServer", "Console", "Gateways", "HTTPContract",
            "HTTPService", "Identifiers", "Issuing", "Ledger", "MerchantsHosting", "NetworkServer", "NIOTransport",
            "Postgres", "Provisioning", "Sandbox", "SandboxServer", "SimulatedWallets", "Simulators", "TestSupport",
            "TrafficControl", "Validation", "Webhooks", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .logging,
            .nioCore, .serviceLifecycle, .subprocess, .system,
        ]),

    support(
        "GatewayTestSupport",
        ["HTTPContract", "HTTPService", "Ledger", "Payments", "TestSupport", .httpTypes, .nioCore]),

    tests("ValidationTests", in: "Platform", ["TestSupport", "Validation"]),
    tests("HTTPContractTests", in: "Platform", ["FuzzedReaders", "HTTPContract", "TestSupport", "Validation"]),
    tests("GraphQLTests", in: "Platform", ["GraphQL", "HTTPContract", "TestSupport"]),
    tests(
        "HTTPServiceTests", in: "Platform",
        [
            "HTTPContract", "HTTPService", "TestSupport", .httpTypes, .logging, .metrics, .nioCore, .nioEmbedded,
            .nioHTTP1, .nioPosix, .nioSSL, .serviceLifecycle,
        ]),
    tests(
        "ISO8583Tests", in: "Platform",
        ["HTTPService", "ISO8583", .logging, .nioCore, .nioEmbedded, .nioPosix, .nioSSL, .serviceLifecycle]),
    tests("EmbeddedPostgresTests", in: "Platform", ["EmbeddedPostgres", .logging, .subprocess, .system]),
    tests(
        "PostgresTests", in: "Platform",
        [
            "EmbeddedPostgres", "Identifiers", "Postgres", "TestSupport", .coreMetrics, .logging, .serviceLifecycle,
            .subprocess,
        ]),
    tests(
        "WebhooksTests", in: "Platform",
        ["Identifiers", "Postgres", "TestSupport", "Webhooks", .crypto, .httpTypes, .logging, .metrics, .nioSSL]),

    tests("CardSecretsTests", in: "Wallets", ["CardSecrets", "WalletTestSupport", .crypto]),
    tests(
        "ProvisioningTests", in: "Wallets",
        ["CardSecrets", "Provisioning", "SimulatedWallets", "WalletTestSupport", .crypto, .cryptoExtras, .x509]),
    tests(
        "PaymentTokensTests", in: "Wallets",
        [
            "CardSecrets", "PaymentTokens", "SimulatedWallets", "WalletTestSupport", .asn1, .crypto, .cryptoExtras,
            .x509,
        ]),

    tests(
        "StitchTests", in: "Merchants",
        [
            "CardSecrets", "Gateways", "GatewayTestSupport", "GraphQL", "HTTPContract", "HTTPService", "Identifiers",
            "Ledger", "Payments", "PaymentTokens", "Postgres", "SimulatedWallets", "Stitch", "TestSupport",
            "Validation", "Webhooks", .crypto, .cryptoExtras, .httpTypes, .logging, .metrics, .nioCore, .nioEmbedded,
        ]),

    tests(
        "DinteroTests", in: "Merchants",
        [
            "CardSecrets", "Dintero", "Gateways", "GatewayTestSupport", "HTTPContract", "HTTPService", "Identifiers",
            "Ledger", "Payments", "PaymentTokens", "Postgres", "SimulatedWallets", "TestSupport", "Webhooks",
            .crypto, .httpTypes, .logging, .metrics, .nioCore, .nioEmbedded,
        ]),

    tests(
        "MoneyHashTests", in: "Merchants",
        [
            "CardSecrets", "Gateways", "GatewayTestSupport", "HTTPContract", "HTTPService", "Identifiers", "Ledger",
            "MoneyHash", "Payments", "PaymentTokens", "Postgres", "SimulatedWallets", "TestSupport", "Validation",
            "Webhooks", .httpTypes, .logging, .nioCore, .nioEmbedded,
        ]),

    tests("LedgerTests", in: "Money", ["Identifiers", "Ledger", "Postgres", "TestSupport", .logging]),

    tests(
        "CardPointeTests", in: "Merchants",
        [
            "CardClient", "CardConnectConsumerSDK", "CardPointe", "CardSecrets", "Gateways", "GatewayTestSupport",
            "HTTPContract", "HTTPService", "Identifiers", "Ledger", "Payments", "PaymentTokens", "Postgres",
            "SimulatedWallets", "TestSupport", "Validation", .httpTypes, .logging, .nioCore, .nioEmbedded,
        ]),

    tests(
        "PaymentsTests", in: "Merchants",
        [
            "CardSecrets", "GatewayTestSupport", "Identifiers", "Ledger", "Payments", "PaymentTokens", "Postgres",
            "SimulatedWallets", "TestSupport", "Webhooks", .asn1, .crypto, .logging, .x509,
        ]),

    tests(
        "NetworkServerTests", in: "Issuer",
        ["Authorizing", "CardSecrets", "ISO8583", "Issuing", "Ledger", "NetworkServer", "Postgres"]),
    tests("AuditTests", in: "Issuer", ["Audit", "Postgres", "TestSupport", .crypto]),
    tests("CardsTests", in: "Issuer", ["Cards", "Identifiers", "Ledger", "Validation"]),
    tests(
        "AuthorizingTests", in: "Issuer",
        ["Authorizing", "Cards", "Identifiers", "Ledger", "Postgres", "TestSupport", "Validation"]),
    tests(
        "IssuingTests", in: "Issuer",
        [
            "Administration", "Audit", "Authorizing", "Cards", "CardSecrets", "Identifiers", "Issuing",
            "IssuingTestSupport", "Ledger", "Postgres", "Provisioning", "Sandbox", "Scenarios", "SimulatedWallets",
            "TestSupport", "Validation", "Webhooks", .crypto, .logging, .metrics,
        ]),
    tests(
        "AdministrationTests", in: "Issuer",
        [
            "Administration", "Audit", "Authorizing", "Cards", "CardSecrets", "HTTPService", "Identifiers", "Issuing",
            "IssuingTestSupport", "Ledger", "Postgres", "Sandbox", "Scenarios", "TestSupport", "Webhooks", .crypto,
            .logging,
        ]),
    tests(
        "AdministrationServerTests", in: "Issuer",
        [
            "Administration", "AdministrationServer", "Authorizing", "Cards", "CardSecrets", "CardServer",
            "ContractTestSupport", "HTTPContract", "HTTPService", "Identifiers", "Issuing", "IssuingTestSupport",
            "Ledger", "Postgres", "TestSupport", "Validation", .httpTypes, .logging, .nioCore, .nioEmbedded,
        ]),
    tests(
        "ContractTests", in: "Issuer",
        [
            "Authorizing", "CardAPI", "CardClient", "Cards", "CardSecrets", "CardServer", "ContractTestSupport",
            "HTTPContract", "HTTPService", "Identifiers", "Issuing", "Ledger", "NIOTransport", "Postgres",
            "Provisioning", "Sandbox", "SandboxServer", "Scenarios", "SimulatedWallets", "Simulators", "TestSupport",
            "Validation", "Webhooks", .crypto, .httpTypes, .hummingbird, .logging, .nioCore, .nioPosix,
        ],
        exclude: ["Golden"]),
    tests(
        "ClientTests", in: "Issuer",
        [
            "CardAPI", "CardClient", "Cards", "CardSecrets", "ContractTestSupport", "HTTPContract", "Issuing",
            "NIOTransport", "PaysafeWallet", "Provisioning", "Sandbox", "SimulatedWallets", "Simulators", "TestSupport",
            "Validation", .asyncHTTPClient, .crypto, .httpTypes, .hummingbird, .hummingbirdCore, .logging, .nioCore,
            .nioHTTP1,
        ]),

    tests(
        "GatewaysTests", in: "Merchants",
        [
            "CardSecrets", "Gateways", "GatewayTestSupport", "HTTPContract", "HTTPService", "Payments", "Postgres",
            "TestSupport", .httpTypes, .logging, .nioCore, .nioEmbedded,
        ]),

    tests(
        "SimulatedWalletsTests", in: "Sandbox",
        [
            "CardSecrets", "PaymentTokens", "Provisioning", "SimulatedWallets", .asn1, .crypto, .cryptoExtras, .x509,
        ]),
    tests(
        "SandboxTests", in: "Sandbox",
        [
            "Administration", "Authorizing", "Cards", "CardSecrets", "Identifiers", "Issuing", "IssuingTestSupport",
            "Ledger", "Postgres", "Provisioning", "Sandbox", "Scenarios", "SimulatedWallets", "TestSupport",
            "Validation", "Webhooks", .logging,
        ]),
    tests(
        "TrafficControlTests", in: "Sandbox",
        ["HTTPContract", "HTTPService", "TrafficControl", .httpTypes, .nioCore]),
    tests(
        "SandboxContractTests", in: "Sandbox",
        [
            "Authorizing", "CardAPI", "CardClient", "Cards", "CardSecrets", "CardServer", "ContractTestSupport",
            "HTTPContract", "HTTPService", "Identifiers", "Issuing", "Ledger", "Postgres", "Provisioning", "Sandbox",
            "SandboxServer", "SimulatedWallets", "Simulators", "TestSupport", "Validation", "Webhooks", .asn1,
            .asyncHTTPClient, .crypto, .httpTypes, .logging, .nioCore, .nioHTTP1, .nioPosix, .serviceLifecycle,
            .x509,
        ]),

    tests(
        "ConsoleTests", in: "Console",
        ["Console", "HTTPService", "TestSupport", .crypto, .httpTypes, .logging, .nioCore, .nioEmbedded]),

    tests(
        "MerchantsHostingTests", in: "Programs",
        [
            "Administration", "Authorizing", "CardPointe", "Cards", "CardSecrets", "CardServer",
            "ContractTestSupport", "Dintero", "Gateways", "HTTPContract", "HTTPService", "Identifiers", "Issuing",
            "IssuingTestSupport", "Ledger", "MerchantsHosting", "MoneyHash", "NetworkServer", "Payments", "Postgres",
            "Provisioning", "Sandbox", "SandboxServer", "SimulatedWallets", "Stitch", "TestSupport", .httpTypes,
            .logging, .nioCore, .nioEmbedded, .serviceLifecycle,
        ]),
    tests(
        "ServiceTests", in: "Programs",
        [
            "Authorizing", "CardAPI", "CardClient", "CardConnectConsumerSDK", "CardSecrets", "ClientSources",
            "ContractPack", "EmbeddedPostgres", "Hosting", "HTTPContract", "Issuing", "IssuingTestSupport", "Ledger",
            "NIOTransport", "PaymentTokens", "PaysafeWallet", "Postgres", "Provisioning", "SimulatedWallets",
            "Simulators", "tessera", "tessera-core", "TestSupport", .asyncHTTPClient, .crypto, .logging, .nioCore,
            .nioHTTP1, .nioPosix, .nioSSL, .subprocess, .system, .yams,
        ],
        exclude: ["SwiftApp"]),
    tests(
        "RepositoryTests", in: "Programs",
        [
            "CardAPI", "Cards", "CardServer", "Hosting", "HTTPContract", "HTTPService", "Identifiers", "Ledger",
            "Sandbox", "SandboxServer", "TestSupport", "Validation", .httpTypes, .subprocess,
        ]),
]

/// Without the folder `Tests`, so that a changed test does not build the image again.
let isWithoutTests = Context.environment["WITHOUT_TESTS"] != nil

let package = Package(
    name: "tessera",
    // Both are the first with the standard library of Swift 6.0.
    platforms: [.iOS(.v18), .macOS(.v15)],
    products: [
        .executable(name: "tessera", targets: ["tessera"]),
        .executable(name: "tessera-core", targets: ["tessera-core"]),
        // For an app; and for a backend in Swift.
        .library(name: "PaysafeWallet", targets: ["PaysafeWallet"]),
        .library(name: "CardClient", targets: ["CardClient", "CardAPI", "NIOTransport"]),
        // For the app of a merchant at CardPointe.
        .library(name: "CardConnectConsumerSDK", targets: ["CardConnectConsumerSDK"]),
        // For the benchmarks, which are a package of their own.
        .library(name: "Wallets", targets: ["CardSecrets", "Provisioning", "SimulatedWallets"]),
        .library(name: "COpenSSL", targets: ["COpenSSL"]),
    ]
        // For the fuzzer, which is another one.
        + (isWithoutTests ? [] : [.library(name: "FuzzedReaders", targets: ["FuzzedReaders"])]),
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: plugins + platform + wallets + money + issuer + merchants + sandbox + console + programs
        + (isWithoutTests ? [] : testTargets)
)
