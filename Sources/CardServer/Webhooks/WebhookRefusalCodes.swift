import CardAPI
import Cards

extension WebhookRefusal {
    var code: ErrorCode {
        switch self {
        case .subscriptionNotFound, .deliveryNotFound: .entityNotFound
        case .subscriptionExists: .operationNotAllowed
        case .subscriptionLimitExceeded: .subscriptionLimitExceeded
        }
    }
}
