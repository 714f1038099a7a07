import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commonKeys, type Entity } from "#kernel/entity.ts";
import { isDecimalKind, scaleOf, type Field } from "#kernel/field.ts";
import { Random, system, type Row } from "../support/generate.ts";
import { someone } from "../support/kernel.ts";
import { ask, everything, kept, none, openHouse, reached, type House } from "./house.ts";

const root = join(import.meta.dirname, "..", "..");

/** Whole units of the smallest kept digit: the test's own arithmetic, with nothing of ours in it. */
const units = (text: string, scale: number): bigint => {
  const negative = text.startsWith("-");
  const [whole = "0", fraction = ""] = text.replace("-", "").split(".");
  const value = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  return negative ? -value : value;
};

/** qty × price in hundredths, half up. */
const cents = (qty: string, price: string): bigint => {
  const exact = units(qty, 6) * units(price, 8);
  return (exact * 2n + 10n ** 12n) / (2n * 10n ** 12n);
};

describe("promise 5: exact, in the sources", () => {
  const sources = ["modules", "kernel/platform"]
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, withFileTypes: true })
        .filter((f) => f.isFile())
        .map((f) => join(f.parentPath, f.name)),
    )
    .filter((file) => /\.(rules|entity)\.ts$/.test(file) && !file.includes(".test."));
  const files = [...sources, join(root, "tests/support/sample.ts")];
  const keys = [
    ...new Set(
      [...everything.entities.values()].flatMap((e) =>
        [...Object.entries(e.fields), ...Object.values(e.actions).flatMap((a: any) => Object.entries(a.input ?? {}) as [string, Field][])]
          .filter(([, f]) => isDecimalKind(f.kind))
          .map(([key]) => key),
      ),
    ),
  ];

  test("no money, quantity, price or rate is ever a floating-point number", () => {
    const wrong: string[] = [];
    const names = keys.join("|");
    const patterns: [string, RegExp][] = [
      ["made a number", new RegExp(`(?:Number|parseFloat)\\(\\s*[\\w.!?]*\\.(?:${names})\\b`)],
      ["calculated with operators", new RegExp(`\\.(?:${names})!?\\s*(?:[-*/%]|\\+(?![+=]))\\s*[\\w(]`)],
      ["compared as text", new RegExp(`\\.(?:${names})!?\\s*(?:<=?|>=?)\\s*[\\w(]`)],
      ["rounded as a float", /\btoFixed\(|\bparseFloat\(|\bMath\.(?:round|floor|ceil|trunc)\(/],
    ];
    for (const file of files)
      for (const [n, line] of readFileSync(file, "utf8").split("\n").entries())
        for (const [what, pattern] of patterns)
          if (pattern.test(line)) wrong.push(`${file.slice(root.length + 1)}:${n + 1} ${what}: ${line.trim().slice(0, 120)}`);
    none(wrong);
  });

  test("rules compare decimals with cmp, never by turning sums into numbers", () => {
    const wrong = files.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, n) =>
          /Number\((?:taken|total|amount|sum|qty|price|rest)\w*\)/.test(line)
            ? [`${file.slice(root.length + 1)}:${n + 1} ${line.trim().slice(0, 120)}`]
            : [],
        ),
    );
    none(wrong);
  });
});

