import Testing

/// Gives each test a tenant, ``Tenant/current``.
public struct TesseraTrait: TestTrait, SuiteTrait, TestScoping {
    fileprivate let tenants: Tenants

    /// Each test of a suite has a tenant of its own.
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await tenants.withTenant { tenant in try await Tenant.$ofTest.withValue(tenant) { try await function() } }
    }
}

extension Trait where Self == TesseraTrait {
    /// A tenant for each test.
    public static var tessera: Self { TesseraTrait(tenants: .shared) }

    /// A tenant for each test, of tenants with a set-up of their own.
    public static func tessera(_ tenants: Tenants) -> Self { TesseraTrait(tenants: tenants) }
}
