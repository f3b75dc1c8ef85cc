// swift-tools-version: 6.2
import PackageDescription

// A separate package, because libFuzzer needs every module below it compiled for it.
let package = Package(
    name: "fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tessera", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz", dependencies: [.product(name: "FuzzedReaders", package: "tessera")], path: "Fuzz",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ])
    ]
)