describe("promise 5: exact, in the tables", () => {
  let house: House;
  beforeAll(async () => void (house = await openHouse(5)));
  afterAll(() => house?.drop());

  test("random documents: each line and each total is what BigInt says, saved, read and listed", async () => {
    const e = house.declared.entity("PromiseSlip");
    const random = new Random(5);
    const decimal = (whole: number, scale: number) => `${random.int(0, 10 ** whole - 1)}.${random.digits(random.int(1, scale))}`;
    const supplierId = await house.make.id("PromiseCompany");
    const wrong: string[] = [];
    let all = 0n;
    for (let n = 0; n < 60; n++) {
      const items = Array.from({ length: random.int(1, 12) }, (_, i) => ({
        lineNum: i,
        item: `x${i}`,
        qty: decimal(6, 6),
        price: decimal(5, 8),
        parts: [],
      }));
      const answer = await ask(house.kernel, someone(), e, "saveOrUpdate", { supplierId, subject: `exact ${n}`, items });
      const read = (await ask(house.kernel, someone(), e, "findById", { id: answer.data.id })).data as Row;
      let total = 0n;
      for (const [i, item] of items.entries()) {
        const amount = cents(item.qty, item.price);
        total += amount;
        for (const shown of [answer.data.items[i].amount, read["items"][i].amount])
          if (units(shown, 2) !== amount) wrong.push(`${item.qty} × ${item.price} = ${shown}`);
      }
      all += total;
      for (const shown of [answer.data.total, read["total"]])
        if (units(shown, 2) !== total) wrong.push(`total ${shown}, lines add up to ${total}`);
    }
    const { page } = await ask(house.kernel, someone(), e, "listByPage", { subject: "exact", needSums: ["total"], pageRows: 1 });
    if (units(page!.sums!["total"], 2) !== all) wrong.push(`the list says ${page!.sums!["total"]}, the documents ${all}`);
    none(wrong);
  });

  /** Fields that a rule keeps in some documents only, and why. */
  const conditional: Readonly<Record<string, string>> = {
    "SrmRcnAdvanceApply.applyRatio": "the share of an order or contract; an advance of neither has none",
    "SrmRcnAdvanceCarryOver.convertRate": "between advances of one currency there is none",
  };
  /** Fields of documents that people may fill with any decimal. */
  const decimalsOf = (e: Entity): [string, Field][] =>
    Object.entries(e.fields).filter(
      ([key, f]) =>
        isDecimalKind(f.kind) &&
        !f.computed &&
        !(`${e.name}.${key}` in conditional) &&
        !Object.values(e.holds ?? {}).some(([left, , right]) => left === key || right === key),
    );

  let tried = 0;

  test.each(reached.filter((e) => e.saves && !e.view && decimalsOf(e).length))(
    "every decimal field keeps every digit it declares, and refuses a JavaScript number: $name",
    async (e) => {
      const wrong: string[] = [];
      for (const [key, field] of decimalsOf(e)) {
        tried += 1;
        const scale = scaleOf(field)!;
        const width = (field.kind === "percent" ? 9 : field.kind === "rate" ? 18 : 20) - scale;
        const whole = field.most === undefined ? "9".repeat(width) : "7";
        const value = scale === 0 ? whole : `${whole}.${"1234567890123".slice(0, scale - 1)}7`;
        // What only the product makes, people change.
        const { me, row } = house.make.writer(e) === system ? await kept(house, e) : { me: house.make.writer(e), row: null };
        const send = async (current: unknown) =>
          ask(house.kernel, me, e, "saveOrUpdate", { ...(row ? { id: row["id"] } : await house.make.body(e)), [key]: current });
        const answer = await send(value);
        if (answer.status !== "S")
          wrong.push(`${key} = ${value}: ${answer.code} ${JSON.stringify(answer.fieldErrors)} ${String(answer.cause ?? "")}`);
        else {
          const read = await ask(house.kernel, me, e, "findById", { id: answer.data.id });
          for (const shown of [answer.data[key], read.data[key]])
            if (typeof shown !== "string" || units(shown, scale) !== units(value, scale))
              wrong.push(`${key}: ${value} came back as ${JSON.stringify(shown)}`);
        }
        const asNumber = await send(1.1);
        if (!asNumber.fieldErrors.some((f) => f.path === key && f.code === "FIELD_TYPE"))
          wrong.push(`${key} took the number 1.1: ${asNumber.code || asNumber.status}`);
      }
      none(wrong);
    },
  );

  test("many decimal fields were tried", () => expect(tried).toBeGreaterThan(5));

  test("a figure that grows beyond its column is refused in words, not by the database's", async () => {
    const e = house.declared.entity("PromiseSlip");
    const items = [{ lineNum: 1, item: "x", qty: "99999999999999", price: "999999999999", parts: [] }];
    const answer = await ask(house.kernel, someone(), e, "saveOrUpdate", { ...(await house.make.body(e)), items });
    expect(`${answer.code} ${String(answer.cause ?? "")}`).not.toContain("SYS_ERROR");
    expect(answer.status).toBe("E");
  });

  test.each(reached.filter((e) => e.saves && !e.view))("what is read and saved again unchanged changes nothing: $name", async (e) => {
    const { me, row } = await kept(house, e, { full: true });
    const read = await ask(house.kernel, me, e, "findById", { id: row["id"] });
    expect(`${read.code} ${String(read.cause ?? "")}`.trim()).toBe("");
    const answer = await ask(house.kernel, me, e, "saveOrUpdate", read.data);
    expect(`${answer.code} ${JSON.stringify(answer.fieldErrors)} ${String(answer.cause ?? "")}`.trim()).toBe("[]");
    const last = await house.kernel.db.one<Row>(`select changes from "Journal" where "docId" = $1 order by no desc limit 1`, [row["id"]]);
    expect(answer.data.versionNum, JSON.stringify(last?.["changes"])).toBe(read.data.versionNum);
  });

  test("a moment that the server keeps to the millisecond may be sent back as it was shown", async () => {
    const e = house.declared.entity("PromiseSlip");
    const made = await house.make.inState(e, "SENT");
    await house.kernel.db.query(
      `update "PromiseSlip" set "checkedAt" = '2026-03-04T05:06:07.891Z', moment = '2026-03-04T05:06:07.891Z' where id = $1`,
      [made["id"]],
    );
    const read = await ask(house.kernel, someone(), e, "findById", { id: made["id"] });
    const answer = await ask(house.kernel, someone(), e, "saveOrUpdate", read.data);
    expect([answer.code, answer.fieldErrors]).toEqual(["", []]);
    expect(answer.data.versionNum).toBe(read.data.versionNum);
    expect(commonKeys.every((key) => key in read.data)).toBe(true);
  });
});
