import { Button } from "antd";
import { Plus, Upload } from "lucide-react";
import type { Entity } from "../../../entity.ts";
import { mayCreate } from "../../../page-action.ts";
import { sayNow } from "../../language.ts";
import type { TableConfig } from "../../table/types.ts";
import type { PageViewer } from "../viewer.ts";
import { midSentence } from "../../../page-format.ts";

/** A list that is truly empty: what belongs here, and the first step. */
export function emptyOf(
  entity: Entity,
  viewer: PageViewer,
  steps: { create: (() => void) | null; importRows(): void },
): NonNullable<TableConfig["empty"]> {
  const create = mayCreate(entity, viewer) ? steps.create : null;
  const take = viewer.may("btnImport");
  return {
    title: [`还没有${entity.label[0]}`, `No ${midSentence(entity.label[1])} yet`],
    detail: !create
      ? ["有数据后会显示在这里。", "Records will appear here."]
      : take
        ? ["新建第一条，或从 Excel 导入。", "Create the first one, or import from Excel."]
        : ["从新建第一条开始。", "Create the first one."],
    actions: (
      <>
        {create ? (
          <Button type="primary" icon={<Plus size={14} />} onClick={create}>
            {sayNow([`新建${entity.label[0]}`, `New ${midSentence(entity.label[1])}`])}
          </Button>
        ) : null}
        {take ? (
          <Button icon={<Upload size={14} />} onClick={steps.importRows}>
            {sayNow(["导入", "Import"])}
          </Button>
        ) : null}
      </>
    ),
  };
}
