import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/server/act/id.ts";
import { Firm, type Who } from "../../tests/support/firm.ts";
import { knowSupplier } from "../../tests/support/kernel.ts";
import { line, user } from "./engine/test-office.ts";

/** A document that was sent back and comes again as another one is asked of everybody again. */
let firm: Firm;
let clerk: Who, ann: Who, bob: Who;
let people: Record<string, Who>;

beforeAll(async () => {
  firm = await Firm.open();
  clerk = await firm.person("clerk", ["FIRM_CLERK"]);
  ann = await firm.person("ann", ["EMPLOYEE"]);
  bob = await firm.person("bob", ["EMPLOYEE"]);
  people = { ann, bob };
  for (const id of ["s1", "s2"]) await knowSupplier(firm.kernel, id);
  await firm.process(line(user("a", [ann.id]), user("b", [bob.id])));
});
afterAll(() => firm.drop());

async function sentBack() {
  const it = await firm.submit(clerk, { supplierId: "s1", amount: "100" });
  return firm.reject(await firm.pass(it, ann), bob);
}

async function notes(id: string): Promise<string[]> {
  const command = { entity: firm.kernel.declared.entity("FirmRequest"), action: "doSubmit", targets: [{ id, input: {} }] };
  const { outcome } = await firm.kernel.actor.trial(command, { me: await clerk.me(), now: firm.now, requestId: newId(), ip: null });
  return (outcome?.notes ?? []).map((note) => `${note.code}: ${note.text[1]}`);
}

test("unchanged it goes straight to whoever sent it back", async () => {
  const back = await sentBack();
  expect(await notes(back["bizId"])).toEqual([]);
  expect(firm.waiting(await firm.submit(clerk, { id: back["bizId"] }), people)).toEqual(["b:bob"]);
});

test.each([
  [{ supplierId: "s2" }, "supplier"],
  [{ currency: "USD" }, "currency"],
  [{ amount: "101" }, "amount"],
])("with %o it walks past all approvers again, the preview says so, and the process shows it", async (change, name) => {
  const back = await sentBack();
  await firm.act("FirmRequest", back["bizId"], "saveOrUpdate", change, await clerk.me());
  expect(await notes(back["bizId"])).toEqual([`BPM_WALK_AGAIN: Changed since it was sent back: ${name}. All approvers are asked again`]);
  const again = await firm.submit(clerk, { id: back["bizId"] });
  expect(firm.waiting(again, people)).toEqual(["a:ann"]);
  expect(again["supplierId"]).toBe((change as { supplierId?: string }).supplierId ?? "s1");
});
