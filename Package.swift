// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "tessera",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "tessera", targets: ["tessera"]),
        .library(name: "CardClient", targets: ["CardClient", "CardAPI"]),
    ],
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
    targets: [
        // The two doors to C: libpq and OpenSSL's libcrypto (which libpq-dev brings along).
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

        // What text from outside may hold, and how to say that it does not.
        .target(name: "Validation", swiftSettings: strict),

        // What can be decided without asking anyone.
        .target(name: "Cards", dependencies: ["Validation"], swiftSettings: strict),

        // Card secrets, and both sides of a phone's wallet.
        .target(
            name: "CardSecrets",
            dependencies: [
                "COpenSSL",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "Provisioning",
            dependencies: [
                "CardSecrets", "COpenSSL",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "PaymentTokens",
            dependencies: [
                "CardSecrets",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SimulatedWallets",
            dependencies: [
                "CardSecrets", "PaymentTokens", "Provisioning",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),

        // Where what happened is kept.
        .target(
            name: "Postgres",
            dependencies: [
                "CLibPQ",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "EmbeddedPostgres",
            dependencies: [
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
        // Tells subscribers over HTTP what happened.
        .target(
            name: "Webhooks",
            dependencies: [
                "Postgres", "Validation",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),

        .target(
            name: "Scenarios", dependencies: ["Cards", .product(name: "Yams", package: "Yams")], swiftSettings: strict),
        .target(
            name: "Issuing",
            dependencies: ["Cards", "CardSecrets", "Postgres", "Provisioning", "Validation", "Webhooks"],
            resources: [.embedInCode("schema.sql")],
            swiftSettings: strict
        ),

        // What exists only to try the card service out.
        .target(
            name: "Sandbox",
            dependencies: [
                "Cards", "CardSecrets", "Issuing", "Postgres", "Provisioning", "Scenarios", "SimulatedWallets",
                "Validation",
            ],
            swiftSettings: strict
        ),

        // What any HTTP API here is made of, as data and as a server.
        .target(
            name: "HTTPContract",
            dependencies: ["Validation", .product(name: "HTTPTypes", package: "swift-http-types")],
            swiftSettings: strict
        ),
        .target(
            name: "HTTPService",
            dependencies: [
                "HTTPContract", "Validation",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        // The wire, and the two ends of it.
        .target(
            name: "CardAPI",
            dependencies: [
                "HTTPContract", "Validation", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "ContractPack",
            dependencies: [
                "CardAPI", "HTTPContract", .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CardServer",
            dependencies: [
                "CardAPI", "Cards", "CardSecrets", "ContractPack", "HTTPContract", "HTTPService", "Issuing", "Postgres",
                "Provisioning", "Sandbox", "Scenarios", "SimulatedWallets", "Validation", "Webhooks",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CardClient",
            dependencies: [
                "CardAPI", "HTTPContract", "Validation",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),

        // Whom the service must be believed by.
        .target(
            name: "Simulators",
            dependencies: [
                "CardAPI", "CardClient", "CardSecrets", "HTTPContract", "Provisioning", "SimulatedWallets",
                "Validation",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),

        // The stories that the contract tests tell, for the program to hand out.
        .target(
            name: "Transcripts",
            path: "Tests/ContractTests/Transcripts",
            exclude: ["openapi.json", "operations.txt"],
            resources: [
                .embedInCode("business.http"), .embedInCode("digital-card.http"), .embedInCode("mistakes.http"),
                .embedInCode("physical-card.http"), .embedInCode("secure-details.http"),
                .embedInCode("strong-authentication.http"), .embedInCode("tokenization.http"),
                .embedInCode("tokens.http"), .embedInCode("virtual-card.http"), .embedInCode("webhooks.http"),
            ],
            swiftSettings: strict
        ),

        // The one program.
        .executableTarget(
            name: "tessera",
            dependencies: [
                "CardAPI", "CardClient", "CardSecrets", "CardServer", "ContractPack", "EmbeddedPostgres",
                "HTTPContract", "HTTPService", "Issuing", "Postgres", "Provisioning", "Sandbox", "Scenarios",
                "Simulators", "Transcripts", "Webhooks",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "WalletBenchmark",
            dependencies: [
                "CardSecrets", "COpenSSL", "Provisioning", "SimulatedWallets",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Benchmarks/WalletBenchmark",
            swiftSettings: strict
        ),

        // Tests, each layer on the real thing below it.
        .target(
            name: "TestSupport",
            dependencies: [
                "Cards", "CardSecrets", "EmbeddedPostgres", "Issuing", "Postgres", "Sandbox", "Validation",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            path: "Tests/TestSupport",
            swiftSettings: strict
        ),
        .testTarget(name: "ValidationTests", dependencies: ["Validation"], swiftSettings: strict),
        .testTarget(name: "CardsTests", dependencies: ["Cards", "Validation"], swiftSettings: strict),
        .target(
            name: "WalletTestSupport",
            dependencies: [
                "CardSecrets", "SimulatedWallets", .product(name: "Subprocess", package: "swift-subprocess"),
            ],
            path: "Tests/WalletTestSupport",
            swiftSettings: strict
        ),
        .testTarget(
            name: "CardSecretsTests",
            dependencies: [
                "CardSecrets", "WalletTestSupport", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ProvisioningTests",
            dependencies: [
                "CardSecrets", "Provisioning", "SimulatedWallets", "WalletTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PaymentTokensTests",
            dependencies: [
                "CardSecrets", "PaymentTokens", "SimulatedWallets", "WalletTestSupport",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulatorsTests",
            dependencies: ["CardSecrets", "Provisioning", "SimulatedWallets", "Simulators"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "PostgresTests",
            dependencies: [
                "EmbeddedPostgres", "Postgres", "TestSupport",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebhooksTests",
            dependencies: [
                "Postgres", "TestSupport", "Webhooks",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IssuingTests",
            dependencies: [
                "Cards", "CardSecrets", "Issuing", "Postgres", "Provisioning", "Sandbox", "Scenarios",
                "SimulatedWallets", "TestSupport", "Validation", "Webhooks",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ContractTests",
            dependencies: [
                "CardAPI", "CardClient", "Cards", "CardSecrets", "CardServer", "HTTPContract", "HTTPService", "Issuing",
                "Postgres", "Provisioning", "Sandbox", "Scenarios", "SimulatedWallets", "Simulators", "TestSupport",
                "Validation", "Webhooks",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Transcripts"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "CardAPI", "CardClient", "CardSecrets", "ContractPack", "EmbeddedPostgres", "HTTPContract", "HTTPService",
                "Issuing", "Postgres", "Provisioning", "SimulatedWallets", "tessera", "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict
        ),
    ]
)
