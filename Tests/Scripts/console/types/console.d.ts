/** Types that many modules of the console share. */

type Panel = import("../../../../Sources/Console/Console/Pages/panel.js").Panel;
type Actions = Panel["own"];
type Problem = import("../../../../Sources/Console/Console/Pages/api.js").Problem;

/** The sender of a request to the Card service. */
interface Caller {
    kind: "customer" | "client" | "business";
    brand: string;
    customerId?: string;
    scope?: string;
}

/** A customer as the sender of requests. */
interface Sender {
    customerId?: string;
    brand: string;
    scope?: string;
    hasNoToken?: boolean;
}

/** A customer with names. */
interface Person extends Sender {
    firstName?: string;
    lastName?: string;
    countryCode?: string;
}

interface Client {
    id: string;
    secret: string;
    isPublished?: boolean;
    secretName?: string;
}

interface RequestOptions {
    query?: Record<string, string | number | boolean | null | undefined>;
    json?: any;
    form?: Record<string, string | undefined>;
    text?: string;
    /** The media type of `text`. */
    type?: string;
    headers?: Record<string, string>;
    /** The statuses that are no errors here. */
    expects?: number[];
    basic?: Client;
    bearer?: string;
    /** The variable that stands for `bearer` in a command. */
    bearerName?: string;
    tokenRequest?: ServiceRequest;
    /** The texts that are variables in a command, by the names of the variables. */
    secrets?: Record<string, string | undefined>;
    explanation?: string;
    needsCVV?: boolean;
}

declare const answered: unique symbol;

interface ServiceRequest<Body = any> extends RequestOptions {
    area: "sandbox" | "public" | "merchants";
    method: string;
    path: string;
    as?: Caller;
    /** Only for the type checker: the type of the answer's body. */
    [answered]?: Body;
}

interface ServiceAnswer<Body = any> {
    request: ServiceRequest<Body>;
    status: number;
    ok: boolean;
    headers: Headers;
    text: string;
    body: Body;
    milliseconds: number;
}

type Send = <Body>(request: ServiceRequest<Body>) => Promise<ServiceAnswer<Body>>;

/** A path without its parameters, such as /cards/{}/actions. */
type Bare<Path extends string> = Path extends `${infer First}/${infer Rest}` ? `${BarePart<First>}/${Bare<Rest>}`
    : BarePart<Path>;
type BarePart<Part extends string> = string extends Part ? "{}" : Part;

/** The body of the answer to a method and a path; unknown if there is no such operation. */
type BodyOf<Bodies, Method extends string, Path extends string> = string extends Path ? any
    : `${Method} ${Bare<Path>}` extends keyof Bodies ? Bodies[`${Method} ${Bare<Path>}`] : unknown;

type Values = Record<string, any>;

/** The properties of a new element. */
interface Attributes {
    onclick?: (event: MouseEvent & { target: HTMLElement, currentTarget: HTMLButtonElement }) => unknown;
    onchange?: (event: Event & { target: HTMLInputElement }) => unknown;
    oninput?: (event: Event & { target: HTMLInputElement }) => unknown;
    onsubmit?: (event: SubmitEvent) => unknown;
    onkeydown?: (event: KeyboardEvent) => unknown;
    onfocus?: (event: FocusEvent) => unknown;
    onscroll?: (event: Event) => unknown;
    [name: string]: any;
}

interface Field {
    name: string;
    label: string;
    value?: any;
    hint?: string;
    type?: string;
    options?: string[][];
    lines?: number;
    required?: boolean;
    width?: string;
    longest?: number;
    inputmode?: string;
    placeholder?: string;
    list?: string;
    onchange?: Attributes["onchange"];
    oninput?: Attributes["oninput"];
}

type Authenticate = (send: Send, customer: Sender, event: AuthenticationEvent) => Promise<unknown>;

type RequestMaker = ServiceRequest | (() => ServiceRequest | null) | null;

/** The action of a panel's button. */
interface Action {
    label: string;
    name?: string;
    kind?: string;
    request: RequestMaker;
    run?: (panel: Panel, request: ServiceRequest | null) => unknown;
    then?: (answer: any) => unknown;
    incomplete?: string;
    done?: string;
    sure?: string | null;
    undo?: ((panel: Panel) => ServiceRequest | null | Promise<ServiceRequest | null>) | null;
}

interface FormOptions {
    label: string;
    name?: string;
    kind?: string;
    class?: string;
    fields: Array<Field | Node>;
    more?: Node;
    request: (values: Values) => ServiceRequest | null;
    run?: (panel: Panel, request: ServiceRequest, values: Values) => unknown;
    then?: (answer: any, form: HTMLFormElement) => unknown;
    incomplete?: string;
    done?: string;
}

interface Column<Row> {
    title: string;
    class?: string;
    cell: (row: Row) => unknown;
}

interface PageRange {
    limit: number;
    offset: number;
}

/** An event of the service's stream. Its members depend on its kind. */
interface ServiceEvent {
    id?: string;
    kind: string;
    data: any;
}

