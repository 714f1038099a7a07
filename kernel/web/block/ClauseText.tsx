interface Piece {
  readonly kind: "same" | "gone" | "new";
  readonly text: string;
}

export interface Paragraph {
  readonly no: string;
  readonly kind?: "same" | "changed" | "added" | "removed";
  readonly pieces: readonly Piece[];
}

const tags = { same: "span", gone: "del", new: "ins" } as const;

/** A text in numbered paragraphs; between two versions what went is struck through and what came is marked. */
export function ClauseText({ paragraphs, label }: { readonly paragraphs: readonly Paragraph[]; readonly label?: string }) {
  return (
    <div className="bk-clauses" role={label ? "group" : undefined} aria-label={label}>
      {paragraphs.map(({ no, kind, pieces }, at) => (
        <div key={at} data-kind={kind}>
          <b>{no}</b>
          <span>
            {pieces.map((piece, i) => {
              const Tag = tags[piece.kind];
              return <Tag key={i}>{piece.text}</Tag>;
            })}
          </span>
        </div>
      ))}
    </div>
  );
}
