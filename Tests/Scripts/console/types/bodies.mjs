/**
 * Writes the types of the operations' answers, from the recorded OpenAPI documents: `node bodies.mjs FOLDER` makes
 * `cardService.d.ts` and `sandbox.d.ts` in the folder. Answers that are refusals are not among them.
 */
import { readFileSync, writeFileSync } from "node:fs";

const golden = new URL("../../../Issuer/ContractTests/Golden/", import.meta.url);
const widest = 120;

/** The recorded document has a line for each of its parts. */
function documentOf(name) {
    const document = { schemas: new Map(), responses: new Map(), operations: new Map() };
    for (const line of readFileSync(new URL(name, golden), "utf8").split("\n")) {
        const component = /^components (schemas|responses) (\S+) (.*)$/.exec(line);
        if (component) document[component[1]].set(component[2], JSON.parse(component[3]));
        const operation = /^paths (\S+) (get|post|put|patch|delete) (.*)$/.exec(line);
        if (!operation) continue;
        const path = operation[1].replace(/\{\w+\}/g, "{}");
        document.operations.set(`${operation[2].toUpperCase()} ${path}`, JSON.parse(operation[3]));
    }
    return document;
}

const nameIn = (reference) => reference.split("/").at(-1);

/** The schemas of an operation's bodies; null for an answer without one. */
function bodiesOf({ responses: answers }, { responses }) {
    return Object.entries(answers).filter(([status]) => status.startsWith("2"))
        .map(([, answer]) => (answer.$ref ? responses.get(nameIn(answer.$ref)) : answer))
        .map(({ content }) => content?.["application/json"]?.schema ?? null);
}

/** The names of all schemas in `schemas`, and of the schemas in these. */
function namesIn(schemas, all) {
    const names = new Set();
    const visit = (schema) => JSON.stringify(schema, (key, value) => {
        if (key !== "$ref" || names.has(nameIn(value))) return value;
        names.add(nameIn(value));
        visit(all.get(nameIn(value)));
        return value;
    });
    schemas.forEach(visit);
    return [...names].sort();
}

function typeOf(schema) {
    if (!schema) return "null";
    if (schema.$ref) return nameIn(schema.$ref);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    const parts = schema.anyOf ?? schema.oneOf;
    if (parts) return union(parts.map(typeOf));
    return union([schema.type ?? "any"].flat().map((kind) => plainType(kind, schema)));
}

const union = (types) => [...new Set(types)].join(" | ");

function plainType(kind, { items, properties, required = [] }) {
    if (kind === "integer") return "number";
    if (kind === "array") return `Array<${typeOf(items)}>`;
    if (kind !== "object") return kind;
    if (!properties) return "Record<string, any>";
    return `{ ${Object.entries(properties).map(([name, schema]) =>
        `${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`)
        .join("; ")} }`;
}

/** A statement on as many lines as it needs, broken before a space outside of a text. */
function wrapped(text) {
    const lines = [];
    let line = "   ";
    for (const word of text.split(" ")) {
        if (line.length + 1 + word.length > widest) {
            lines.push(line);
            line = "       ";
        }
        line += ` ${word}`;
    }
    return [...lines, line];
}

function declarations(namespace, name) {
    const document = documentOf(name);
    const answered = [...document.operations].map(([key, operation]) => [key, bodiesOf(operation, document)]);
    const names = namesIn(answered.flatMap(([, bodies]) => bodies), document.schemas);
    return [
        `/** What bodies.mjs has read in ${name}. */`,
        `declare namespace ${namespace} {`,
        "    interface Bodies {",
        ...answered.map(([key, bodies]) => `        ${JSON.stringify(key)}: ${union(bodies.map(typeOf))};`),
        "    }",
        ...names.flatMap((one) => wrapped(`type ${one} = ${typeOf(document.schemas.get(one))};`)),
        "}",
        "",
    ].join("\n");
}

writeFileSync(`${process.argv[2]}/cardService.d.ts`, declarations("CardService", "openapi.txt"));
writeFileSync(`${process.argv[2]}/sandbox.d.ts`, declarations("Sandbox", "sandbox-openapi.txt"));
