/** Browser features that Debian's TypeScript does not know yet, and the console's own events. */

interface MapConstructor {
    groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]>;
}

interface TimedSignals {
    timeout(milliseconds: number): AbortSignal;
}

interface WindowEventMap {
    "tessera-stream": CustomEvent<"live" | "broken" | "waiting">;
}
