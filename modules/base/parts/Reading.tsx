import type { Entity } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { Words } from "#kernel/web/block/layout.tsx";
import { ReadHead } from "#kernel/web/block/ReadPage.tsx";
import { readTime, serverNow } from "#kernel/web/clock.ts";
import { useLanguage, useText } from "#kernel/web/language.ts";
import { FilesBlock } from "#kernel/web/page/document/FilesBlock.tsx";
import { RichText } from "#kernel/web/page/field/RichText.tsx";
import { useLookup } from "#kernel/web/page/lookup.ts";
import { useViewer } from "#kernel/web/page/viewer.ts";
import type { ReactNode } from "react";

/** What a published text says of itself. */
type Published = Row & { readonly orgName?: string | null; readonly publishDate?: string | null };

interface Props {
  readonly entity: Entity;
  readonly row: Published;
  readonly kind: readonly [field: string, lookup: string];
  readonly number: unknown;
  readonly due?: unknown;
  readonly children?: ReactNode;
}

/** The half of a bilingual text that the reader reads. */
const half = (row: Row, key: string, english: boolean): string => String((english && row[`${key}En`]) || row[key] || "");

/** A text as its reader gets it: title, from whom and when, the words, the attachments. */
export function Reading({ entity, row, kind: [field, lookup], number, due, children }: Props) {
  const say = useText();
  const english = useLanguage((state) => state.language) === "EN";
  const viewer = useViewer();
  const name = useLookup(lookup);
  const late = due ? (readTime(due) ?? Infinity) < serverNow() : false;
  return (
    <article>
      <ReadHead
        title={half(row, "title", english)}
        facts={[
          String(number ?? ""),
          name.meaning(String(row[field] ?? "")),
          row.orgName,
          row.publishDate ? `${say(["发布于", "Published"])} ${row.publishDate.slice(0, 16)}` : null,
          due ? (
            <Words key="due" {...(late ? { tone: "error" } : {})}>
              {say(["回复截止", "Answer by"])} {String(due).slice(0, 16)}
            </Words>
          ) : null,
        ]}
      />
      <RichText html={half(row, "content", english)} />
      <FilesBlock entity={entity} fieldKey="fileIds" row={row} showVisibility={viewer.audience === "internal"} />
      {children}
    </article>
  );
}
