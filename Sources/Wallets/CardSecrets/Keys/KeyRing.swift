/// All data keys of the installation. The newest version of each key that may seal does so; every version opens the
/// ciphertexts that name it.
///
/// It is a value: rotating makes a new ring, and the owner replaces the old one with it.
public struct KeyRing: Sendable {
    /// The keys by version. Every purpose has a key at all times.
    private var keys: [KeyPurpose: [Int: DataKey]]

    /// - Throws: `missing` if a purpose has no key, and what `adding` throws.
    public init(_ keys: [DataKey]) throws(KeyFailure) {
        self.keys = [:]
        for key in keys { try insert(key) }
        for purpose in KeyPurpose.allCases where self.keys[purpose] == nil { throw .missing(purpose) }
    }

    /// The ring as it is stored, opened.
    public init(opening wrapped: [WrappedKey], with keyEncryptionKey: KeyEncryptionKey) throws(KeyFailure) {
        var keys: [DataKey] = []
        for key in wrapped { keys.append(try keyEncryptionKey.unwrap(key)) }
        try self.init(keys)
    }

    /// The ring as it is stored now. The versions that this ring has are not opened again, because they may be wrapped
    /// under another key-encryption key meanwhile.
    ///
    /// - Returns: the ring, and the versions that do not open and do not seal yet, which it lacks.
    /// - Throws: `doesNotUnwrap` if a version seals already and does not open: the servers that have it make values
    ///   that this ring cannot open.
    public func renewed(
        from stored: [WrappedKey], opening keyEncryptionKey: KeyEncryptionKey
    ) throws(KeyFailure) -> (ring: KeyRing, unopened: [WrappedKey]) {
        var (opened, unopened): ([DataKey], [WrappedKey]) = ([], [])
        for wrapped in stored {
            if let known = keys[wrapped.purpose]?[wrapped.version] {
                opened.append(known.marked(seals: wrapped.seals))
            } else {
                do throws(KeyFailure) {
                    opened.append(try keyEncryptionKey.unwrap(wrapped))
                } catch {
                    guard !wrapped.seals else { throw error }
                    unopened.append(wrapped)
                }
            }
        }
        return (try KeyRing(opened), unopened)
    }

    /// The first version of a key for every purpose that has none yet: all of them in a new installation, and the
    /// purposes added since then in an older one.
    public static func firstVersions(besides known: [WrappedKey], using entropy: Entropy) -> [DataKey] {
        let purposes = Set(known.map(\.purpose))
        return KeyPurpose.allCases.filter { !purposes.contains($0) }.map { DataKey.generate($0, using: entropy) }
    }

    /// The first version of every key, for a new installation.
    public static func generate(using entropy: Entropy) -> KeyRing {
        let keys = firstVersions(besides: [], using: entropy)
        return KeyRing(onePerPurpose: keys)
    }

    private init(onePerPurpose keys: [DataKey]) {
        self.keys = Dictionary(uniqueKeysWithValues: keys.map { ($0.purpose, [$0.version: $0]) })
    }

    /// The next version of a key. To rotate, wrap and store it, then add it to the ring.
    public func successor(of purpose: KeyPurpose, using entropy: Entropy) throws(KeyFailure) -> DataKey {
        guard purpose.rotates else { throw .doesNotRotate(purpose) }
        return .generate(purpose, version: (versions(of: purpose).last ?? 0) + 1, using: entropy)
    }

    public func adding(_ key: DataKey) throws(KeyFailure) -> KeyRing {
        var ring = self
        try ring.insert(key)
        return ring
    }

    /// The ring without one version. Retire a version only when nothing names it any more.
    public func retiring(_ purpose: KeyPurpose, version: Int) throws(KeyFailure) -> KeyRing {
        guard current(purpose).version != version else { throw .inUse(purpose, version: version) }
        var ring = self
        ring.keys[purpose]?[version] = nil
        return ring
    }

    /// The version that seals: the newest that may, or the oldest if none may.
    public func current(_ purpose: KeyPurpose) -> DataKey {
        let versions = keys[purpose, default: [:]].values
        let sealing = versions.filter(\.seals).max { $0.version < $1.version }
        guard let current = sealing ?? versions.min(by: { $0.version < $1.version }) else {
            preconditionFailure("A key ring has a key for every purpose; \(purpose.rawValue) is missing.")
        }
        return current
    }

    /// All versions except the one that seals, oldest first.
    func others(_ purpose: KeyPurpose) -> [DataKey] {
        let versions = keys[purpose, default: [:]]
        guard versions.count > 1 else { return [] }
        let current = current(purpose).version
        return versions.values.filter { $0.version != current }.sorted { $0.version < $1.version }
    }

    /// The version that opens.
    public func key(_ purpose: KeyPurpose, version: Int) throws(VaultFailure) -> DataKey {
        guard let key = keys[purpose]?[version] else {
            throw .unknownKeyVersion(purpose, version: version, known: versions(of: purpose))
        }
        return key
    }

    /// The versions, oldest first.
    public func versions(of purpose: KeyPurpose) -> [Int] { keys[purpose, default: [:]].keys.sorted() }

    /// All keys in order of purpose and version, ready to be stored.
    public var all: [DataKey] {
        KeyPurpose.allCases.flatMap { purpose in
            keys[purpose, default: [:]].values.sorted { $0.version < $1.version }
        }
    }

    private mutating func insert(_ key: DataKey) throws(KeyFailure) {
        let known = keys[key.purpose, default: [:]]
        guard known[key.version] == nil else { throw .duplicate(key.purpose, version: key.version) }
        guard known.isEmpty || key.purpose.rotates else { throw .doesNotRotate(key.purpose) }
        keys[key.purpose, default: [:]][key.version] = key
    }
}
