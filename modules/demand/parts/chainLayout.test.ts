import { expect, test } from "vitest";
import type { ChainNode } from "../chain.ts";
import { drawChain } from "./chainLayout.ts";

const node = (id: string, stage: ChainNode["stage"], more: Partial<ChainNode> = {}): ChainNode => ({
  type: "T",
  kind: ["单", "Doc"],
  id,
  num: id,
  stage,
  status: "DRAFT",
  statusText: ["拟定", "Draft"],
  tone: "neutral",
  date: null,
  qty: null,
  amount: null,
  takesAway: false,
  note: null,
  href: null,
  ...more,
});
const edge = (from: string, to: string) => ({ from: `T:${from}`, to: `T:${to}`, qty: null });

test("documents stand in columns by stage and are joined in order", () => {
  const drawn = drawChain({
    nodes: [node("r", "RECEIVE"), node("p", "SOURCE"), node("o", "ORDER")],
    edges: [edge("p", "o"), edge("o", "r")],
  });
  expect(drawn.stages).toEqual(["SOURCE", "ORDER", "RECEIVE"]);
  expect(drawn.cards.map((card) => card.x)).toEqual([0, 196, 392]);
  expect(drawn.lines).toHaveLength(2);
});

test("more than four of a stage are folded into one card until they are asked for", () => {
  const nodes = ["a", "b", "c", "d", "e", "f"].map((id) => node(id, "NOTE"));
  const folded = drawChain({ nodes, edges: [] });
  expect(folded.cards).toHaveLength(4);
  expect(folded.cards[3]!.more.map((chainNode) => chainNode.id)).toEqual(["d", "e", "f"]);
  expect(drawChain({ nodes, edges: [] }, true).cards).toHaveLength(6);
});

test("a return hangs under what it takes away from, and its line says so", () => {
  const drawn = drawChain({ nodes: [node("r", "RECEIVE"), node("w", "RECEIVE", { takesAway: true })], edges: [edge("r", "w")] });
  expect(drawn.lines[0]).toMatchObject({ takesAway: true });
  expect(drawn.lines[0]!.d).toContain("V");
});

test("a short chain has cards wide enough for the longest number, one of all stages fits the page", () => {
  const stages = ["SOURCE", "ORDER", "NOTICE", "NOTE", "RECEIVE"] as const;
  const short = drawChain({ nodes: stages.map((stage) => node(stage, stage)), edges: [] });
  expect(short.card.width).toBe(170);
  const whole = drawChain({
    nodes: [...stages, "TRANSACTION", "STATEMENT"].map((stage) => node(stage, stage as ChainNode["stage"])),
    edges: [],
  });
  expect(whole.width).toBeLessThanOrEqual(1140);
  expect(short.width).toBeLessThanOrEqual(1140);
});
