/** The pages of the console, by their paths. */
import { overviewPage } from "./pages/overview.js";
import { guidePage } from "./pages/guide.js";
import { customersPage } from "./pages/customers.js";
import { customerPage } from "./pages/customer.js";
import { cardPage } from "./pages/card.js";
import { phonesPage } from "./pages/phones.js";
import { phonePage } from "./pages/phone.js";
import { shopsPage } from "./pages/shops.js";
import { shopPage } from "./pages/shop.js";
import { moneyPage } from "./pages/money.js";
import { accountPage } from "./pages/account.js";
import { inboxPage } from "./pages/inbox.js";
import { requestsPage } from "./pages/requests.js";
import { webhooksPage } from "./pages/webhooks.js";
import { sandboxPage } from "./pages/sandbox.js";

export const routes = [
    ["/", overviewPage],
    ["/story", guidePage],
    ["/story/:step", guidePage],
    ["/customers", customersPage],
    ["/customers/:customerId", customerPage],
    ["/cards/:cardId", cardPage],
    ["/phones", phonesPage],
    ["/phones/:phoneId", phonePage],
    ["/shops", shopsPage],
    ["/shops/:merchantId", shopPage],
    ["/money", moneyPage],
    ["/money/:accountId", accountPage],
    ["/inbox", inboxPage],
    ["/requests", requestsPage],
    ["/webhooks", webhooksPage],
    ["/webhooks/:deliveryId", webhooksPage],
    ["/sandbox", sandboxPage],
    ["/sandbox/:part", sandboxPage],
];
