import { memo, type ReactNode } from "react";
import { fill } from "#kernel/text.ts";
import type { Layout, Leaf } from "./columns.ts";
import type { FooterFigure } from "./footer.ts";
import type { Reader } from "./reader.ts";
import type { Row, TableConfig } from "./types.ts";
import { words } from "./words.ts";

interface FooterProps {
  readonly config: TableConfig;
  readonly layout: Layout;
  readonly reader: Reader;
  readonly figures: ReadonlyMap<string, FooterFigure>;
  readonly rows: readonly Row[];
  readonly c0: number;
  readonly c1: number;
  readonly rowIndex: number;
}

interface Piece {
  readonly leaf: Leaf;
  readonly left: number;
  readonly width: number;
  readonly right: boolean;
  readonly node: ReactNode;
}

/** The label stands in the first data column and may use the empty room around it. */
function labelPiece({ config, layout, reader, figures, rows }: FooterProps): Piece[] {
  const first = layout.leaves[layout.firstData];
  if (first === undefined) return [];
  const { title, note, scope } = config.footerConfig ?? {};
  const count = rows.length === 1 ? words.oneRow : fill(words.nRows, { n: rows.length });
  const about = note !== undefined ? reader.say(note(rows)) : scope === "all" ? "" : reader.say(count);
  const label = reader.say(title ?? (scope === "all" ? words.grandTotal : words.total));
  const summed = figures.has(first.key);
  const left = first.block === "left" ? 0 : first.left;
  const block = layout[first.block];
  const taken = block.find(
    (leaf) =>
      leaf.c > first.c && (figures.has(leaf.key) || config.footerConfig?.mergeFooterItems?.some((item) => item.from === leaf.key) === true),
  );
  const end = taken?.left ?? block.at(-1)!.left + block.at(-1)!.width;
  const width = summed ? first.left : Math.max(first.width, Math.min(end, left + 320)) - left;
  return width < 40
    ? []
    : [
        {
          leaf: first,
          left,
          width,
          right: false,
          node: (
            <>
              <b>{label}</b> {!summed && <span className="dt-quiet">{about}</span>}
            </>
          ),
        },
      ];
}

function mergedPieces({ config, layout, reader, rows }: FooterProps): (Piece & { readonly to: number })[] {
  return (config.footerConfig?.mergeFooterItems ?? []).flatMap((item) => {
    const from = layout.leaves.find((leaf) => leaf.key === item.from);
    const to = layout.leaves.find((leaf) => leaf.key === item.to);
    if (from === undefined || to === undefined || from.block !== to.block || to.c < from.c) return [];
    return [
      {
        leaf: from,
        left: from.left,
        width: to.left + to.width - from.left,
        right: false,
        to: to.c,
        node: typeof item.text === "function" ? item.text(rows) : reader.say(item.text),
      },
    ];
  });
}

function figurePieces({ layout, reader, figures }: FooterProps): Piece[] {
  return layout.leaves.flatMap((leaf): Piece[] => {
    const figure = figures.get(leaf.key);
    if (figure === undefined || figure.text === "") return [];
    const node = figure.mean ? (
      <>
        <small className="dt-code dt-before">{reader.say(words.mean)}</small>
        {figure.text}
      </>
    ) : (
      <b>{figure.text}</b>
    );
    return [{ leaf, left: leaf.left, width: leaf.width, right: true, node }];
  });
}

/** Sums and means under their columns; the label says whether they are of this page or of everything. */
export const Footer = memo(function Footer(p: FooterProps) {
  const { layout } = p;
  const merged = mergedPieces(p);
  const free = (piece: Piece): boolean => merged.every((other) => piece.leaf.c < other.leaf.c || piece.leaf.c > other.to);
  const pieces = [...labelPiece(p).filter(free), ...merged, ...figurePieces(p).filter(free)];
  const first = layout.mid[p.c0]?.c ?? 0;
  const last = layout.mid[p.c1 - 1]?.c ?? -1;
  const block = (side: Leaf["block"], name: string, width: number): ReactNode => (
    <div className={name} style={{ width }}>
      {pieces
        .filter(({ leaf }) => leaf.block === side && (side !== "mid" || leaf.c === layout.firstData || (leaf.c >= first && leaf.c <= last)))
        .map((piece) => (
          <div
            key={`${piece.leaf.key}:${piece.right}`}
            role="gridcell"
            aria-colindex={piece.leaf.c + 1}
            className={`dt-c dt-f${piece.right ? " dt-right" : ""}`}
            style={{ left: piece.left, width: piece.width }}
          >
            {piece.node}
          </div>
        ))}
    </div>
  );
  return (
    <div role="rowgroup" className="dt-foot" style={{ width: layout.leftWidth + layout.midWidth + layout.rightWidth }}>
      <div role="row" aria-rowindex={p.rowIndex} className="dt-footrow">
        {layout.left.length > 0 && block("left", "dt-l", layout.leftWidth)}
        {block("mid", "dt-m", layout.midWidth)}
        {layout.right.length > 0 && block("right", "dt-r", layout.rightWidth)}
      </div>
    </div>
  );
});
