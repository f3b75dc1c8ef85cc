// A customer's story with generated clients: story API SANDBOX CUSTOMER. The clients are in typescript-fetch.

import * as cards from "./typescript-fetch/cardservice/index";
import * as sandboxes from "./typescript-fetch/sandbox/index";

declare const process: { argv: string[] };
const [, , api, sandbox, customer] = process.argv;

/** Answers the challenge of a refusal, and returns the SCA-Authorization for the request. */
async function authenticate(app: cards.Configuration, refusal: Response): Promise<string> {
  const text = /auth-param1="(.*?)"/.exec(refusal.headers.get("WWW-Authenticate") ?? "")?.[1] ?? "";
  const { eventId, walletOperationId } = cards.AuthenticationEventFromJSON(JSON.parse(atob(text))).scaDetails;
  const authentication = new cards.StrongCustomerAuthenticationApi(app);
  const verification = { method: cards.VerificationMethodEnum.Otp, channel: cards.VerificationChannelEnum.Sms };
  await authentication.sendChallenge({ eventId, sendChallenge: { walletOperationId, verification } });
  const inbox = new sandboxes.CardholderPostAndTerminalApi(new sandboxes.Configuration({ basePath: sandbox }));
  const { messages } = await inbox.listMessages({ customerId: customer });
  const otp = messages[0].code;
  const attempt = await authentication.attemptAuthentication({
    eventId,
    attemptAuthentication: { walletOperationId, verification, otp },
  });
  console.log(attempt.status);
  return btoa(JSON.stringify(cards.AuthenticationPassToJSON({ scaDetails: { eventId, walletOperationId } })));
}

async function story(): Promise<void> {
  const client = new cards.Configuration({ basePath: api, username: "demo-app", password: "demo-secret" });
  const token = await new cards.TokensApi(client).issueToken({
    brand: "demo",
    grantType: cards.IssueTokenGrantTypeEnum.UrnIetfParamsOauthGrantTypeTokenExchange,
    subjectToken: customer,
    subjectTokenType: cards.IssueTokenSubjectTokenTypeEnum.UrnTesseraTokenTypeCustomerId,
  });
  const app = new cards.Configuration({ basePath: api, accessToken: token.accessToken });
  const service = new cards.CardsApi(app);
  const { cardId, status } = await service.createCard({
    createCard: { programName: "DEMO-VIRTUAL-VISA-EEA", currency: "EUR" },
  });
  console.log(status);

  const changes: cards.UpdateCard[] = [
    { status: cards.UpdateCardStatusEnum.Locked, statusReason: "Mislaid" },
    { status: cards.UpdateCardStatusEnum.Active, statusReason: "Found again" },
  ];
  for (const updateCard of changes) {
    const refusal = await service.updateCard({ cardId, updateCard }).then(
      () => { throw new Error("The change needs no authentication."); },
      (error: cards.ResponseError) => error.response,
    );
    const problem = cards.ProblemFromJSON(await refusal.json());
    console.log(refusal.status, problem.error.code);
    const sCAAuthorization = await authenticate(app, refusal);
    console.log((await service.updateCard({ cardId, updateCard, sCAAuthorization })).status);
  }

  const wallet = new cards.TokenizationsApi(app);
  const sealed = await wallet.tokenizeCard({
    cardId,
    tokenizeCard: {
      walletType: cards.TokenizeCardWalletTypeEnum.GooglePay,
      clientDeviceId: "WNkcsfZPiKfa5PrH3jilkQYT",
      clientWalletAccountId: "40exmLiWV1iV55ZVstOAiMf7",
    },
  });
  console.log(sealed.cardNetwork);
  const completed = await wallet.updateTokenizationStatus({
    cardId,
    updateTokenization: {
      dpanRef: `DNITHE${customer}`,
      walletType: cards.UpdateTokenizationWalletTypeEnum.GooglePay,
      status: cards.UpdateTokenizationStatusEnum.Completed,
    },
  });
  console.log(completed.status);
}

story();
