import Validation

/// An id that a caller states, if it may be logged.
///
/// - Returns: nil unless it is plain and contains no card number, because it could be a secret in the wrong place.
package func loggableID(_ id: String) -> String? {
    (1...64).contains(id.utf8.count) && id.utf8.allSatisfy(\.isPlain) && !CardNumber.isIn(identifier: id) ? id : nil
}
