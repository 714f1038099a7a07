import { chainStages, type Chain, type ChainNode, type ChainStage } from "../chain.ts";

/** Where a card of a drawn chain stands; a folded one stands for several. */
export interface Placed {
  readonly node: ChainNode | null;
  /** How many documents are folded into this card. */
  readonly more: readonly ChainNode[];
  readonly stage: ChainStage;
  readonly x: number;
  readonly y: number;
}

export interface Drawn {
  readonly cards: readonly Placed[];
  readonly lines: readonly { readonly key: string; readonly d: string; readonly takesAway: boolean }[];
  readonly stages: readonly ChainStage[];
  readonly card: Size;
  readonly width: number;
  readonly height: number;
}

/** How large a card is and how far apart they stand. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly column: number;
  readonly row: number;
}

/** Where there is room a card shows the longest number whole; a chain of all stages still fits the page. */
const sizeOf = (stages: number): Size => {
  const column = stages <= 5 ? 196 : 165;
  return { width: column - 26, height: 82, column, row: 94 };
};
const few = 4;

const order = Object.keys(chainStages) as ChainStage[];
const keyOf = (node: ChainNode): string => `${node.type}:${node.id}`;

/** At most so many cards in a column: the rest is folded into one. */
function columnOf(nodes: readonly ChainNode[], unfolded: boolean): readonly (readonly ChainNode[])[] {
  if (unfolded || nodes.length <= few) return nodes.map((node) => [node]);
  return [...nodes.slice(0, few - 1).map((node) => [node]), nodes.slice(few - 1)];
}

function lineBetween(card: Size, from: Placed, to: Placed): string {
  const [x1, y1] = [from.x + card.width, from.y + card.height / 2];
  const [x2, y2] = [to.x, to.y + card.height / 2];
  if (from.x === to.x) {
    const [a, b] = from.y < to.y ? [from.y + card.height, to.y] : [from.y, to.y + card.height];
    return `M${from.x + card.width / 2} ${a} V${b}`;
  }
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}

/** Puts the documents of a chain into columns, left to right by stage, and joins them by lines. */
export function drawChain(chain: Pick<Chain, "nodes" | "edges">, unfolded = false): Drawn {
  const stages = order.filter((stage) => chain.nodes.some((node) => node.stage === stage));
  const columns = stages.map((stage) =>
    columnOf(
      chain.nodes.filter((node) => node.stage === stage),
      unfolded,
    ),
  );
  const card = sizeOf(stages.length);
  const rows = Math.max(1, ...columns.map((column) => column.length));
  const height = rows * card.row;
  const cards = columns.flatMap((column, at) => {
    const top = (height - column.length * card.row) / 2;
    return column.map((nodes, i): Placed => ({
      node: nodes.length === 1 ? nodes[0]! : null,
      more: nodes.length === 1 ? [] : nodes,
      stage: stages[at]!,
      x: at * card.column,
      y: top + i * card.row,
    }));
  });
  const places = new Map(
    cards.flatMap((placed) => (placed.node ? [placed.node] : placed.more).map((node) => [keyOf(node), placed] as const)),
  );
  const nodes = new Map(chain.nodes.map((node) => [keyOf(node), node]));
  const seen = new Set<string>();
  const lines = chain.edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (!from || !to || from === to) return [];
    const d = lineBetween(card, from, to);
    if (seen.has(d)) return [];
    seen.add(d);
    return [{ key: `${edge.from}>${edge.to}`, d, takesAway: nodes.get(edge.to)?.takesAway ?? false }];
  });
  return { cards, lines, stages, card, width: Math.max(1, stages.length) * card.column - (card.column - card.width), height };
}