/** A request in the journal; an event about one has fewer members. */
interface JournalEntry {
    number: number;
    requestId?: string;
    time?: string;
    method: string;
    path: string;
    pathParameters?: Record<string, string>;
    query?: Record<string, string>;
    headers?: Record<string, string>;
    body?: any;
    bodyBytes?: number;
    answer?: any;
    status?: number;
    code?: string;
    operation?: string;
    gateway?: string;
    customerId?: string;
    tool?: string;
    fault?: string;
    faults?: string[];
    explanation?: any;
    milliseconds?: number;
    durationMilliseconds?: number;
}

/** The demand of a protected operation: the customer must authenticate. */
interface AuthenticationEvent {
    eventId: string;
    walletOperationId: string;
    authenticationMode: string;
    availableVerifications: Verification[];
}

interface Verification {
    method: string;
    channel?: string;
    target?: string;
}

/** An error, with the service's answer if the service has refused a request. */
interface Failure extends Error {
    title?: string;
    status?: number;
    code?: string;
    detail?: string;
    fields?: { field: string, error: string }[];
}

/** The answer of GET /sandbox/about. */
type About = Sandbox.AboutAnswer;

/** The page of a card. The card is null until it is loaded. */
interface CardPage {
    cardId: string;
    owner: Owner;
    customer: Sender & Owner;
    card: CardService.Card | null;
    signal: AbortSignal;
}

/** A customer that is known. */
interface Owner extends Sender {
    customerId: string;
}

type Phone = Sandbox.PhoneAnswer;
type PhoneToken = Sandbox.PhoneTokenAnswer;
type Message = Sandbox.MessageAnswer;
type Payment = Sandbox.MerchantPaymentAnswer;
type FaultPlan = Sandbox.FaultPlanAnswer;

/** A shown phone, with the tokens in its wallet at the latest request. */
interface ShownPhone {
    phone: Phone;
    customer: Customer;
    tokens: PhoneToken[];
}

/** A request of the journal. Perhaps only its number is known. */
type ChosenRequest = Pick<JournalEntry, "number"> & Partial<JournalEntry>;

/** A card on its way into a phone's wallet. Each message adds what the next ones need. */
interface Trip {
    phone: Phone;
    card: CardService.Card;
    customer: Owner;
    device?: Sandbox.CertificatesAnswer;
    sealed?: CardService.CardTokenization;
    steps?: Sandbox.ExplainedStepAnswer[] | null;
    token?: PhoneToken;
}

/** A shop, and its credentials by the names of the gateways; null if the console no longer has them. */
interface Shop extends Sandbox.MerchantAnswer {
    credentials: any;
}

/** A payment at a gateway. */
interface Order {
    merchantId: string;
    gateway: string;
    amount: number;
    currencyCode: string;
    /** The shop's own name for the payment, once it is made. */
    order?: string;
    authenticates: boolean;
    words: string;
    token?: string;
    phoneId?: string;
    wallet?: string;
    cardId?: string;
    method?: string;
}

type Follow = (send: Send, shop: Shop, payment: Payment) => Promise<string>;

/** A gateway before the service has named it. */
type UnnamedGateway = Omit<Gateway, "title" | "wallets">;

interface Gateway {
    title: string;
    wallets: string[];
    words: string;
    takesCards?: boolean;
    voidsCaptures?: boolean;
    canAuthenticate?: boolean;
    methods?: Record<string, string>;
    pay: (send: Send, shop: Shop, order: Order) =>
        Promise<{ words: string, page?: string | null, provider?: string | null }>;
    follow: Record<string, Follow>;
    authentication?: (payment: { id: string }) => string | null;
    provider?: (payment: Payment) => string | null;
    begins?: (shop: Shop, order: Order) => ServiceRequest;
    tokenRequest?: (credentials: any) => ServiceRequest;
}

/** A possible action on a card. */
interface Move {
    who: string;
    label: string;
    to: string[];
    request: ServiceRequest | null;
    possible: boolean;
    reason?: string;
    asks: boolean;
    isFinal: boolean;
    operation?: string;
}

type Change = Sandbox.CardChangeAnswer;

type Customer = Sandbox.ListedCustomerAnswer;

/** The data for the picture of a card. */
interface FaceOfCard {
    scheme: string;
    cardType: string;
    status: string;
    lastFour: string;
    programName?: string;
    expiry?: { month: number, year: number };
}

/** A possible change of a card's status. */
interface Transition {
    actor: string;
    occasion: string;
    from: string;
    to: string;
}

/** A suggestion of the search. */
interface Suggestion {
    title: unknown;
    words: unknown;
    path: string;
}

/** A way to pay in a shop. */
interface PurseOption {
    words: string;
    cardId?: string;
    phoneId?: string;
    token?: string;
    wallet?: string;
    method?: string;
}

type Page = (parameters: Record<string, string>, signal: AbortSignal) => Node | Promise<Node>;
type Load = () => Promise<{ default: any }>;
