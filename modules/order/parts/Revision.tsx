import type { Entity } from "#kernel/entity.ts";
import { fieldOf } from "#kernel/entity.ts";
import type { Row } from "#kernel/page-document.ts";
import { useText } from "#kernel/web/language.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { entityCall } from "#kernel/web/page/entityCall.ts";
import { FieldText } from "#kernel/web/page/field/FieldText.tsx";
import { useStore } from "zustand";
import { orderDelivery, orderLine } from "../order-line.entity.ts";
import { order } from "../order.entity.ts";
import { qtyText } from "./Ask.tsx";
import { differencesOf, type Differing } from "./revision.ts";
import { lineName, textOf } from "./useOrder.tsx";

const entities: Readonly<Record<Differing["of"], Entity>> = { order, line: orderLine, delivery: orderDelivery };

function Value({ one, row }: { readonly one: Differing; readonly row: Row }) {
  const field = fieldOf(entities[one.of], one.field)!;
  return <FieldText field={field} fieldKey={one.field} row={row} plain />;
}

function Change({ one }: { readonly one: Differing }) {
  const say = useText();
  if (!one.old || !one.now) {
    const row = (one.now ?? one.old)!;
    const what = one.of === "line" ? `${lineName(row)} ${qtyText(row["qty"])}` : `${qtyText(row["qty"])} · ${textOf(row["needByDate"])}`;
    return one.now ? (
      <ins>
        {say(["新增 ", "New: "])}
        {what}
      </ins>
    ) : (
      <del>{what}</del>
    );
  }
  return (
    <>
      <del>
        <Value one={one} row={one.old} />
      </del>{" "}
      →{" "}
      <ins>
        <Value one={one} row={one.now} />
      </ins>
    </>
  );
}

/** What this draft changes against the order in force: old values struck through, new ones beside them. */
export function RevisionDiff({ model }: { readonly model: EditModel }) {
  const say = useText();
  const doc = useStore(model.state, (state) => state.doc);
  const liveId = textOf(doc["liveId"]);
  const load = useLoad(liveId, async () => (liveId ? entityCall.find(order, liveId) : null));
  if (!liveId || !load.data) return null;
  const found = differencesOf(load.data, doc);
  return (
    <section className="pg-section" data-section="revision" aria-label={say(["变更对照", "What changes"])}>
      <h3 className="pg-h3">
        {say(["变更对照", "What changes"])} <span className="pg-count">{found.length}</span>
      </h3>
      {found.length === 0 ? (
        <p className="pg-faint">{say(["还没有改动。", "No changes yet."])}</p>
      ) : (
        <dl className="pg-diff or-diff">
          {found.map((one) => (
            <div key={one.key}>
              <dt>
                {say(one.where)}
                {one.field ? ` ${say(fieldOf(entities[one.of], one.field)!.label)}` : ""}
              </dt>
              <dd className="pg-figure">
                <Change one={one} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
