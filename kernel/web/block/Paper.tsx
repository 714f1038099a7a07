import type { ReactNode } from "react";
import { nothing } from "../../page-format.ts";
import type { Text } from "../../text.ts";

/** Both languages on one line of paper, whoever prints it. */
export const Both = ({ of }: { readonly of: Text }) => (
  <>
    {of[0]} <small>{of[1]}</small>
  </>
);

/** A label in both languages with its value. */
export type PaperFact = readonly [label: Text, value: ReactNode];

const Facts = ({ facts, className }: { readonly facts: readonly PaperFact[]; readonly className: string }) => (
  <dl className={className}>
    {facts.map(([label, value], at) => (
      <div key={at}>
        <dt>
          <Both of={label} />
        </dt>
        <dd>{value || nothing}</dd>
      </div>
    ))}
  </dl>
);

/** What a paper is about, in a tinted frame. */
export const PaperFacts = ({ facts }: { readonly facts: readonly PaperFact[] }) => <Facts facts={facts} className="bk-print-facts" />;

/** What the lines come to; the last one is what counts. */
export const PaperSums = ({ facts }: { readonly facts: readonly PaperFact[] }) => <Facts facts={facts} className="bk-print-sums" />;

/** Both sides beside each other: who they are, or where they sign. */
export const PaperParties = ({ children }: { readonly children: ReactNode }) => <div className="bk-print-parties">{children}</div>;

interface PartyProps {
  readonly title: Text;
  /** What is empty is left out. */
  readonly facts?: readonly PaperFact[];
  readonly children?: ReactNode;
}

export const PaperParty = ({ title, facts, children }: PartyProps) => (
  <section>
    <h2>
      <Both of={title} />
    </h2>
    {facts ? <Facts facts={facts.filter(([, value]) => value)} className="bk-print-party" /> : null}
    {children}
  </section>
);

/** A line to write on. */
export const PaperRule = ({ label }: { readonly label: Text }) => (
  <p className="bk-print-rule">
    <Both of={label} />:
  </p>
);

interface PaperColumn<R> {
  readonly title: Text;
  readonly number?: boolean;
  cell(row: R): ReactNode;
}

interface TableProps<R> {
  readonly columns: readonly PaperColumn<R>[];
  readonly rows: readonly R[];
}

/** The lines of a paper; the head is repeated on every page. */
export const PaperTable = <R extends { readonly id: string }>({ columns, rows }: TableProps<R>) => (
  <table className="bk-print-table">
    <thead>
      <tr>
        {columns.map(({ title, number }) => (
          <th key={title[1]} className={number ? "pg-right" : "pg-left"}>
            {title[0]}
            <small>{title[1]}</small>
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          {columns.map(({ title, number, cell }) => (
            <td key={title[1]} className={number ? "pg-right" : undefined}>
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

/** Terms in both languages, numbered. */
export const PaperTerms = ({ title, terms }: { readonly title: Text; readonly terms: readonly Text[] }) => (
  <section className="bk-print-terms">
    <h2>
      <Both of={title} />
    </h2>
    <ol>
      {terms.map((term) => (
        <li key={term[1]}>
          {term[0]}
          <small>{term[1]}</small>
        </li>
      ))}
    </ol>
  </section>
);

/** A word across the paper that says what it is not: a draft, the other side's copy. */
export const PaperMark = ({ children }: { readonly children: ReactNode }) => (
  <span className="bk-print-mark" aria-hidden>
    {children}
  </span>
);
