// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that building Tessera does not build its benchmarks.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "tessera", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        .executableTarget(
            name: "WalletBenchmark",
            dependencies: [
                .product(name: "COpenSSL", package: "tessera"),
                .product(name: "Wallets", package: "tessera"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "WalletBenchmark", swiftSettings: strict),
        .executableTarget(
            name: "ConstantAnswer", dependencies: [.product(name: "Hummingbird", package: "hummingbird")],
            path: "ConstantAnswer", swiftSettings: strict),
    ]
)
