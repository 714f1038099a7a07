import type { Row } from "#kernel/page-document.ts";
import { lookupType, lookupValue } from "#kernel/platform/lookup.entity.ts";
import { useText } from "#kernel/web/language.ts";
import { Facts } from "#kernel/web/page/document/Facts.tsx";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { ListPage } from "#kernel/web/page/list/ListPage.tsx";
import { PageLink } from "#kernel/web/page/PageLink.tsx";
import { batched } from "#kernel/web/part/batch.ts";
import { Ground } from "#kernel/web/part/Ground.tsx";
import { listSlots } from "#kernel/web/part/listSlots.ts";
import { LookupUses } from "./parts/LookupUses.tsx";

export const page = { route: "lookuptype", title: ["快码类型", "Lookup types"] };

const countOf = batched<number>(async (lookupTypeId) => {
  const values = Map.groupBy((await entityCall.page(lookupValue, { lookupTypeId, pageIndex: 1, pageRows: 0, count: "none" })).data, (row) =>
    String(row["lookupTypeId"]),
  );
  return new Map(lookupTypeId.map((id) => [id, values.get(id)?.length ?? 0]));
});

/** How many values a type has; a press leads to them. */
function Count({ row }: { readonly row: Row }) {
  const id = String(row["id"]);
  const load = useLoad(`values:${id}:${String(row["versionNum"])}`, () => countOf(id));
  return load.data === null ? <span className="pg-none">…</span> : <PageLink href={`/main/lookup?typeId=${id}`}>{load.data ?? 0}</PageLink>;
}

/** Where the chosen type is used. */
function Used({ row }: { readonly row: Row }) {
  const say = useText();
  return (
    <section className="pg-block" aria-label={say(["用在哪里", "Where used"])}>
      <h3 className="pg-h3">{say(["用在哪里", "Where used"])}</h3>
      <LookupUses type={String(row["lookupType"])} />
    </section>
  );
}

const slots = listSlots({
  columns: [
    { key: "valueCount", after: "meaningEn", title: ["值", "Values"], width: 88, align: "right", render: (row) => <Count row={row} /> },
  ],
  rowTone: (row) => (row["enabledFlag"] === "N" ? "muted" : null),
  sidePanel: (row, { viewer }) => (
    <>
      <Facts entity={lookupType} row={row} audience={viewer.audience} />
      <Used key={String(row["id"])} row={row} />
    </>
  ),
});

/** Lookup types with how many values each has and where they are used. */
export default function LookupTypesPage() {
  return (
    <Ground>
      <ListPage entity={lookupType} slots={slots} />
    </Ground>
  );
}
