import SystemPackage

/// The server's three configuration files. They are written at every start, so they always fit this version of Tessera,
/// this account and this path.
struct ServerSettings {
    let layout: ClusterLayout
    let account: ServerAccount
    let durability: EmbeddedPostgres.Durability
    let maximumConnections: Int

    func write() throws(EmbeddedPostgresFailure) {
        for (path, text) in [
            (layout.settings, settings), (layout.hostAccess, hostAccess), (layout.identityMap, identityMap),
        ] {
            try path.replaceContents(text, permissions: [.ownerReadWrite, .groupRead, .otherRead])
        }
    }

    /// The first line includes the settings that initdb found for this machine. The lines after it override that.
    ///
    /// The log holds the server's own events but no statement's error, because an error may quote values that must not
    /// be logged.
    var settings: String {
        """
        include \(Self.quoted(layout.cluster.appending("postgresql.conf").string))
        hba_file = \(Self.quoted(layout.hostAccess.string))
        ident_file = \(Self.quoted(layout.identityMap.string))
        listen_addresses = ''
        unix_socket_directories = \(Self.quoted(layout.socketDirectory.string))
        unix_socket_permissions = 0700
        max_connections = \(maximumConnections)
        logging_collector = off
        log_destination = 'stderr'
        log_min_messages = log
        log_min_error_statement = panic
        log_error_verbosity = terse
        log_checkpoints = off
        log_timezone = 'UTC'
        \(durability.settings)

        """
    }

    /// No network and no passwords: only the socket, and only the accounts in the map, which the kernel identifies.
    var hostAccess: String {
        "local all all peer map=owner\n"
    }

    var identityMap: String {
        var accounts = [account.launcherName]
        if account.isAnother { accounts.append(account.name) }
        let lines = accounts.flatMap { account in
            [EmbeddedPostgres.role, EmbeddedPostgres.administrator].map { "owner \"\(account)\" \($0)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Compares scalars, as Postgres does: in Swift, a quotation mark with an accent is another character.
    static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.flatMap { $0 == "'" || $0 == "\\" ? [$0, $0] : [$0] }
        return "'" + String(String.UnicodeScalarView(escaped)) + "'"
    }
}

extension EmbeddedPostgres.Durability {
    var settings: String {
        switch self {
        case .full: "fsync = on\nfull_page_writes = on\nsynchronous_commit = on"
        // A cluster that is soon deleted needs no vacuum. Besides, a database cannot be copied while autovacuum works
        // in it.
        case .none: "fsync = off\nfull_page_writes = off\nsynchronous_commit = off\nautovacuum = off"
        }
    }
}
