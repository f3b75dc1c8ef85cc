// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

let package = Package(
    name: "tessera-testing",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [.library(name: "TesseraTesting", targets: ["TesseraTesting"])],
    targets: [
        .target(name: "TesseraTesting", swiftSettings: settings),
        .testTarget(name: "TesseraTestingTests", dependencies: ["TesseraTesting"], swiftSettings: settings),
    ])
