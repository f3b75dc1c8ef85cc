import SystemPackage

/// Creates the directories around the cluster, each with as few permissions as possible.
///
/// This process never writes where the server's account could interfere: home and its files belong to the launcher, and
/// only `cluster` and `socket` belong to the server's account. So root never writes through a link that the account
/// `postgres` has created.
struct ClusterDirectories {
    let account: ServerAccount

    /// Where the cluster goes if the server's account cannot pass through the data directory, such as below `/root`:
    /// the file system hierarchy's place for such state. The data directory then holds a link to it.
    static let systemState: FilePath = "/var/lib/tessera"

    /// Creates the data directory itself, before anything in it is used.
    func makeDataDirectory(_ layout: ClusterLayout) throws(EmbeddedPostgresFailure) {
        let path = layout.dataDirectory
        if try path.statusIfPresent(followingLink: true) == nil {
            try path.makeParentDirectories()
            try path.makeDirectory(permissions: .ownerReadWriteExecute)
        }
        guard let status = try path.statusIfPresent(followingLink: true), status.type == .directory else {
            throw .directoryNotOurs(path, reason: "it is not a directory")
        }
        if account.isAnother, status.userID.rawValue == account.launcherUserID,
            !status.permissions.contains(.otherExecute)
        {
            try letPass(path)
        }
    }

    /// Creates the home and the socket's directory. Returns the layout as the server's account sees it.
    func makeHome(_ layout: ClusterLayout) async throws(EmbeddedPostgresFailure) -> ClusterLayout {
        let isReachable = await account.canReach(layout.dataDirectory)
        if try layout.home.statusIfPresent() == nil {
            if isReachable {
                try layout.home.makeDirectory(permissions: .ownerReadWriteExecute)
            } else {
                try makeHomeElsewhere(layout)
            }
        }
        let visible = layout.followingLink
        guard let status = try visible.home.statusIfPresent(), status.type == .directory else {
            throw .directoryNotOurs(layout.home, reason: "it is neither a directory nor a link to one")
        }
        guard status.userID.rawValue == account.launcherUserID else {
            throw .directoryNotOurs(
                layout.home, reason: "it belongs to uid \(status.userID.rawValue), not to \(account.launcherName)")
        }
        try visible.home.setPermissions(.ownerReadWriteExecute)
        if account.isAnother { try letPass(visible.home) }
        guard await account.canReach(visible.home) else {
            throw .directoryUnreachable(visible.home, account: account.name)
        }
        try makeSocketDirectory(visible.socketDirectory)
        return visible
    }

    /// Allows the server's account to pass through the directory, but not to list it.
    private func letPass(_ directory: FilePath) throws(EmbeddedPostgresFailure) {
        try directory.setOwner(account.launcherUserID, group: account.groupID)
        try directory.setPermissions([.ownerReadWriteExecute, .groupExecute])
    }

    private func makeHomeElsewhere(_ layout: ClusterLayout) throws(EmbeddedPostgresFailure) {
        let place = Self.systemState
        if try place.statusIfPresent() == nil {
            try place.makeParentDirectories()
            try place.makeDirectory(permissions: .ownerReadWriteExecute)
            try place.setPermissions([.ownerReadWriteExecute, .groupExecute, .otherExecute])
        }
        let home = try place.appending("postgres-").makeUniqueDirectory()
        try layout.home.makeLink(to: home)
    }

    /// Below `/tmp`, any account may have created a directory or a link with this name before. It must be a directory,
    /// and belong to the server's account or to a launcher that was interrupted before changing the owner.
    private func makeSocketDirectory(_ directory: FilePath) throws(EmbeddedPostgresFailure) {
        if try directory.statusIfPresent() == nil {
            try directory.makeDirectory(permissions: .ownerReadWriteExecute)
        }
        guard let status = try directory.statusIfPresent(), status.type == .directory else {
            throw .directoryNotOurs(directory, reason: "it is not a directory; remove it")
        }
        let owner = status.userID.rawValue
        guard owner == account.userID || owner == account.launcherUserID else {
            throw .directoryNotOurs(directory, reason: "it belongs to uid \(owner), not to \(account.name)")
        }
        if account.isAnother { try directory.setOwner(account.userID, group: account.groupID) }
        try directory.setPermissions(.ownerReadWriteExecute)
    }
}
