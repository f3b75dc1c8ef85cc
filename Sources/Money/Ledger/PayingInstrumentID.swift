import Identifiers

/// The instrument that a payment was made with. The ledger only stores this id; the target that books the payment knows
/// the instrument.
public typealias PayingInstrumentID = ID<PayingInstrument>
public enum PayingInstrument {}
