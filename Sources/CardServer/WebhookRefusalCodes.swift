import CardAPI
import Cards
import HTTPContract

extension WebhookRefusal {
    var code: ErrorCode {
        switch self {
        case .subscriptionNotFound, .deliveryNotFound: .entityNotFound
        case .subscriptionExists: .operationNotAllowed
        case .subscriptionLimitExceeded: .subscriptionLimitExceeded
        }
    }
}
