import { PanelRightOpen, Trash2 } from "lucide-react";
import type { Entity } from "../../../entity.ts";
import type { Viewer } from "../../../page-action.ts";
import { mayDelete, offersOf } from "../../../page-action.ts";
import type { Row } from "../../../page-document.ts";
import { titleOf } from "../../../page-document.ts";
import { confirm, toast } from "../../message.ts";
import type { RowAction } from "../../table/types.ts";
import { tellChanged } from "../changes.ts";
import { entityCall } from "../entityCall.ts";
import type { Runner } from "../action/useRunner.tsx";

/** Deletes one document after a question that names it. */
export async function removeRow(entity: Entity, row: Row): Promise<boolean> {
  const name = titleOf(entity, row).main;
  const yes = await confirm({ title: [`删除${entity.label[0]} ${name}？`, `Delete ${entity.label[1].toLowerCase()} ${name}?`], confirm: ["删除", "Delete"], danger: true });
  if (!yes) return false;
  try {
    await entityCall.remove(entity, String(row["id"]), row["versionNum"]);
    tellChanged({ entity: entity.name, id: String(row["id"]), gone: true });
    return true;
  } catch (error) {
    toast.error(error);
    return false;
  }
}

/** What can be done with one row now: open it, act on it, delete it. */
export function rowActionsOf(entity: Entity, row: Row, viewer: Viewer, runner: Runner, open: (row: Row) => void): readonly RowAction[] {
  return [
    { label: ["打开", "Open"], icon: PanelRightOpen, iconOnly: true, handler: open },
    ...offersOf(entity, row, viewer)
      .filter((offer) => offer.ready)
      .map((offer): RowAction => ({ label: offer.action.label, danger: offer.action.tone === "danger", handler: (one) => runner.run(offer.name, one) })),
    ...(mayDelete(entity, row, viewer) ? [{ label: ["删除", "Delete"] as const, icon: Trash2, danger: true, handler: (one: Row) => removeRow(entity, one) }] : []),
  ];
}
