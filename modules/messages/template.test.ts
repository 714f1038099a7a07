import { describe, expect, test } from "vitest";
import { houseZone } from "#kernel/time.ts";
import { modules } from "#modules/index.ts";
import { conditionFault, conditionHolds } from "./condition.ts";
import { escapeHtml, namesIn, readTemplate, render, smsParts, storedForm } from "./template.ts";

const cn = { language: "CN", zone: houseZone } as const;
const en = { language: "EN", zone: "Europe/Berlin" } as const;
const filled = (template: string, values: Record<string, unknown>, reading: Parameters<typeof render>[2] = cn) =>
  render(template, values, reading).text;

describe("filling templates", () => {
  test("values, money, dates and lists", () => {
    expect(filled("订单${no}：${amount|money:2}", { no: "PO1", amount: "1234567.5" })).toBe("订单PO1：1,234,567.50");
    expect(filled("${at|date:yyyy-MM-dd}", { at: "2026-11-15T18:00:00.000Z" })).toBe("2026-11-16");
    expect(filled("${at}", { at: "2026-11-15T18:00:00.000Z" }, en)).toBe("15 Nov 2026 19:00");
    expect(
      filled("${#lines}${item} × ${qty|qty}；${/lines}合计${total}", {
        lines: [
          { item: "A", qty: "1000" },
          { item: "B", qty: "2.5" },
        ],
        total: 2,
      }),
    ).toBe("A × 1,000；B × 2.5；合计2");
    expect(filled("${#lines}${no}/${item} ${/lines}", { no: "PO1", lines: [{ item: "A" }] })).toBe("PO1/A ");
    expect([1, "1", 2, 0].map((n) => filled("${n|count:line is/lines are} late", { n }, en))).toEqual([
      ...["1 line is late", "1 line is late", "2 lines are late", "0 lines are late"],
    ]);
    expect(filled("${names}", { names: ["甲", "乙"] })).toBe("甲、乙");
    expect(filled("${what}", { what: { cn: "采购", en: "Purchase" } }, en)).toBe("Purchase");
    const subject = { subject: "采购申请 PR1", subjectEn: "Purchase requisition PR1", node: "总监", nodeEn: "" };
    expect([filled("${subject}：${node}", subject), filled("${subject}: ${node}", subject, en)]).toEqual([
      "采购申请 PR1：总监",
      "Purchase requisition PR1: 总监",
    ]);
  });

  test("a list ends after fifty rows and says how many are left", () => {
    const lines = Array.from({ length: 53 }, (_, n) => ({ n }));
    const text = filled("${#lines}[${n}]${/lines}", { lines });
    expect(text).toContain("[49]");
    expect(text).not.toContain("[50]");
    expect(text).toContain("另有3条");
    expect(filled("${#lines}${n}${/lines}", { lines }, en)).toContain("… 3 more");
  });

  test("what is missing is shown as nothing and named; what looks like a placeholder in a value stays text", () => {
    expect(render("a${x}b${#l}${y}${/l}", {}, cn)).toEqual({ text: "ab", missing: ["x", "l"] });
    expect(filled("${a}", { a: "${b}", b: "secret" })).toBe("$ {b}");
    expect(filled("${constructor} ${__proto__}", {})).toBe(" ");
  });

  test("values are escaped where HTML is shown, the template is not", () => {
    expect(filled("<p>${a}</p>", { a: `<script>"&'</script>` }, { ...cn, html: true })).toBe(
      "<p>&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</p>",
    );
    expect(escapeHtml("<")).toBe("&lt;");
  });

  test("the short form becomes the stored one; faults are told with their place", () => {
    expect(storedForm("{bizNo} ${a} {#lines}{x|money:2}{/lines} {not a name}")).toBe(
      "${bizNo} ${a} ${#lines}${x|money:2}${/lines} {not a name}",
    );
    expect(readTemplate("${#a}x").faults).toEqual([{ at: 0, what: "OPEN_LIST", name: "a" }]);
    expect(readTemplate("x${/a}").faults).toEqual([{ at: 1, what: "CLOSE_LIST", name: "a" }]);
    expect(readTemplate("${a|shout}").faults).toMatchObject([{ what: "FORM", name: "shout" }]);
    expect(namesIn(readTemplate("${a}${#l}${b}${/l}").parts)).toEqual({ values: ["a", "l.b"], lists: ["l"] });
  });

  test("an SMS is charged by seventy, or sixty-seven a piece", () => {
    expect(smsParts("")).toEqual({ length: 0, parts: 0 });
    expect(smsParts("字".repeat(70)).parts).toBe(1);
    expect(smsParts("字".repeat(71)).parts).toBe(2);
    expect(smsParts("字".repeat(134)).parts).toBe(2);
    expect(smsParts("字".repeat(135)).parts).toBe(3);
    expect(smsParts("a".repeat(160)).parts).toBe(1);
    expect(smsParts("a".repeat(161)).parts).toBe(2);
  });

  test("messaging: the default message of every declared event is filled in both languages from what the event carries", () => {
    const common = ["bizId", "bizNo", "bizNum", "id", "orgId", "supplierId", "eventCode"];
    const wrong = modules.flatMap((module) =>
      Object.entries(module.events ?? {}).flatMap(([code, { carries, tells }]) => {
        if (!tells) return [];
        const values = Object.fromEntries([...common, ...Object.keys(carries)].map((key) => [key, `«${key}»`]));
        return [...tells.title, ...(tells.content ?? []), tells.route ?? ""].flatMap((text) => {
          const { text: shown, missing } = render(text, values, cn);
          return [
            ...missing.map((name) => `${code}: ${name} is not carried`),
            ...(shown.includes("${") ? [`${code}: ${shown}`] : []),
            ...readTemplate(text).faults.map((f) => `${code}: ${f.what}`),
          ];
        });
      }),
    );
    expect(wrong).toEqual([]);
  });
});

describe("conditions of events", () => {
  const names = ["amount", "level", "due"];
  const met = (text: string, values: Record<string, unknown>) => conditionHolds(text, names, values, "2026-11-15T00:00:00.000Z", houseZone);
  test("values are what they look like; what cannot be known is not met", () => {
    expect(met("amount > 100", { amount: "100.01" })).toBe(true);
    expect(met("amount > 100", { amount: "99" })).toBe(false);
    expect(met("amount > 100", {})).toBe(false);
    expect(met('level in ("A", "B")', { level: "B" })).toBe(true);
    expect(met("amount > 100", { amount: "many" })).toBe(false);
  });
  test("only what the event carries may be named", () => {
    expect(conditionFault("amount > 100", names)).toBeNull();
    expect(conditionFault("price > 100", names)?.code).toBe("RULE_FIELD");
    expect(conditionFault("amount >", names)?.code).toBe("RULE_SYNTAX");
  });
});
