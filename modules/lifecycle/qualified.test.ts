import { expect, test } from "vitest";
import { Refusal } from "#kernel/refusal.ts";
import { doubtful, qualifiedRules } from "./qualified.rules.ts";

type Node = Parameters<typeof doubtful>[0][number];

const node = (nodeCode: string, nodeStatus: string, more: object = {}): Node =>
  ({ nodeCode, nodeStatus, requiredType: "OPTIONAL", allowConcession: "Y", nodeSeq: 1, history: [], ...more }) as unknown as Node;
const failedOnce = [{ docType: "T", docId: "T1", nodeStatus: "FAILED", at: "", reason: null }];

test("a grant names every step it rests on that was not plainly passed", () => {
  const nodes = [
    node("SAMPLE_TRIAL", "FAILED"),
    node("BATCH_TRYOUT", "DOING", { history: failedOnce }),
    node("AGREEMENT_SIGNING", "CONDITIONAL"),
    node("LOCALE_INSPECT", "PASSED", { history: failedOnce }),
    node("QUALIFY_CENSOR", "PASSED"),
  ];
  expect(doubtful(nodes).map((doc) => doc.nodeCode)).toEqual(["SAMPLE_TRIAL", "BATCH_TRYOUT", "AGREEMENT_SIGNING"]);
});

test("a failed sample is named, and nothing is granted without a condition and its date", () => {
  const submit = qualifiedRules.find((qualifiedRule) => qualifiedRule.action === "doSubmit")!;
  const of = { id: "t", nodes: [node("SAMPLE_TRIAL", "FAILED"), node("QUALIFIED", "OPEN")] };
  const doc = { id: "q", categories: [{}], sites: [{}], validFrom: "2026-01-01", validTo: "2027-01-01", summary: "fine" };
  const refusals = (more: object): Refusal[] =>
    (
      submit.decide({ ...doc, ...more } as never, { of, accounts: [], barred: null } as never, {}, {} as never, {} as never) as unknown[]
    ).filter((candidate) => candidate instanceof Refusal) as Refusal[];
  const [refusal] = refusals({ conditionDesc: null, conditionDueDate: null });
  expect(refusal?.fieldErrors[0]?.code ?? refusal?.code).toBe("SLC_QLF_004");
  expect(JSON.stringify(refusal?.fieldErrors[0]?.text ?? refusal?.text)).toContain("未通过");
  expect(refusals({ conditionDesc: "复试", conditionDueDate: "2026-02-01" })).toEqual([]);
});
