import { expect, test } from "vitest";
import { entity, type Action, type Entity } from "../../entity.ts";
import { text } from "../../field.ts";
import { refuse } from "../../refusal.ts";
import { wrongState } from "./verb.ts";

const order = (codes: Entity["codes"]): Entity =>
  entity("Order", "订单", "Order", {
    service: "test",
    fields: { num: text("编号", "Number") },
    states: { DRAFT: ["草稿", "Draft"], OPEN: ["执行中", "Open"], CLOSED: ["已关闭", "Closed"] },
    ...(codes ? { codes } : {}),
  } as never) as Entity;
const close = { label: ["关闭", "Close"], from: ["DRAFT", "OPEN"] } as unknown as Action;
const said = (codes: Entity["codes"]) => {
  const { code, text: sentence } = wrongState(order(codes), { status: "CLOSED" } as never, close);
  return [code, sentence];
};

test("a refusal for the state names the action, the state and the states that would do, under the area's own code", () => {
  const sentence = ["当前状态「已关闭」不能关闭，须为「草稿」「执行中」", "Close is not possible while Closed, only while Draft or Open"];
  expect(said(undefined)).toEqual(["STATE_NOT_ALLOWED", sentence]);
  expect(said({ state: ["PUR-0003"] })).toEqual(["PUR-0003", sentence]);
  expect(said({ state: ["OWN", "不行", "Not now"] })).toEqual(["OWN", ["不行", "Not now"]]);
});

test("an action with its own code for a wrong state names what its input is about", () => {
  const source = {
    ...close,
    wrongState: (doc: object, input: { readonly line?: string }) =>
      input.line ? refuse("OWN", `行${input.line}`, `Line ${input.line} of ${JSON.stringify(doc)}`) : null,
  } as unknown as Action;
  const refused = (input: object) => wrongState(order({ state: ["PUR-0003"] }), { status: "CLOSED" } as never, source, input);
  expect([refused({ line: "10" }).code, refused({ line: "10" }).text[1]]).toEqual(["OWN", 'Line 10 of {"status":"CLOSED"}']);
  expect(refused({}).code).toBe("PUR-0003");
});
