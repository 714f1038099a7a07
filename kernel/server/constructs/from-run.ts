import { planned, type From, type FromContext, type Taken } from "../../from.ts";
import { factsOf } from "../../from-rule.ts";
import { piecesOf, selectionIn } from "../../from-select.ts";
import { businessDay } from "../../time.ts";
import type { Doer } from "../act/attempt.ts";
import { findFor } from "../find/find-for.ts";
import type { Kernel } from "../kernel.ts";
import type { Row } from "../find/visible.ts";

type Given = Readonly<Record<string, unknown>>;

/** Creates documents from all rows that match, however many: a program does it piece by piece, each in a transaction of its own, and what is held grows with the documents alone. */
export async function createAll(kernel: Kernel, of: From, asked: Given, input: Given, doer: Doer): Promise<readonly string[]> {
  const { me } = doer;
  const now = doer.now.toISOString();
  const how: FromContext = { me, at: { now, today: businessDay(now, me) }, input };
  const made = new Map<string, string>();
  for await (const piece of piecesOf(of, () => findFor(kernel, me), me, selectionIn(of, asked))) {
    const taken = piece.map((offer): Taken => ({ ...offer, qty: offer.suggested }));
    const { groups } = planned(of, taken, await factsOf(of, taken, findFor(kernel, me), how), how);
    for (const group of groups) {
      const chosen = group.taken.map(({ source, id, qty }) => ({ source, id, qty }));
      const id = made.get(group.key);
      const target = id === undefined ? { input: { ...input, chosen } } : { id, input: { chosen } };
      const action = (id === undefined ? of.action : of.adds![0]) as string;
      const outcome = await kernel.actor.act({ entity: of.target, action, targets: [target] }, doer);
      if (id === undefined) made.set(group.key, String((outcome.documents[0] as Row)["id"]));
    }
  }
  return [...made.values()];
}
