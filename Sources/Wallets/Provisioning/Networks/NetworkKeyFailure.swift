import CardSecrets

/// Why the networks' keys cannot be used. It names the file, never its contents.
public enum NetworkKeyFailure: Error, Equatable, Sendable {
    case noDirectory(String)
    case nothing(String)
    case unknown(String)
    case file(KeyFailure)
    case malformed(path: String, String)
}

extension NetworkKeyFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noDirectory(let path): "\(path) is not a directory that can be read."
        case .nothing(let path): "\(path) holds no visa.json and no mastercard.json; at least one is needed."
        case .unknown(let path): "\(path) belongs to no network; visa.json and mastercard.json are read."
        case .file(let failure): failure.description
        case .malformed(let path, let what): "\(path): \(what)"
        }
    }
}
