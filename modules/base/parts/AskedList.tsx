import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { useRows } from "#kernel/web/part/useRows.ts";
import type { Text } from "#kernel/text.ts";
import "./base.css";

interface Props {
  readonly entity: Entity;
  readonly list: string;
  readonly title: Text;
  readonly empty: Text;
  /** The field and the lookup that say what kind of thing it is. */
  readonly kind: readonly [field: string, lookup: string];
  readonly due: string;
  isOpen(row: Row): boolean;
  open(row: Row): void;
}

/** What is asked of me, on a narrow screen: one thing a line, by when, and a press leads to it. */
export function AskedList({ entity, list, title: own, empty, kind: [field, lookup], due, isOpen, open }: Props) {
  const say = useText();
  const title = usePageTitle(own);
  const english = useLanguage((state) => state.language) === "EN";
  const name = useLookup(lookup);
  const load = useRows(entity, { list, pageRows: 100 });
  return (
    <PageFrame
      title={title}
      truth={
        load.data ? (
          <>
            {say(["共", "Total"])} <b>{load.data.length}</b>
            {say([" 项", ""])}
          </>
        ) : null
      }
    >
      <PanelState load={load} empty={say(empty)} isEmpty={(rows) => rows.length === 0}>
        {(rows) => (
          <ul className="bd-items">
            {rows.map((row) => {
              const late = isOpen(row) && (readTime(row[due]) ?? Infinity) < serverNow();
              return (
                <li key={String(row["id"])}>
                  <button type="button" className="bd-item" data-unread={isOpen(row)} onClick={() => open(row)}>
                    <i role="img" aria-label={isOpen(row) ? say(["待处理", "Open"]) : say(["已处理", "Done"])} />
                    <span>
                      <b>{String((english && row["titleEn"]) || row["title"])}</b>
                      <small>{name.meaning(row[field])}</small>
                    </span>
                    <time className={late ? "bd-due" : undefined}>
                      {row[due] ? `${late ? say(["已逾期 ", "Overdue "]) : ""}${String(row[due]).slice(5, 16)}` : ""}
                    </time>
                  </button>
                </li>
              );
            })}
          </ul>
        )}
      </PanelState>
    </PageFrame>
  );
}
