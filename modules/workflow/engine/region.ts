import { flowsFrom, isJoin, isSplit, nodeOf, startOf, type Definition } from "./definition.ts";

/** The open branches a node lies in, outermost first, each written as split>flow. */
export type Region = readonly string[];

/** Where the branches of a model do not fit: the node and what is wrong there. */
export interface Misfit {
  readonly nodeId: string;
  readonly why: "CROSSED" | "UNOPENED" | "UNCLOSED" | "OTHER_JOIN";
}

const same = (a: Region, b: Region): boolean => a.length === b.length && a.every((part, i) => part === b[i]);
const splitOf = (branch: string): string => branch.slice(0, branch.indexOf(">"));

/** Which branches every node lies in. A model without misfits is block-structured, so that every split has one join of its own kind. */
export function regionsOf(definition: Definition): { readonly regions: ReadonlyMap<string, Region>; readonly misfits: readonly Misfit[] } {
  const regions = new Map<string, Region>();
  const joins = new Map<string, string>();
  const misfits: Misfit[] = [];
  const arrived = new Map<string, Region>();
  const open: [nodeId: string, region: Region][] = [[startOf(definition).id, []]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [nodeId, region] = next;
    const node = nodeOf(definition, nodeId);
    const known = arrived.get(nodeId);
    const joining = isJoin(definition, node);
    const branches = (r: Region): Region => (joining && r.length ? [...r.slice(0, -1), splitOf(r.at(-1)!)] : r);
    const fits = !known || same(branches(known), branches(region));
    if (!fits) misfits.push({ nodeId, why: "CROSSED" });
    let inner = region;
    if (joining) {
      const last = region.at(-1);
      const split = last === undefined ? undefined : splitOf(last);
      if (split === undefined || nodeOf(definition, split).kind !== node.kind) misfits.push({ nodeId, why: "UNOPENED" });
      else if ((joins.get(split) ?? nodeId) !== nodeId) misfits.push({ nodeId, why: "OTHER_JOIN" });
      else joins.set(split, nodeId);
      inner = region.slice(0, -1);
    }
    if (known) continue;
    arrived.set(nodeId, region);
    regions.set(nodeId, inner);
    if (node.kind === "end" && inner.length) misfits.push({ nodeId, why: "UNCLOSED" });
    const splits = isSplit(definition, node);
    for (const flow of flowsFrom(definition, nodeId)) open.push([flow.to, splits ? [...inner, `${nodeId}>${flow.id}`] : inner]);
    for (const other of definition.nodes) if (other.attachedTo === nodeId) open.push([other.id, inner]);
  }
  return { regions, misfits: misfits.filter((m, i) => misfits.findIndex((o) => o.nodeId === m.nodeId && o.why === m.why) === i) };
}
