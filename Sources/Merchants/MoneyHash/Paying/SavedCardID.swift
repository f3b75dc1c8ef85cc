import Identifiers

/// The id of a saved card.
typealias SavedCardID = ID<SavedCard>
