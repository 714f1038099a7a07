import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, test } from "vitest";
import { addressOf } from "#kernel/server/http/openapi.ts";
import { describe as describeProduct } from "../support/description.ts";

/** The description of the interface, held to the rules of redocly.yaml. */
const { calls, description } = describeProduct();
const root = join(import.meta.dirname, "..", "..");
const operations = Object.entries(description.paths as Record<string, Record<string, any>>).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, ...operation })),
);

describe("the description of the interface", () => {
  test("keeps the recommended rules without an error", async () => {
    const config = await createConfig(readFileSync(join(root, "redocly.yaml"), "utf8"));
    const problems = await lintFromString({ source: JSON.stringify(description), absoluteRef: join(root, "openapi.json"), config });
    const shown = problems.map(
      (problem) => `${problem.severity} ${problem.ruleId} ${problem.location[0]?.pointer ?? ""}: ${problem.message}`,
    );
    expect(shown.slice(0, 20)).toEqual([]);
  });

  test("says of every call what it takes, brings and asks for", () => {
    const bare = operations.filter(
      (operation) =>
        (operation.method === "post" && !operation.requestBody?.content) ||
        !operation.responses?.[200]?.content ||
        !operation.security ||
        !operation.summary,
    );
    expect(bare.map((entry) => entry.name)).toEqual([]);
    expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
    expect(operations.length).toBeGreaterThan(calls.length);
  });

  test("asks for a signature wherever the gate does", () => {
    const open = new Set(
      calls.filter((call) => call.guard === "public").map((call) => `${(call.method ?? "POST").toLowerCase()} ${addressOf(call)}`),
    );
    expect(
      operations.filter((operation) => (operation.security.length === 0) !== open.has(operation.name)).map((operation) => operation.name),
    ).toEqual([]);
  });

  test("declares the input of every call, and shows it", () => {
    // The type asks for it; what is cast or spread together is caught here.
    expect(calls.filter((call) => !call.input).map((call) => call.path)).toEqual([]);
    const schemaless = operations.filter(
      (operation) =>
        operation.method === "post" &&
        Object.values<any>(operation.requestBody.content).some(({ schema }) => Object.keys(schema).length === 0),
    );
    expect(schemaless.map((entry) => entry.name)).toEqual([]);
  });
});
