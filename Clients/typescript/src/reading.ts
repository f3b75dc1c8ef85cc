/**
 * Reads what a response contains. A response may come from anything between the app and the service, so it may contain
 * anything. Each function throws an error that contains no value.
 */

export type Reader<Value> = (value: unknown) => Value;

export function object(value: unknown): Record<string, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected("an object");
    return value as Record<string, unknown>;
}

export function string(value: unknown): string {
    if (typeof value !== "string") throw unexpected("a text");
    return value;
}

export function boolean(value: unknown): boolean {
    if (typeof value !== "boolean") throw unexpected("true or false");
    return value;
}

export function integer(value: unknown): number {
    if (!Number.isSafeInteger(value)) throw unexpected("a whole number");
    return value as number;
}

export function anything(value: unknown): unknown {
    if (value === undefined) throw unexpected("a value");
    return value;
}

export function list<Value>(read: Reader<Value>): Reader<Value[]> {
    return (value) => {
        if (!Array.isArray(value)) throw unexpected("a list");
        return value.map((element) => read(element));
    };
}

/** A word of an enumeration, or `UNKNOWN` if this version does not know it. */
export function word<Word extends string>(words: Record<string, Word> & { readonly UNKNOWN: Word }): Reader<Word> {
    return (value) => Object.values(words).find((known) => known === string(value)) ?? words.UNKNOWN;
}

export function optional<Value>(value: unknown, read: Reader<Value>): Value | undefined {
    return value === undefined || value === null ? undefined : read(value);
}

/** The object without its undefined members. */
export function present<Value extends object>(value: Value): Value {
    return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}

/** Times on the wire have whole seconds, and those of `Date.toISOString` have three more digits. */
export function wholeSeconds(time: string | null | undefined): string | null | undefined {
    return time?.replace(/\.\d+(?=Z|[+-])/, "");
}

function unexpected(expected: string): Error {
    return new TypeError(`There is not ${expected}.`);
}
