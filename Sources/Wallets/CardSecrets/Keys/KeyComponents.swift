import Foundation

/// A key that is shared with a card network, in components: each custodian has one, and nobody has the key.
///
/// The key is their exclusive or (ISO 11568-2). One component says nothing about it.
public struct KeyComponents: Sendable {
    public let purpose: KeyPurpose
    private let secret: Secret
    /// In the order of the components.
    public let checkValues: [NetworkCheckValue]
    /// That of the key.
    public let checkValue: NetworkCheckValue

    /// Reads the components from files, each of which only its owner may access: hexadecimal digits in one line.
    public init(files paths: [String], of purpose: KeyPurpose) throws(KeyFailure) {
        var components: [Secret] = []
        for path in paths {
            var contents = try PrivateFile.contents(of: path, limit: 256)
            defer { contents.wipe() }
            let line = String(decoding: contents, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
            guard let component = KeyEncryptionKey.bytes(hexadecimal: line), component.count == purpose.length else {
                throw .malformedComponent(path: path, length: purpose.length)
            }
            components.append(Secret(component))
        }
        try self.init(components, of: purpose)
    }

    /// - Parameter components: 2 or 3.
    /// - Throws: `isNotShared` for a key that belongs to the database alone, and `weakComponents` if they cancel each
    ///   other out.
    public init(_ components: [Secret], of purpose: KeyPurpose) throws(KeyFailure) {
        guard purpose.isShared else { throw .isNotShared(purpose) }
        guard 2...3 ~= components.count else { throw .wrongNumberOfComponents }
        var sum = [UInt8](repeating: 0, count: purpose.length)
        defer { sum.wipe() }
        for component in components {
            component.withBytes { for (index, byte) in $0.enumerated() { sum[index] ^= byte } }
        }
        let isWeak = sum.allSatisfy { $0 == 0 } || purpose == .cardVerification && sum.prefix(8) == sum.suffix(8)
        guard !isWeak, components.allSatisfy({ component in components.count { $0 == component } == 1 }) else {
            throw .weakComponents
        }
        self.purpose = purpose
        secret = Secret(sum)
        do throws(VaultFailure) {
            checkValues = try components.map { component throws(VaultFailure) in
                try NetworkCheckValue(of: component, for: purpose)
            }
            checkValue = try NetworkCheckValue(of: secret, for: purpose)
        } catch {
            throw .noCheckValue(purpose)
        }
    }

    /// The key, as the version after another one.
    public func key(after earlier: DataKey) -> DataKey {
        DataKey(purpose: purpose, version: earlier.version + 1, secret: secret)
    }

    /// The key, in place of the one of now.
    public func key(replacing earlier: DataKey) -> DataKey {
        DataKey(purpose: purpose, version: earlier.version, secret: secret)
    }
}
