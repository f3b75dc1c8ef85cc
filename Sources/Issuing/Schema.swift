import Postgres

/// `schema.sql`, compiled in, and the steps by which an older database gets there.
public enum Schema {
    /// What an empty database is given.
    public static let whole = String(decoding: PackageResources.schema_sql, as: UTF8.self)

    public static let migrations = [
        Migration(
            version: 1, name: "card-service",
            sql: String(decoding: PackageResources.v1_card_service_sql, as: UTF8.self)),
        Migration(
            version: 2, name: "strong-authentication",
            sql: String(decoding: PackageResources.v2_strong_authentication_sql, as: UTF8.self)),
        Migration(
            version: 3, name: "webhooks", sql: String(decoding: PackageResources.v3_webhooks_sql, as: UTF8.self)),
        Migration(
            version: 4, name: "bulk-orders",
            sql: String(decoding: PackageResources.v4_bulk_orders_sql, as: UTF8.self)),
        Migration(
            version: 5, name: "secure-views",
            sql: String(decoding: PackageResources.v5_secure_views_sql, as: UTF8.self)),
        Migration(
            version: 6, name: "tokenizations",
            sql: String(decoding: PackageResources.v6_tokenizations_sql, as: UTF8.self)),
        Migration(
            version: 7, name: "snapshots", sql: String(decoding: PackageResources.v7_snapshots_sql, as: UTF8.self)),
        Migration(
            version: 8, name: "snapshots-that-hold",
            sql: String(decoding: PackageResources.v8_snapshots_that_hold_sql, as: UTF8.self)),
    ]
}
