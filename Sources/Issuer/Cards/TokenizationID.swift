import Identifiers

/// A card on its way into a wallet, and the token it becomes there.
public typealias TokenizationID = ID<Tokenization>
