import type { Entity } from "#kernel/entity.ts";
import type { Seen } from "#kernel/seen.ts";
import { Item, ItemList } from "#kernel/web/block/ItemList.tsx";
import { Words } from "#kernel/web/block/layout.tsx";
import { Dot } from "#kernel/web/block/Dot.tsx";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { PanelState } from "#kernel/web/page/document/PanelState.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { PageFrame, usePageTitle } from "#kernel/web/part/OwnPage.tsx";
import { currentYear } from "#kernel/web/page/today.ts";
import { useRows } from "#kernel/web/part/useRows.ts";
import type { Text } from "#kernel/text.ts";

interface Props<E extends Entity> {
  readonly entity: E;
  readonly list: string;
  readonly title: Text;
  readonly empty: Text;
  /** The field and the lookup that say what kind of thing it is. */
  readonly kind: readonly [field: keyof Seen<E> & string, lookup: string];
  readonly due: keyof Seen<E> & string;
  isOpen(row: Seen<E>): boolean;
  open(row: Seen<E>): void;
}

/** The year is said where it is another one. */
const dueText = (due: string): string => (due.startsWith(currentYear()) ? due.slice(5, 16) : due.slice(0, 10));

/** What is asked of me, on a narrow screen: one thing a line, by when, and a press leads to it. */
export function AskedList<E extends Entity>({ entity, list, title: own, empty, kind: [field, lookup], due, isOpen, open }: Props<E>) {
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
          <ItemList>
            {rows.map((row) => {
              const { title: words, titleEn } = row;
              const late = isOpen(row) && (readTime(row[due]) ?? Infinity) < serverNow();
              return (
                <Item
                  key={String(row.id)}
                  lead={<Dot on={isOpen(row)} label={isOpen(row) ? say(["待处理", "Open"]) : say(["已处理", "Done"])} />}
                  title={<Words {...(isOpen(row) ? { size: "strong" } : {})}>{String((english && titleEn) || words)}</Words>}
                  note={name.meaning(row[field])}
                  end={
                    <Words as="time" size="small" {...(late ? { tone: "error" } : {})}>
                      {row[due] ? `${late ? say(["已逾期 ", "Overdue "]) : ""}${dueText(String(row[due]))}` : ""}
                    </Words>
                  }
                  press={() => open(row)}
                />
              );
            })}
          </ItemList>
        )}
      </PanelState>
    </PageFrame>
  );
}
