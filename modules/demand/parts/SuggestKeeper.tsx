import type { Form } from "#kernel/seen.ts";
import { call } from "#kernel/web/call.ts";
import type { EditModel } from "#kernel/web/page/edit/editModel.ts";
import { suggestedFor, type TypedSuggestion } from "../suggest.ts";
import { useLineWatch, type Turn } from "./lineWatch.tsx";
import type { requisition } from "../requisition.entity.ts";
import type { requisitionLine } from "../requisition-line.entity.ts";
import type { Row } from "#kernel/page-document.ts";

const differing = (row: Row, patch: Row) => Object.entries(patch).filter(([field, value]) => !Object.is(row[field], value));

const path = "srmServer/v1/srmPurRequisitionLineRestful/doSuggest";

type Line = Form<typeof requisitionLine>;

const turn: Turn<EditModel<typeof requisition>, Line> = async (model, store, asked, isGone) => {
  const { header } = model.state.getState();
  if (!header.orgId || !model.viewer.may("btnSuggest")) return;
  const changed = store.state.getState().rows.filter((edit) => !edit.deleted && edit.base !== edit.row && edit.row.itemId);
  const sign = (row: Line): string => JSON.stringify([header.orgId, header.currency, row.itemId, row.requestQty, row.uom, row.invOrgId]);
  const wanted = changed.filter((edit) => asked.get(edit.key) !== sign(edit.row));
  if (wanted.length === 0) return;
  for (const edit of wanted) asked.set(edit.key, sign(edit.row));
  const lines = wanted.map(({ key, row }) => ({
    lineId: key,
    itemId: row.itemId,
    invOrgId: row.invOrgId,
    categoryId: row.categoryId,
    uom: row.uom,
    qty: row.requestQty,
  }));
  const body = { orgId: header.orgId, currency: header.currency, lines };
  const found = await call<{ readonly rows: readonly TypedSuggestion[] }>(path, body).then(
    ({ data }) => data.rows,
    () => [],
  );
  if (isGone()) return;
  const now = new Map(store.state.getState().rows.map((edit) => [edit.key, edit.row]));
  const firsts = [...Map.groupBy(found, (typedSuggestion) => typedSuggestion.lineId).values()].map(([first]) => first!);
  const changes = firsts.flatMap((typedSuggestion) => {
    const row = now.get(typedSuggestion.lineId);
    return row
      ? differing(row, suggestedFor(row, typedSuggestion)).map(([field, value]) => ({ key: typedSuggestion.lineId, field, value }))
      : [];
  });
  if (changes.length) store.set(changes, "suggest");
};

/** Asks, while lines are typed, who could supply them and at which price, and fills in what nobody typed. */
export function SuggestKeeper({ model }: { readonly model: EditModel<typeof requisition> }) {
  useLineWatch(model, turn);
  return null;
}
