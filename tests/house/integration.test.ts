import { describe, expect, test } from "vitest";
import { modules } from "#modules/index.ts";
import { sides, type Case } from "../integration/cases.ts";
import { derivePoints } from "../integration/points.ts";
import { points, told, words } from "../integration/points-table.ts";
import { isNamedTest } from "../support/named-test.ts";

const derived = derivePoints(modules);
const byName = new Map(derived.map((point) => [point.name, point]));
const isWord = (name: string): boolean => {
  const [owner, word] = name.split(".");
  return (words[owner!] ?? "").split(" ").includes(word!);
};
const isListed = (by: readonly string[], file: string): boolean => by.includes(file) || by.includes(file.split("/")[0]!);
const tests = (cases: Readonly<Record<string, Case>>): string[] => Object.values(cases).filter((example) => typeof example === "string");

describe("where one module asks, holds, releases, tells or copies something of another", () => {
  test("every point found in the sources stands in tests/integration/points-table.ts with its cases", () => {
    const unknown = derived
      .filter(({ name }) => !points[name] && !told[name] && !isWord(name))
      .map(({ name, by }) => `${name} (${by.join(", ")}): say what it is and which tests go through the states of its other side`);
    expect(unknown).toEqual([]);
  });

  test("every place that asks is listed: a new one says that the cases hold for it too, or brings its own", () => {
    const unlisted = derived.flatMap(({ name, by }) =>
      by
        .filter((file) => points[name] && !isListed(points[name].by, file))
        .map((file) => `${name} is used by ${file}, which is not listed`),
    );
    expect(unlisted).toEqual([]);
  });

  test("nothing is listed that is not there", () => {
    const gone = [
      ...Object.keys(points).filter((name) => !byName.has(name)),
      ...Object.entries(points).flatMap(([name, { by }]) =>
        by
          .filter((value) => !byName.get(name)?.by.some((file) => file === value || file.startsWith(`${value}/`)))
          .map((value) => `${name} by ${value}`),
      ),
      ...Object.keys(told).filter((name) => !byName.has(name)),
      ...Object.entries(words).flatMap(([owner, names]) => names.split(" ").filter((name) => !byName.has(`${owner}.${name}`))),
    ];
    expect(gone).toEqual([]);
  });

  test("each point has a case for every state and scope that matters on its other side, or the reason why not", () => {
    const open = Object.entries(points).flatMap(([name, { of, cases }]) =>
      (sides[of] as readonly string[])
        .filter((scope) => {
          const found = cases[scope];
          return found === undefined || (typeof found === "object" && "no" in found && found.no.length < 10);
        })
        .map((scope) => `${name}: ${scope}`),
    );
    expect(open).toEqual([]);
  });

  test("every test that is named exists", () => {
    const named = new Set([...Object.values(points).flatMap(({ cases }) => tests(cases)), ...Object.values(told)]);
    expect([...named].filter((value) => !isNamedTest(value))).toEqual([]);
    expect(named.size).toBeGreaterThan(50);
  });

  test("the sources are read at all: the gate of suppliers, a change, an answer and a message are found", () => {
    expect(byName.get("supplier.tradeGate")!.by).toContain("order/publish/approve.rules.ts");
    expect(byName.get("order.storageTransaction!doHold")!.by).toEqual(["delivery/write-off.rules.ts"]);
    expect(byName.get("supplier.openBusiness?")!.by).toContain("order/order.answers.ts");
    expect(byName.has("CERT_EXPIRING")).toBe(true);
  });
});
