import { useMemo } from "react";
import type { Entity } from "#kernel/entity.ts";
import type { Scope } from "#kernel/expression/scope.ts";
import type { Kind } from "#kernel/field.ts";
import type { Form, Seen } from "#kernel/seen.ts";
import type { Text } from "#kernel/text.ts";
import { useLoad } from "#kernel/web/page/document/useLoad.ts";
import { loadEntity } from "#kernel/web/page/records.ts";
import type { billType } from "../bill-type.entity.ts";
import { conditionScope } from "../answers.ts";
import { formLines } from "../form.ts";
import { call } from "#kernel/web/call.ts";

export interface BillField {
  readonly key: string;
  readonly label: Text;
  readonly kind: Kind;
}

/** The document a process is drawn for: its fields, and what conditions may name. */
export interface BillContext {
  readonly code: string | null;
  readonly entity: Entity | null;
  readonly fields: readonly BillField[];
  readonly scope: Scope;
  /** It has an amount: nothing may pass by itself. */
  readonly money: boolean;
}

export const noBill: BillContext = { code: null, entity: null, fields: [], scope: conditionScope(null), money: false };

/** The context of a bill type: its document's fields beside what every approval knows. */
export function billContext(
  bill: Pick<Form<typeof billType>, "billTypeCode" | "amountField"> | null,
  entity: Entity | null,
  form: unknown = null,
): BillContext {
  if (bill === null || entity === null) return noBill;
  const keys = Object.entries(entity.fields).filter(
    ([, field]) => !field.hidden && !["payload", "snapshot", "secret"].includes(field.kind),
  );
  return {
    code: String(bill.billTypeCode),
    entity,
    fields: keys.map(([key, field]) => ({ key, label: field.label, kind: field.kind })),
    scope: conditionScope(entity, formLines(form)),
    money: Boolean(bill.amountField),
  };
}

const bills = async (): Promise<readonly Seen<typeof billType>[]> =>
  (
    await call<Seen<typeof billType>[]>("srmServer/v1/baseApprovalBillTypeRestful/listByPage", {
      pageIndex: 1,
      pageRows: 500,
      count: "none",
    })
  ).data;

/** All bill types, asked once. */
export const useBills = (): readonly Seen<typeof billType>[] => useLoad("bills", bills).data ?? [];

/** The document of one bill type, with the form its process asks for. */
export function useBill(code: string | null, form: unknown = null): BillContext {
  const all = useBills();
  const bill = code === null ? null : (all.find((row) => row.billTypeCode === code) ?? null);
  const name = bill ? String(bill.entityName ?? "") : "";
  const entity = useLoad(`entity:${name}`, async () => (name ? ((await loadEntity(name)) ?? null) : null));
  return useMemo(() => billContext(bill, entity.data, form), [bill, entity.data, form]);
}
